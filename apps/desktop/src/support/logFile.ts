import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Maximum size of a log file in bytes. The previous full file is kept, too, so the log takes at most twice this size. */
const LIMIT_BYTES = 1_000_000;

/** Folder of the logs within a data folder. */
export const logFolder = (dataFolder: string): string => join(dataFolder, 'logs');

/** A log in a file of limited size. */
export interface LogFile {
  /** Appends a line. On a full disk the line is lost, without an error. */
  write(line: string): void;
}

/** Opens a log. @param name of its file, without ending */
export function openLogFile(folder: string, name: string, limitBytes = LIMIT_BYTES): LogFile {
  const path = join(folder, `${name}.log`);
  let size = sizeOf(path);
  return {
    write(line) {
      const text = line.endsWith('\n') ? line : `${line}\n`;
      const bytes = Buffer.byteLength(text);
      try {
        mkdirSync(folder, { recursive: true });
        if (size + bytes > limitBytes) {
          renameSync(path, join(folder, `${name}.1.log`));
          size = 0;
        }
        appendFileSync(path, text);
        size += bytes;
      } catch {
        size = sizeOf(path);
      }
    },
  };
}

/** The last lines of a log, oldest first. */
export function lastLines(folder: string, name: string, count: number): string[] {
  const lines = [`${name}.1.log`, `${name}.log`].flatMap((file) => {
    try {
      return readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean);
    } catch {
      return [];
    }
  });
  return lines.slice(-count);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

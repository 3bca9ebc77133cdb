/** Parses the lines of TSL ASCII 2 readers into answers. */
import { lineSplitter } from '../lines.ts';

/** One header and its value, such as `EP` and `3414257BF40000000000162E`. */
export type Field = readonly [header: string, value: string];

/** Head of an answer. */
export interface BlockHead {
  /** The two letters of the command, such as `iv`. */
  command: string;
  /** Number of the answered command; null: the reader was triggered by hand, without a command. */
  marker: number | null;
}

/** Parts of the stream of a reader. */
export type BlockEvent =
  | { type: 'begin'; head: BlockHead }
  /** One tag of an answer. */
  | { type: 'record'; head: BlockHead; fields: Field[] }
  /** `error`: number after `ER`; 0: `OK`; null: the end of the answer was lost. */
  | { type: 'end'; head: BlockHead; fields: Field[]; error: number | null }
  /** State of the trigger. */
  | { type: 'switch'; state: string };

/** The end of an answer. */
export type BlockEnd = Extract<BlockEvent, { type: 'end' }>;

/** Headers that can begin a tag. The first of them in an answer begins every tag of that answer. */
const RECORD_HEADERS = new Set(['IX', 'EP']);

interface Open {
  head: BlockHead;
  /** Header that begins each tag in this answer. */
  starts: string | null;
  record: Field[];
  fields: Field[];
}

/** Opens a parser. It accepts any bytes, in pieces of any size, and never throws. */
export function blockParser(): { push(bytes: Uint8Array): BlockEvent[] } {
  const splitter = lineSplitter();
  let open: Open | null = null;

  function close(error: number | null): BlockEvent[] {
    if (open === null) return [];
    const { head, record, fields } = open;
    open = null;
    const last: BlockEvent[] = record.length > 0 ? [{ type: 'record', head, fields: record }] : [];
    return [...last, { type: 'end', head, fields, error }];
  }

  function field(header: string, value: string): BlockEvent[] {
    if (header === 'CS') {
      const lost = close(null);
      const head = headOf(value);
      if (head === null) return lost;
      open = { head, starts: null, record: [], fields: [] };
      return [...lost, { type: 'begin', head }];
    }
    if (header === 'SW') return [{ type: 'switch', state: value.toLowerCase() }];
    if (open === null) return [];
    if (header === 'OK') return close(0);
    if (header === 'ER') {
      const number = Number.parseInt(value, 10);
      return close(Number.isNaN(number) ? 255 : number);
    }
    if (RECORD_HEADERS.has(header)) {
      open.starts ??= header;
      if (header === open.starts) {
        const { head, record } = open;
        open.record = [[header, value]];
        return record.length > 0 ? [{ type: 'record', head, fields: record }] : [];
      }
    }
    (open.record.length > 0 && header !== 'DT' && header !== 'ME' ? open.record : open.fields).push([header, value]);
    return [];
  }

  return {
    push: (bytes) =>
      splitter.push(bytes).flatMap((line) => {
        // An empty line ends an answer whose OK or ER was lost.
        if (line.trim() === '') return close(null);
        const [, header, value] = /^\s*([A-Za-z]{2}):(.*)$/.exec(line) ?? [];
        return header === undefined || value === undefined ? [] : field(header.toUpperCase(), value.trim());
      }),
  };
}

/** Reads the head from the echo of a command. @returns null when the line is not a command */
function headOf(line: string): BlockHead | null {
  const command = /^\.([A-Za-z]{2})/.exec(line)?.[1];
  if (command === undefined) return null;
  const marker = /\bLCMD\s*(\d+)/i.exec(line)?.[1];
  return { command: command.toLowerCase(), marker: marker === undefined ? null : Number(marker) };
}

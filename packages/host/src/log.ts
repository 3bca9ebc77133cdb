import { type Logger, multistream, pino } from 'pino';

/** Keys whose values are never logged, at any depth. */
const SECRETS = ['password', 'newPassword', 'currentPassword', 'token', 'authorization', 'cookie', 'setupCode'];

/** Lowest level of the lines that are written. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/**
 * Opens a log with one JSON object per line on standard output.
 * @param also receives the same lines
 */
export function openLog(level: LogLevel, also?: { write(line: string): void }): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRETS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '(not shown)' },
  };
  if (also === undefined || level === 'silent') return pino(options);
  return pino(options, multistream([process.stdout, also].map((stream) => ({ stream, level }))));
}

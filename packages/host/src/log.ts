import { type Logger, pino } from 'pino';

/** Keys whose values are never logged, at any depth. */
const SECRETS = ['password', 'newPassword', 'currentPassword', 'token', 'authorization', 'cookie', 'setupCode'];

/** From which level on lines are written. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** A log of one JSON object a line on standard output. */
export function openLog(level: LogLevel): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: SECRETS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '(not shown)' },
  });
}

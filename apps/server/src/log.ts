import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** Keys whose values never reach a log, wherever they stand. */
const SECRETS = ['password', 'newPassword', 'currentPassword', 'token', 'authorization', 'cookie', 'setupCode'];

/** A log of one JSON object a line on standard output. */
export function openLog(level: Config['logLevel']): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: SECRETS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '(not shown)' },
  });
}

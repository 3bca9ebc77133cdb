/** Passes the counts of a suite to `npm test`: `--counts <file>` names the file to write. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} [notes] what a reader of the summary has to know, such as a missing database.
 */

/**
 * Splits `--counts <file>` off a command line.
 *
 * @param {string[]} args
 * @returns {{ file: string | undefined, rest: string[] }}
 */
export function countsOption(args) {
  const at = args.indexOf('--counts');
  if (at === -1) return { file: undefined, rest: args };
  return { file: args[at + 1], rest: args.toSpliced(at, 2) };
}

/**
 * Writes the numbers where the command line asks for them; does nothing when it does not.
 *
 * @param {string[]} args
 * @param {Counts} counts
 */
export function writeCounts(args, counts) {
  const { file } = countsOption(args);
  if (!file) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(counts));
}

/**
 * @param {string} file
 * @returns {Counts | undefined} undefined when the suite ended before it wrote any.
 */
export function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

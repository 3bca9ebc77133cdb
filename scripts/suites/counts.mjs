/** Passes the counts of a suite to `npm test`: `--counts <file>` names the file to be written. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} [notes] notes for the summary, such as a missing database.
 */

/**
 * Separates `--counts <file>` from the other arguments.
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
 * Writes the counts to the file of `--counts`; does nothing without it.
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

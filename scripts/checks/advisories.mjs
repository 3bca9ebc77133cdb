/**
 * Known vulnerabilities of the packages of the lock file. `npm run advisories` asks the npm registry and records its answer in
 * scripts/checks/advisories.json; `npm run lint` checks the record, so that it needs no network, and prints the age of the record.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npmUnder, ROOT } from '../bootstrap/run.mjs';

const RECORD = join(ROOT, 'scripts', 'checks', 'advisories.json');
const LOCK = join(ROOT, 'package-lock.json');
/** Severities that fail the check unless the record accepts them with a reason. */
const SERIOUS = ['high', 'critical'];

/**
 * @typedef {{ name: string, severity: string, title: string }} Advisory
 * @typedef {{ askedAt: string | null, lockSha256: string | null, advisories: Advisory[], accepted: Record<string, string> }} AdvisoryRecord
 */

/** @returns {AdvisoryRecord} */
export function readRecord() {
  return JSON.parse(readFileSync(RECORD, 'utf8'));
}

/** @returns {string} SHA-256 of the lock file. */
export function lockDigest() {
  return createHash('sha256').update(readFileSync(LOCK)).digest('hex');
}

/**
 * Judges a record.
 *
 * @param {AdvisoryRecord} record
 * @param {string} digest of the lock file as it is now.
 * @returns {{ good: boolean, lines: string[] }} good: no serious vulnerability is known that was not accepted; lines: what is known, and how well.
 */
export function judge({ askedAt, lockSha256, advisories, accepted }, digest) {
  const open = advisories.filter(({ name, severity }) => SERIOUS.includes(severity) && accepted[name] === undefined);
  const lines = open.map(({ name, severity, title }) => `${name}: ${severity}, ${title}`);
  if (askedAt === null) lines.push('Not known: the registry was never asked. Run npm run advisories where it answers.');
  else lines.push(`${advisories.length} known when the registry was asked on ${askedAt}.`);
  if (askedAt !== null && lockSha256 !== digest)
    lines.push('The lock file has changed since; its new packages were not asked about.');
  return { good: open.length === 0, lines };
}

/**
 * Reads an answer of `npm audit --json`.
 *
 * @param {string} text
 * @returns {Advisory[] | null} null: it is no answer of the registry.
 */
export function readAudit(text) {
  /** @type {{ vulnerabilities?: Record<string, { severity: string, via: (string | { title: string })[] }> }} */
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    return null;
  }
  if (answer.vulnerabilities === undefined) return null;
  return Object.entries(answer.vulnerabilities).map(([name, { severity, via }]) => ({
    name,
    severity,
    title: via.map((one) => (typeof one === 'string' ? `by way of ${one}` : one.title)).join('; '),
  }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const npm = npmUnder(process.execPath);
  const { stdout } = spawnSync(npm.command, [...npm.args, 'audit', '--json', '--package-lock-only'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const advisories = readAudit(stdout);
  if (advisories === null) {
    console.error('The registry did not answer. The record stays as it is.');
    process.exitCode = 1;
  } else {
    const askedAt = new Date().toISOString().slice(0, 10);
    const record = { ...readRecord(), askedAt, lockSha256: lockDigest(), advisories };
    writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
    const { good, lines } = judge(record, record.lockSha256);
    console.log(lines.join('\n'));
    process.exitCode = good ? 0 : 1;
  }
}

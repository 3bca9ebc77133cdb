/** The server's command line: accounts, audit log, backup, restore. */
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { type AuditChange, Problem, Role, type SYSTEM_ACTIONS } from '@holdfast/contract';
import {
  accountByEmail,
  addAccount,
  announcePromotion,
  appendEntry,
  backupCompleted,
  backupFailed,
  beginEpoch,
  COMMON_PASSWORD,
  countSecrets,
  endSessions,
  type LocalDb,
  localDb,
  removeAllFactors,
  signOutDevices,
  systemRecord,
  verifyAudit,
} from '@holdfast/core';
import { argonPasswords, keepFilesPrivate, keyFile, knownKeys, openVault, systemPorts } from '@holdfast/host';
import { z } from 'zod';
import { adoptRestored, backUp, BackupError, type BackupReport, restore } from './backup/backup.ts';
import { ConfigError, readConfig } from './config.ts';
import { isCompany, storePassword } from './queries.ts';
import { scrubAll } from './backup/scrub.ts';
import { openDatabases } from './databases.ts';

const HELP = `Usage:
  npm run user -- add --email ADDRESS --name NAME --role ROLE [--company ID]
                                      makes an account; asks for its password. Roles: ${Role.options.join(', ')}.
                                      Without --company it belongs to the staff of the operator.
  npm run user -- password --email ADDRESS
                                      sets a new password and ends every session of the account.
  npm run user -- second-factor --email ADDRESS
                                      removes the second factors of an account whose owner lost them, and ends its sessions.
  npm run audit -- verify [--head POSITION:HASH]
                                      verifies the audit log, and that it contains an entry noted earlier.
  npm run backup -- FOLDER [--previous FOLDER]
                                      writes database and files into a new folder. Files that an earlier backup holds are linked, not copied.
  npm run scrub -- [--from FOLDER]    compares every photo and file with its hash, and takes damaged and missing ones from a backup.
  npm run restore -- FOLDER           puts a backup into an empty database and data folder.
  npm run restore -- --adopt          makes a database usable that PostgreSQL's own tools restored, as to a point in time.
  npm run promotion -- planned        announces a planned change of the primary of PostgreSQL that loses nothing.
  npm run promotion -- lossy          says after a promotion that changes may be lost: desktops send what the database lacks.

A password is asked for without showing it, or read from standard input when that is not a terminal.
The database is the one the server uses: HOLDFAST_DATA or DATABASE_URL.`;

/** An error in the arguments of a command. */
class UsageError extends Error {}

/** An audit log that was tampered with. */
class AuditError extends Error {}

/** Returns the error for wrong arguments: the reason, then the usage. */
function usageError(reason: string): UsageError {
  return new UsageError(`${reason}\n\n${HELP}`);
}

const SHORTEST_PASSWORD = 10;

async function main([command, ...rest]: string[]): Promise<string> {
  keepFilesPrivate();
  const { values, positionals } = parsed(rest);
  if (values.help || command === undefined) return HELP;
  if (command === 'user' && positionals[0] === 'add') return addUser(values);
  if (command === 'user' && positionals[0] === 'password') return setPassword(values);
  if (command === 'user' && positionals[0] === 'second-factor') return removeSecondFactors(values);
  if (command === 'user')
    throw usageError(
      positionals[0] === undefined ? 'Say add, password or second-factor.' : `There is no "user ${positionals[0]}".`,
    );
  if (command === 'audit') {
    if (positionals[0] !== 'verify') throw usageError('Say verify.');
    return verify(values.head);
  }
  if (command === 'scrub') return scrubAll(readConfig(process.env), values.from ?? null);
  if (command === 'restore' && values.adopt) {
    await adoptRestored(readConfig(process.env));
    await withDatabase(({ write }) => record(write, 'restore', { subject: 'database restored by its own tools' }));
    return 'The restored database can be used. People and desktops sign in again, and desktops send what it lacks.';
  }
  if (command === 'promotion') return promotion(positionals[0]);
  const [folder] = positionals;
  if (folder === undefined)
    throw usageError(`Say which folder to ${command === 'backup' ? 'write the backup to' : 'restore from'}.`);
  if (command === 'backup') {
    const { rows, blobs, linked, damaged } = await recordedBackup(folder, values.previous ?? null);
    const shared = values.previous === undefined ? '' : `, ${linked} of them linked to ${values.previous}`;
    return [
      `Backed up ${rows} rows and ${blobs} files to ${folder}${shared}.`,
      ...(damaged.length === 0 ? [] : ['Damaged or missing on this server, and not in the backup:']),
      ...damaged.map((one) => `  ${one}`),
      ...(await withDatabase(({ read }) => keysToKeep(read))),
    ].join('\n');
  }
  const { rows, blobs } = await restore(readConfig(process.env), folder);
  await withDatabase(({ write }) => record(write, 'restore', { subject: folder }));
  return [
    `Restored ${rows} rows and ${blobs} files from ${folder}.`,
    ...(await withDatabase(({ read }) => keysThatLack(read))),
  ].join('\n');
}

/** Time in ms within which an announced change of the primary takes place. */
const PROMOTION_MS = 30 * 60 * 1000;

/** Notes in a PostgreSQL what its servers cannot see: whether a change of its primary loses changes. */
async function promotion(kind: string | undefined): Promise<string> {
  if (kind !== 'planned' && kind !== 'lossy')
    throw usageError(kind === undefined ? 'Say planned or lossy.' : `There is no "promotion ${kind}".`);
  return withDatabase(async ({ engine, write, timeline }) => {
    if (engine !== 'postgres') throw new UsageError('SQLite has no replica that could be promoted.');
    if (kind === 'lossy') {
      await write.transaction().execute(async (trx) => {
        await beginEpoch(localDb(trx), randomUUID);
        await append(localDb(trx), 'declareLostChanges', {});
      });
      return 'Desktops fetch their records again and send what the database lacks. All users stay signed in.';
    }
    if (timeline === null)
      throw new UsageError(
        'PostgreSQL does not let this role read its timeline: no promotion is recognised, and none needs to be announced.',
      );
    const until = systemPorts.clock.now() + PROMOTION_MS;
    await write.transaction().execute(async (trx) => {
      await announcePromotion(localDb(trx), until);
      await append(localDb(trx), 'announcePromotion', {});
    });
    return [
      `The next change of the primary counts as planned until ${new Date(until).toISOString()}: desktops keep their records.`,
      'Should the primary fail instead, run "npm run promotion -- lossy" once the replica is promoted.',
    ].join('\n');
  });
}

/** Returns a line about the keys that a backup does not contain; none when it contains no secrets, or the keys are stored elsewhere. */
async function keysToKeep(read: LocalDb): Promise<string[]> {
  const { dataFolder, secretKeys } = readConfig(process.env);
  const { stored } = await countSecrets(read, null);
  if (stored === 0 || secretKeys !== null) return [];
  return [
    `It holds ${secretsText(stored)}, and not the key. Keep a copy of ${keyFile(dataFolder)} apart from the backups: a restore needs it.`,
  ];
}

/** Returns a line about restored secrets that no available key decrypts. */
async function keysThatLack(read: LocalDb): Promise<string[]> {
  const { dataFolder, secretKeys } = readConfig(process.env);
  const keys = knownKeys(dataFolder, secretKeys);
  const { unreadable } = await countSecrets(read, keys === null ? null : openVault(keys));
  if (unreadable === 0) return [];
  const remedy =
    secretKeys === null ? `put its file secret-keys into ${dataFolder}` : 'add its key to HOLDFAST_SECRET_KEYS';
  return [
    `No key here opens ${secretsText(unreadable)} of the earlier server: ${remedy} before the first start. Without it authenticator apps are set up again, and client secrets of identity providers are entered again.`,
  ];
}

function secretsText(count: number): string {
  return count === 1 ? 'one encrypted secret' : `${count} encrypted secrets`;
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        name: { type: 'string' },
        role: { type: 'string', default: 'administrator' },
        company: { type: 'string' },
        head: { type: 'string' },
        from: { type: 'string' },
        previous: { type: 'string' },
        adopt: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw usageError(`${(error as Error).message.split('.')[0]!}.`);
  }
}

async function addUser({
  email,
  name,
  role,
  company,
}: {
  email?: string;
  name?: string;
  role: string;
  company?: string;
}): Promise<string> {
  const parsedRole = Role.safeParse(role);
  if (email === undefined || name === undefined) throw usageError('Give both --email and --name.');
  if (!parsedRole.success) throw usageError(`There is no role ${role}.`);
  if (!z.email().safeParse(email).success) throw usageError(`${email} is no e-mail address.`);
  const passwordHash = await argonPasswords().hash(await askPassword());
  return withDatabase(async ({ write }) => {
    const now = systemPorts.clock.now();
    const id = systemPorts.ids.next(now);
    if (company !== undefined) await mustBeCompany(write, company);
    const account = { id, email, name, role: parsedRole.data, companyId: company ?? null, passwordHash };
    await write.transaction().execute(async (trx) => {
      await addAccount(localDb(trx), account, now);
      const { role: given } = account;
      const values = { name: [null, name], email: [null, email], role: [null, given] } satisfies Values;
      await appendOwn(localDb(trx), 'addUserByCommand', { subject: name, companyId: account.companyId, id, values });
    });
    return `${name} can sign in as ${email}.`;
  });
}

async function setPassword({ email }: { email?: string }): Promise<string> {
  if (email === undefined) throw usageError('Give the --email of the account.');
  const passwordHash = await argonPasswords().hash(await askPassword());
  return withDatabase(async ({ write }) => {
    const account = await accountByEmail(write, email);
    if (account === undefined) throw new UsageError(`There is no account with the address ${email}.`);
    const now = systemPorts.clock.now();
    await write.transaction().execute(async (trx) => {
      const db = localDb(trx);
      await storePassword(db, account.id, passwordHash, now);
      await endSessions(db, account.id, now);
      await signOutDevices(db, account.id, now);
      const { id, name, companyId } = account;
      const values = { password: [account.passwordHash === null ? null : 'set', 'changed'] } satisfies Values;
      await appendOwn(db, 'setPasswordByCommand', { subject: name, companyId, id, values });
    });
    return `The password of ${account.email} is changed; its sessions have ended, and its desktops ask for it.`;
  });
}

async function removeSecondFactors({ email }: { email?: string }): Promise<string> {
  if (email === undefined) throw usageError('Give the --email of the account.');
  return withDatabase(async ({ write }) => {
    const account = await accountByEmail(write, email);
    if (account === undefined) throw new UsageError(`There is no account with the address ${email}.`);
    const now = systemPorts.clock.now();
    await write.transaction().execute(async (trx) => {
      const db = localDb(trx);
      await removeAllFactors(db, account.id);
      await endSessions(db, account.id, now);
      await signOutDevices(db, account.id, now);
      const { id, name, companyId } = account;
      await appendOwn(db, 'removeSecondFactorsByCommand', { subject: name, companyId, id, values: {} });
    });
    return `${account.email} signs in with the password alone; its sessions have ended.`;
  });
}

type Values = AuditChange['values'];

/** Records a change of an account that was made by a command. */
function appendOwn(
  db: LocalDb,
  action: 'addUserByCommand' | 'setPasswordByCommand' | 'removeSecondFactorsByCommand',
  { subject, companyId, id, values }: { subject: string; companyId: string | null; id: string; values: Values },
): Promise<void> {
  const changes = [{ table: 'user', id, name: subject, values }];
  return append(db, action, { subject, companyId, changes, changeCount: 1 });
}

/** Records the effect of a command. The person is the user of the operating system. */
function append(
  db: LocalDb,
  action: (typeof SYSTEM_ACTIONS)[number],
  given: Partial<Parameters<typeof systemRecord>[1]>,
): Promise<void> {
  const userName = `${userInfo().username} (command line)`;
  return appendEntry(db, systemRecord(action, { ...given, at: systemPorts.clock.now(), userName }));
}

function record(db: Handles['write'], action: 'backUp' | 'restore', given: { subject: string }): Promise<void> {
  return db.transaction().execute((trx) => append(localDb(trx), action, given));
}

/** Makes a backup, and records its result in the database, from where the administration and metrics show it. */
async function recordedBackup(folder: string, previous: string | null): Promise<BackupReport> {
  try {
    const report = await backUp(readConfig(process.env), folder, previous);
    const { rows, blobs: contents, damaged } = report;
    await withDatabase(async ({ write }) => {
      await record(write, 'backUp', { subject: folder });
      await backupCompleted(localDb(write), {
        at: systemPorts.clock.now(),
        rows,
        contents,
        damaged: damaged.length,
      });
    });
    return report;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // If the database does not answer, only the command itself reports the failure.
    await withDatabase(({ write }) => backupFailed(localDb(write), { at: systemPorts.clock.now(), reason })).catch(
      () => undefined,
    );
    throw error;
  }
}

/** Verifies the audit log. @param noted position and hash of an entry, as an earlier verification printed them */
async function verify(noted: string | undefined): Promise<string> {
  const [, seq, hash = ''] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(noted ?? '') ?? [];
  if (noted !== undefined && seq === undefined) throw usageError('Give --head as POSITION:HASH.');
  return withDatabase(async ({ read }) => {
    const verdict = await verifyAudit(read, seq === undefined ? undefined : { seq: Number(seq), hash });
    if (verdict.problem !== null) throw new AuditError(`The audit log is not whole. ${verdict.problem}`);
    if (verdict.entries === 0) return 'The audit log is empty.';
    const { entries, first, last } = verdict;
    return `The audit log is whole: ${entries} entries, ${first} to ${last}.\nNote for a later --head: ${last}:${verdict.hash}`;
  });
}

type Handles = Awaited<ReturnType<typeof openDatabases>>;

async function withDatabase<T>(work: (databases: Handles) => Promise<T>): Promise<T> {
  const databases = await openDatabases(readConfig(process.env));
  try {
    return await work(databases);
  } finally {
    await databases.close();
  }
}

async function mustBeCompany(db: Handles['write'], id: string): Promise<void> {
  if (!(await isCompany(db, id))) throw new UsageError(`There is no company ${id}.`);
}

async function askPassword(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY });
  if (stdin.isTTY) stdout.write('Password: ');
  const password = (await lines[Symbol.asyncIterator]().next()).value;
  lines.close();
  if (stdin.isTTY) stdout.write('\n');
  if (password === undefined || password.length < SHORTEST_PASSWORD)
    throw new UsageError(`A password has at least ${SHORTEST_PASSWORD} characters.`);
  if (await argonPasswords().isCommon(password)) throw new UsageError(`This password ${COMMON_PASSWORD}.`);
  return password;
}

main(process.argv.slice(2)).then(
  (message) => stdout.write(`${message}\n`),
  (error: unknown) => {
    const known =
      error instanceof UsageError ||
      error instanceof AuditError ||
      error instanceof ConfigError ||
      error instanceof BackupError ||
      error instanceof Problem;
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${known ? message : `This did not work: ${message}`}\n`);
    process.exitCode = 1;
  },
);

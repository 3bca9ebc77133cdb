/** The server's command line: accounts, backup, restore. */
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { Problem, Role } from '@holdfast/contract';
import { accountByEmail, addAccount, COMMON_PASSWORD, endSessions, signOutDevices } from '@holdfast/core';
import { argonPasswords, keepFilesPrivate, systemPorts } from '@holdfast/host';
import { z } from 'zod';
import { backUp, BackupError, restore } from './backup.ts';
import { ConfigError, readConfig } from './config.ts';
import { openDatabases } from './databases.ts';

const HELP = `Usage:
  npm run user -- add --email ADDRESS --name NAME --role ROLE [--company ID]
                                      makes an account; asks for its password. Roles: ${Role.options.join(', ')}.
                                      Without --company it belongs to the staff of the operator.
  npm run user -- password --email ADDRESS
                                      sets a new password and ends every session of the account.
  npm run backup -- FOLDER            writes database and files into a new folder.
  npm run restore -- FOLDER           puts a backup into an empty database and data folder.

A password is asked for without showing it, or read from standard input when that is not a terminal.
The database is the one the server uses: HOLDFAST_DATA or DATABASE_URL.`;

/** An error in the arguments of a command. */
class UsageError extends Error {}

/** A command that lacks something or says too much: what is wrong, then how it is written. */
function misused(reason: string): UsageError {
  return new UsageError(`${reason}\n\n${HELP}`);
}

const SHORTEST_PASSWORD = 10;

async function main([command, ...rest]: string[]): Promise<string> {
  keepFilesPrivate();
  const { values, positionals } = parsed(rest);
  if (values.help || command === undefined) return HELP;
  if (command === 'user' && positionals[0] === 'add') return addUser(values);
  if (command === 'user' && positionals[0] === 'password') return setPassword(values);
  if (command === 'user')
    throw misused(positionals[0] === undefined ? 'Say add or password.' : `There is no "user ${positionals[0]}".`);
  const [folder] = positionals;
  if (folder === undefined)
    throw misused(`Say which folder to ${command === 'backup' ? 'write the backup to' : 'restore from'}.`);
  if (command === 'backup') {
    const { rows, blobs, damaged } = await backUp(readConfig(process.env), folder);
    const done = `Backed up ${rows} rows and ${blobs} files to ${folder}.`;
    return damaged.length === 0
      ? done
      : [done, 'Damaged or missing on this server, and not in the backup:', ...damaged.map((one) => `  ${one}`)].join(
          '\n',
        );
  }
  const { rows, blobs } = await restore(readConfig(process.env), folder);
  return `Restored ${rows} rows and ${blobs} files from ${folder}.`;
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
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw misused(`${(error as Error).message.split('.')[0]!}.`);
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
  if (email === undefined || name === undefined) throw misused('Give both --email and --name.');
  if (!parsedRole.success) throw misused(`There is no role ${role}.`);
  if (!z.email().safeParse(email).success) throw misused(`${email} is no e-mail address.`);
  const passwordHash = await argonPasswords().hash(await askPassword());
  return withDatabase(async ({ write }) => {
    const now = systemPorts.clock.now();
    const id = systemPorts.ids.next(now);
    if (company !== undefined) await mustBeCompany(write, company);
    await addAccount(write, { id, email, name, role: parsedRole.data, companyId: company ?? null, passwordHash }, now);
    return `${name} can sign in as ${email}.`;
  });
}

async function setPassword({ email }: { email?: string }): Promise<string> {
  if (email === undefined) throw misused('Give the --email of the account.');
  const passwordHash = await argonPasswords().hash(await askPassword());
  return withDatabase(async ({ write }) => {
    const account = await accountByEmail(write, email);
    if (account === undefined) throw new UsageError(`There is no account with the address ${email}.`);
    const now = systemPorts.clock.now();
    await write.updateTable('user').set({ passwordHash, updatedAt: now }).where('id', '=', account.id).execute();
    await endSessions(write, account.id, now);
    await signOutDevices(write, account.id, now);
    return `The password of ${account.email} is changed; its sessions have ended, and its desktops ask for it.`;
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
  const company = await db
    .selectFrom('company')
    .select('id')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (company === undefined) throw new UsageError(`There is no company ${id}.`);
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
      error instanceof ConfigError ||
      error instanceof BackupError ||
      error instanceof Problem;
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${known ? message : `This did not work: ${message}`}\n`);
    process.exitCode = 1;
  },
);

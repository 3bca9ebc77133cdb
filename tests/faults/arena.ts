/** A server and two desktops in separate processes, with connections that can be cut, and three users. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Call, CallError, createClient } from '@holdfast/contract/client';
import { type Agent, startAgent } from '../e2e/fixtures/agent.ts';
import { makeCompany, makeRig, PASSWORD, signIn } from '../e2e/fixtures/company.ts';
import { type Server, startServer } from '../e2e/fixtures/server.ts';
import { openServerForReading, openSqliteForReading, makePostgres } from './databases.ts';
import type { AtRest } from './checks.ts';
import type { Services } from './edits.ts';
import { openConnection, type TestConnection } from '../../apps/desktop/src/agent/testing/connection.ts';
import { openSmallDisk, type SmallDisk } from './smallDisk.ts';

/** Limit of the invitations sent to an account in a period: moving it to another company sends one. */
const INVITATIONS = { count: 10, windowMs: 15 * 60_000 } as const;
const BUILT = join(import.meta.dirname, '../../dist');
const COMMANDS = join(import.meta.dirname, '../../apps/server/src/cli.ts');

const run = promisify(execFile);

/** Time in ms after which a caller no longer waits for an answer. */
const PATIENCE_MS = 20_000;
/** Pause in ms after a refused sign-in. */
const REFUSED_MS = 1_000;

/** A desktop, its connection and its user. */
export interface Desktop {
  name: string;
  agent: Agent;
  line: TestConnection;
  /** The disk with its data; null when they are on a disk of the machine. */
  disk: SmallDisk | null;
  call: Call;
}

/** Changes of an account by the administrator; each waits until the server has answered. */
interface Account {
  /** Sets whether the user belongs to the rig's company: another company removes its rows from the user's desktop, and returning is another grant. */
  belongs(isMember: boolean): Promise<void>;
  /** Sets whether the user may write. */
  inspects(may: boolean): Promise<void>;
  /** Sets whether the user may sign in; a disabled one is signed out everywhere. */
  signsIn(may: boolean): Promise<void>;
}

/** The participants of the rounds. */
export interface Arena {
  server: Server;
  desktops: readonly Desktop[];
  /** Of the person at desktop B. */
  account: Account;
  /** A user in the browser. */
  web: Call;
  services: Services;
  /** Compares every content of the server with its hash, as an operator does; damaged contents are requested from the desktops. */
  scrub(): Promise<void>;
  /** Makes a backup beside the running server. @returns its folder */
  backUp(): Promise<string>;
  /** Replaces all data of the server by a backup. The caller ends the server before, and starts it afterwards. */
  restore(backup: string): Promise<void>;
  /** Ends every connection of the server to PostgreSQL at once, even during statements; null on SQLite. */
  disconnectDatabase: (() => Promise<void>) | null;
  /** Reason why no disk can be filled up; null when one can. */
  diskMissing: string | null;
  /** Opens the current data of the hosts for reading; the caller closes them. */
  openData(): Promise<{ server: AtRest; devices: AtRest[] }>;
  /** @param keeps keeps the data for an examination */
  close(keeps?: boolean): Promise<void>;
}

/** Starts the participants from the result of `npm run build`. @param postgres null: the server keeps its rows in SQLite */
export async function openArena(postgres: string | null): Promise<Arena> {
  const database = postgres === null ? null : await makePostgres(postgres, `faults_${randomBytes(6).toString('hex')}`);
  const databaseUrl = database?.url ?? null;
  const settings: Record<string, string> = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
  const server = await startServer({ demo: false, settings, program: join(BUILT, 'server/main.js') });
  const company = await makeCompany(server);
  const rig = await makeRig(company);
  const person = async (name: string): Promise<{ id: string; email: string }> => {
    const email = `${name.split(' ')[0]!.toLowerCase()}@holdfast.example`;
    const account = { name, email, role: 'inspector', companyId: company.id, password: PASSWORD } as const;
    return company.wren.call('createUser', account);
  };
  const backups = mkdtempSync(join(tmpdir(), 'holdfast-faults-backups-'));
  const command = async (...args: string[]): Promise<void> => {
    const env = { ...process.env, HOLDFAST_DATA: server.folder, ...settings };
    for (;;) {
      try {
        await run(process.execPath, [COMMANDS, ...args], { env });
        return;
      } catch (error) {
        // An operator repeats commands that failed because the database was not reachable.
        if (!(error instanceof Error) || !error.message.includes('The connection to PostgreSQL was lost.')) throw error;
      }
    }
  };
  const elsewhere = await company.wren.call('createCompany', { name: 'Aldermoor Offshore' });
  const idris = await person('Idris Fallowby');
  const keep = (change: { companyId: string } | { role: 'inspector' | 'viewer' }): Promise<void> =>
    untilAnswered(() => administrator('updateUser', { id: idris.id, ...change }));
  const moves: number[] = [];
  const disk = openSmallDisk();
  const desktops = [
    await openDesktop('A', server, company.maren.email, 'missing' in disk ? null : disk),
    await openDesktop('B', server, idris.email, null),
  ];
  const web = await signedIn(server.address, (await person('Sunniva Aldane')).email);
  const administrator = await signedIn(server.address, company.wren.email);
  const questionOf = async (name: string): Promise<string> => {
    const itemId = rig.items['Padeye, port']!;
    const ofItem = await web('getFieldsForItem', { itemId });
    const inInspection = await web('getFieldsForInstallationInspection', {
      itemId,
      installationInspectionId: rig.drops,
    });
    const fields = [...ofItem.fieldsTemplates, ...inInspection.fieldsTemplates].flatMap((one) => one.fields);
    return fields.find((field) => field.name === name)!.id;
  };
  return {
    server,
    desktops,
    account: {
      async belongs(isMember) {
        const lately = moves.filter((at) => Date.now() - at < INVITATIONS.windowMs).length;
        // A user who leaves must be able to come back.
        if (isMember ? moves.length % 2 === 0 : lately > INVITATIONS.count - 2) return;
        moves.push(Date.now());
        await keep({ companyId: isMember ? company.id : elsewhere.id });
        // The move has removed the password.
        await untilAnswered(() => administrator('setUserPassword', { id: idris.id, password: PASSWORD }));
      },
      inspects: (may) => keep({ role: may ? 'inspector' : 'viewer' }),
      signsIn: (may) => untilAnswered(() => administrator(may ? 'enableUser' : 'disableUser', { id: idris.id })),
    },
    web,
    services: {
      installationId: rig.installationId,
      installationInspectionId: rig.drops,
      itemTypeId: company.itemTypes.floodlight,
      questions: { ofItem: await questionOf('Tag number'), inInspection: await questionOf('Recommendation') },
      items: Object.values(rig.items),
      notes: [],
      images: [],
      files: [],
    },
    disconnectDatabase: database?.disconnect ?? null,
    diskMissing: 'missing' in disk ? disk.missing : null,
    scrub: () => command('scrub'),
    async backUp() {
      const folder = join(backups, randomBytes(6).toString('hex'));
      await command('backup', folder);
      return folder;
    },
    async restore(backup) {
      for (const name of readdirSync(server.folder)) rmSync(join(server.folder, name), { recursive: true });
      await database?.empty();
      await command('restore', backup);
      rmSync(backup, { recursive: true });
    },
    async openData() {
      const database = await openServerForReading(server.folder, databaseUrl);
      return {
        server: { name: 'the server', database, folder: server.folder },
        devices: desktops.map(({ name, agent: { folder } }) => ({
          name,
          database: openSqliteForReading(join(folder, 'device.db')),
          folder,
        })),
      };
    },
    async close(keeps = false) {
      if (keeps) {
        for (const { agent, line } of desktops) {
          await agent.kill();
          await line.close();
        }
        await server.kill();
        return;
      }
      for (const { agent, line, disk: own } of desktops) {
        own?.free();
        await agent.remove();
        own?.remove();
        await line.close();
      }
      await server.remove();
      rmSync(backups, { recursive: true });
      await database?.drop();
    },
  };
}

async function openDesktop(name: string, server: Server, email: string, disk: SmallDisk | null): Promise<Desktop> {
  const line = await openConnection(server.address);
  const program = join(BUILT, 'agent/main.js');
  const folder = disk === null ? {} : { folder: join(disk.folder, 'data') };
  const agent = await startAgent(line.address, { program, ...folder });
  const { own, signInHere } = await enterDesktop(agent, email);
  let refusedAt = 0;
  // A user who was signed out signs in again and continues. Ten refusals in a row would hold the account back for a quarter of an hour.
  const call: Call = async (operation, input) => {
    try {
      return await own(operation, input);
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 401) throw error;
      await wait(Math.max(0, refusedAt + REFUSED_MS - Date.now()));
      if ((await signInHere()) === null) return own(operation, input);
      refusedAt = Date.now();
      throw error;
    }
  };
  return { name, agent, line, disk, call };
}

/** Opens a window of a desktop and signs a user in. @returns the operations of the user, and a function that signs in again */
export async function enterDesktop(
  agent: Agent,
  email: string,
): Promise<{ own: Call; signInHere(): Promise<string | null> }> {
  const { origin, hash } = new URL(agent.launchAddress());
  const address = origin.replace(/holdfast-\w+\.localhost/, '127.0.0.1');
  const opened = await fetch(`${address}/ext/desktop/launch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: hash.replace('#launch=', '') }),
  });
  let token: string | null = null;
  const own = patient(address, () => token, await proofOf(opened));
  const signInHere = async (): Promise<string | null> => {
    try {
      const { details, error } = await own('signIn', { email, password: PASSWORD });
      token = details?.token ?? token;
      return details === null ? error : null;
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return error.message;
      throw error;
    }
  };
  const refused = await signInHere();
  if (refused !== null) throw new Error(`${email} could not be signed in: ${refused}`);
  return { own, signInHere };
}

/** Returns the header by which a window authenticates: with its secret, or with the cookie alone at an agent that was released before. */
async function proofOf(launch: Response): Promise<Record<string, string>> {
  const text = await launch.text();
  if (text !== '') return { 'x-holdfast-window': (JSON.parse(text) as { secret: string }).secret };
  return { cookie: launch.headers.get('set-cookie')!.split(';')[0]! };
}

/** Signs a user in to the server. @returns the operations of the user, who signs in again when the session has ended */
async function signedIn(address: string, email: string): Promise<Call> {
  let token = await signIn(address, email);
  const call = patient(address, () => token);
  return async (operation, input) => {
    try {
      return await call(operation, input);
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 401) throw error;
      token = await signIn(address, email);
      return call(operation, input);
    }
  };
}

/** Repeats a call until it is answered; a server that is busy or has no database asks for another try. */
async function untilAnswered(call: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await call();
      return;
    } catch (error) {
      if (!(error instanceof CallError) || (error.status !== 0 && error.status !== 503)) throw error;
      await wait(100);
    }
  }
}

/** Calls a host as a user, with a time limit for the answer. */
function patient(address: string, token: () => string | null, own: Record<string, string> = {}): Call {
  return createClient({
    host: address,
    token,
    fetch: (url, init) =>
      fetch(url, {
        ...(init as RequestInit),
        headers: { ...init.headers, ...own },
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
  });
}

/** A real server and real agents in this process, in folders of their own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '@holdfast/contract';
import { addAccount, NO_QUOTAS, type Ports, registry } from '@holdfast/core';
import { type Build, buildFrom, COMPANIES } from '@holdfast/core/testing';
import { openLog, SESSION_LIFETIMES, systemPorts } from '@holdfast/host';
import type { Maker } from '@holdfast/api/testing';
import { type Config, type RunningServer, startServer } from '@holdfast/server';
import { kyselyStore, openWriter } from '@holdfast/sync';
import { createClient, type Call } from '@holdfast/contract/client';
import { type RunningAgent, startAgent, type Supervision } from '../agent.ts';
import type { AgentConfig } from '../config.ts';
import { WINDOW_COOKIE, WINDOW_HEADER } from '../loopback.ts';

/** Password of all users of the fixture. */
export const PASSWORD = 'a-password-of-tests';

/** Company of all users of the fixture. */
const COMPANY = COMPANIES.northmere;

/** People of that company, and one of the staff. */
export const PEOPLE = {
  maren: { id: '019b0000-0000-7000-8000-0000000000a1', name: 'Maren Thorskild', role: 'inspector', companyId: COMPANY },
  idris: { id: '019b0000-0000-7000-8000-0000000000a2', name: 'Idris Fallowby', role: 'inspector', companyId: COMPANY },
  jorun: { id: '019b0000-0000-7000-8000-0000000000a3', name: 'Jorun Haleby', role: 'viewer', companyId: COMPANY },
  wren: { id: '019b0000-0000-7000-8000-0000000000a4', name: 'Wren Castellane', role: 'administrator', companyId: null },
} as const;

/** One of these users. */
export type Who = keyof typeof PEOPLE;

const quiet = openLog('silent');

/** Returns the address of a user. */
function emailOf(who: Who): string {
  return `${who}@example.test`;
}

/** A server that can be stopped and started again with the same data. */
interface TestServer {
  readonly address: string;
  /** Its data folder. */
  readonly folder: string;
  readonly config: Config;
  readonly running: RunningServer;
  readonly build: Build;
  /** Rows for which there is no factory. */
  readonly write: Maker['write'];
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Returns the operations, called by a user over HTTP. */
  as(who: Who): Promise<Call>;
}

/** Options of an agent: a clock of its own, among others. */
export type AgentOptions = Partial<AgentConfig> & { clock?: Ports['clock']; supervision?: Supervision };

/** Servers and agents of a test, closed at its end. */
export interface World {
  server: TestServer;
  /** Starts an agent in a new folder, or in that of an earlier agent. */
  agent(options?: AgentOptions): Promise<TestAgent>;
  close(): Promise<void>;
}

/** An agent and a window of it. */
export interface TestAgent {
  readonly running: RunningAgent;
  readonly folder: string;
  /** Signs a user in through the window. @returns the operations in the name of that user */
  signIn(who: Who, password?: string): Promise<Call>;
  /** A request of the window, with its secret, and its cookie before those of the request. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Returns the header of the user who signed in last. */
  authorization(): string;
  stop(): Promise<void>;
}

/**
 * Opens a world. @param databaseUrl a PostgreSQL for the server; null: SQLite @param bucket bucket in which the server stores contents; null: in its
 * folder
 */
export async function openWorld(databaseUrl: string | null = null, bucket: Config['bucket'] = null): Promise<World> {
  const folders: string[] = [];
  const folder = async (): Promise<string> => {
    const made = await mkdtemp(join(tmpdir(), 'holdfast-agent-'));
    folders.push(made);
    return made;
  };
  const server = await openServer(await folder(), databaseUrl, bucket);
  const agents: TestAgent[] = [];
  return {
    server,
    async agent(options = {}) {
      const opened = await openAgent({ dataFolder: await folder(), server: server.address, ...options });
      agents.push(opened);
      return opened;
    },
    async close() {
      for (const agent of agents) await agent.stop();
      await server.stop();
      for (const each of folders) await rm(each, { recursive: true, force: true });
    },
  };
}

async function openServer(
  dataFolder: string,
  databaseUrl: string | null,
  bucket: Config['bucket'],
): Promise<TestServer> {
  const config: Config = {
    port: 0,
    host: '127.0.0.1',
    dataFolder,
    databaseUrl,
    demo: false,
    sessions: SESSION_LIFETIMES,
    secondFactor: 'none',
    mustEncrypt: false,
    auditMs: null,
    logLevel: 'silent',
    publicUrl: null,
    smtpUrl: null,
    mailFrom: 'holdfast@localhost.localdomain',
    weatherUrl: null,
    trustProxy: false,
    quotas: NO_QUOTAS,
    secretKeys: null,
    metrics: null,
    bucket,
    databaseDirectUrl: null,
    databaseReplicaUrl: null,
    uploadLimits: { imageBytes: 25 * 1024 * 1024, fileBytes: 100 * 1024 * 1024 },
  };
  let running: RunningServer | null = await startServer(config, quiet);
  const { address } = running;
  const port = Number(new URL(address).port);
  const { application } = running;
  const passwordHash = await application.ports.passwords.hash(PASSWORD);
  const now = systemPorts.clock.now();
  for (const [who, person] of Object.entries(PEOPLE))
    await addAccount(application.write, { ...person, email: emailOf(who as Who), passwordHash }, now);
  const write: Maker['write'] = async (changes) => {
    const { write, engine } = running!.application;
    return write.transaction().execute(async (trx) => {
      const store = kyselyStore(trx, engine, registry);
      const scopes = [...new Set(changes.map(({ scopeId }) => scopeId!))].toSorted();
      const heads = [];
      for (const scopeId of scopes.toSorted((a, b) => Number(b === 'library') - Number(a === 'library')))
        heads.push(await store.lockHead(scopeId));
      const author = {
        userId: PEOPLE.wren.id,
        deviceId: 'server',
        now: Date.now(),
        groupId: systemPorts.ids.next(now),
      };
      const writer = openWriter(store, registry, heads, author);
      const rows = [];
      for (const change of changes) rows.push(await writer.mutate(change));
      await writer.finish();
      return rows;
    });
  };
  for (const [name, id] of Object.entries(COMPANIES))
    await write([
      {
        table: 'company',
        op: 'ins',
        id,
        scopeId: id,
        set: { name, shortName: name, address: '', accreditation: '', installationFieldsTemplateId: null },
      },
    ]);
  return {
    address,
    folder: dataFolder,
    config,
    get running() {
      return running!;
    },
    build: buildFrom(write),
    write,
    async stop() {
      await running?.stop();
      running = null;
    },
    async start() {
      running ??= await startServer({ ...config, port }, quiet);
    },
    async as(who) {
      const anonymous = createClient({ host: address, fetch, token: () => null });
      const login = await anonymous('signIn', { email: emailOf(who), password: PASSWORD });
      return createClient({ host: address, fetch, token: () => login.details!.token });
    },
  };
}

async function openAgent({
  clock,
  supervision,
  ...options
}: AgentOptions & { dataFolder: string }): Promise<TestAgent> {
  const quietly = { logLevel: 'silent', weatherUrl: null } as const;
  const config = { server: null, port: 0, ...quietly, ...options };
  const running = await startAgent(config, quiet, clock, supervision);
  const base = `http://127.0.0.1:${running.port}`;
  const token = new URL(running.launchAddress()).hash.replace('#launch=', '');
  const redeemed = await fetch(`${base}/ext/desktop/launch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const cookie = /window=[^;]+/.exec(redeemed.headers.get('set-cookie') ?? '')?.[0] ?? `${WINDOW_COOKIE}=none`;
  const { secret = 'none' } = redeemed.ok ? ((await redeemed.json()) as { secret?: string }) : {};
  const windowFetch: typeof fetch = (url, init) => {
    const { cookie: more, ...headers } = (init?.headers ?? {}) as Record<string, string>;
    const own = { [WINDOW_HEADER]: secret, cookie: more === undefined ? cookie : `${cookie}; ${more}` };
    return fetch(url, { ...init, headers: { ...headers, ...own } });
  };
  let bearer = '';
  return {
    running,
    folder: options.dataFolder,
    fetch: (path, init) => windowFetch(base + path, init),
    async signIn(who, password = PASSWORD) {
      const answer = await windowFetch(`${base}/users/me/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: emailOf(who), password }),
      });
      const login = operations.signIn.output.parse(await answer.json());
      if (login.details === null) throw new Error(login.error ?? '');
      bearer = login.details.token;
      return createClient({ host: base, fetch: windowFetch, token: () => login.details!.token });
    },
    authorization: () => `Bearer ${bearer}`,
    stop: () => running.stop(),
  };
}

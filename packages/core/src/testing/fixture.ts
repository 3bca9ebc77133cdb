/** A complete application for a test: a real database, simulated ports and named users. */
import { randomBytes } from 'node:crypto';
import {
  type InputOf,
  LIBRARY_SCOPE,
  type Operation,
  type OperationName,
  type Operations,
  type OutputOf,
  operations,
  type Role,
} from '@holdfast/contract';
import { type Engine, kyselyStore, openWriter, type StoredRow, uuidV7 } from '@holdfast/sync';
import { afterEach, beforeEach, describe } from 'vitest';
import type { Actor, ScopedChange } from '../calls/ctx.ts';
import { registry } from '../db/registry.ts';
import { type CallRequest, dispatch } from '../calls/dispatch.ts';
import { buildApplication, type Application } from '../application.ts';
import { handlers } from '../index.ts';
import { compileFormula } from '@holdfast/frx/expressions';
import type { Ports } from '../ports.ts';
import { NO_QUOTAS } from '../quotas.ts';
import { addAccount, settleLetter, claimLetter, writeRequestedLinks } from '../users/index.ts';
import { type Build, buildFrom } from './build.ts';
import { COMPANIES } from './companies.ts';
import { mediaPorts, memoryBlobs } from './media.ts';
import { declaredOnly } from './problems.ts';
import { plainReports } from './reports.ts';
import { plainSpreadsheets } from './spreadsheets.ts';
import { openTestDatabase, type TestDatabase, testEngines, testPostgres } from './databases.ts';

/** Start of every test, milliseconds UTC. */
export const TEST_NOW = Date.UTC(2026, 0, 15, 12);

/** The people of the cast: an inspector and a viewer of Northmere, an inspector of Skerrow, and the administrator, who is staff. */
export const CAST = {
  maren: { name: 'Maren Thorskild', role: 'inspector', companyId: COMPANIES.northmere },
  idris: { name: 'Idris Fallowby', role: 'inspector', companyId: COMPANIES.northmere },
  jorun: { name: 'Jorun Haleby', role: 'viewer', companyId: COMPANIES.northmere },
  anouk: { name: 'Anouk Veldering', role: 'inspector', companyId: COMPANIES.skerrow },
  wren: { name: 'Wren Castellane', role: 'administrator', companyId: null },
} as const satisfies Record<string, { name: string; role: Role; companyId: string | null }>;

/** A member of the cast. */
export type Who = keyof typeof CAST;

/** Every operation as a method. */
export type Calls = {
  [N in OperationName]: (
    input: InputOf<Extract<Operations[N], Operation>>,
    options?: Pick<CallRequest, 'idempotencyKey' | 'ifMatch'>,
  ) => Promise<OutputOf<Extract<Operations[N], Operation>>>;
};

/** A mail that would have been sent. */
interface Letter {
  email: string;
  secret: string;
}

/** Fixture of a test: the application, its database, its operations and its clock. */
export interface TestFixture {
  readonly application: Application;
  readonly database: TestDatabase;
  readonly build: Build;
  /** Inserts rows for which there is no factory, through the one writer. Each names its scope. */
  write(changes: readonly ScopedChange[]): Promise<StoredRow[]>;
  /** The operations, called by a member of the cast; every answer is checked against the contract. */
  as(who: Who): Calls;
  actor(who: Who): Actor;
  /** The mails that would have been sent. */
  readonly letters: readonly Letter[];
  /** Lets time pass. */
  wait(ms: number): void;
}

/** Runs tests on SQLite and on PostgreSQL, each with an application of its own. Without a PostgreSQL its tests are skipped by name. */
export function onEachDatabase(subject: string, tests: (fixture: TestFixture) => void): void {
  for (const engine of testEngines) {
    const suite = engine === 'postgres' && testPostgres === undefined ? describe.skip : describe;
    suite(`${subject} on ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`, () => {
      let current: TestFixture & { close(): Promise<void> };
      beforeEach(async () => {
        current = await openTestFixture(engine);
      });
      afterEach(async () => {
        await current.close();
      });
      tests({
        get application() {
          return current.application;
        },
        get database() {
          return current.database;
        },
        get letters() {
          return current.letters;
        },
        get build() {
          return current.build;
        },
        write: (changes) => current.write(changes),
        as: (who) => current.as(who),
        actor: (who) => current.actor(who),
        wait: (ms) => current.wait(ms),
      });
    });
  }
}

/** Opens an application with the cast in it. @param real ports of a host in place of those of tests */
export async function openTestFixture(
  engine: Engine,
  real: Partial<Ports> = {},
): Promise<TestFixture & { close(): Promise<void> }> {
  const database = await openTestDatabase(engine);
  let now = TEST_NOW;
  const letters: Letter[] = [];
  const mail = {
    async wake() {
      await writeRequestedLinks(application);
      for (let letter; (letter = await claimLetter(application, 60_000)) !== null;) {
        await settleLetter(database.db, letter.id, { state: 'sent', reason: null });
        letters.push({ email: letter.email, secret: letter.secret });
      }
    },
  };
  const ports: Ports = { ...testPorts(() => now), mail, ...real };
  const application = buildApplication({
    engine,
    read: database.db,
    write: database.db,
    ports,
    handlers,
    deviceId: 'server',
  });
  const userIds = new Map<Who, string>();
  for (const [who, { name, role, companyId }] of Object.entries(CAST) as [Who, (typeof CAST)[Who]][]) {
    const id = ports.ids.next(now);
    userIds.set(who, id);
    await addAccount(
      database.db,
      {
        id,
        email: `${who}@example.test`,
        name,
        role,
        companyId,
        passwordHash: await ports.passwords.hash(`${who}-password`),
      },
      now,
    );
  }
  const actor = (who: Who): Actor => ({
    ...CAST[who],
    userId: userIds.get(who)!,
    tokenId: uuidV7(now, new Uint8Array(10)),
  });
  const write = (changes: readonly ScopedChange[]): Promise<StoredRow[]> =>
    writeDirectly(application, actor('wren'), changes);
  const build = buildFrom(write);
  for (const [shortName, id] of Object.entries(COMPANIES)) {
    await writeDirectly(application, actor('wren'), [
      {
        table: 'company',
        op: 'ins',
        id,
        scopeId: id,
        set: { name: shortName, shortName, address: '', accreditation: '', installationFieldsTemplateId: null },
      },
    ]);
  }
  return {
    application,
    database,
    build,
    letters,
    write,
    actor,
    as: (who) => callsOf(application, actor(who)),
    wait(ms) {
      now += ms;
    },
    close: () => database.close(),
  };
}

/** Every operation as a method of one caller; answers and refusals are checked against the contract. */
export function callsOf(application: Application, actor: Actor | null): Calls {
  const call =
    (name: string) =>
    async (input: unknown, options: Pick<CallRequest, 'idempotencyKey' | 'ifMatch'> = {}) => {
      const operation = operations[name as OperationName];
      if (!application.handlers.has(name) && !('agentOnly' in operation))
        throw new Error(`${name} has no handler. List it in the index.ts of its feature.`);
      const answer = await dispatch(application, { operation: name, input, actor, ...options }).catch(
        (error: unknown) => {
          throw declaredOnly(operation, error);
        },
      );
      return operation.output.parse(answer);
    };
  return Object.fromEntries(Object.keys(operations).map((name) => [name, call(name)])) as unknown as Calls;
}

/** Writes rows through the one writer, without an operation around it: how factories make parents. */
async function writeDirectly(
  application: Application,
  actor: Actor,
  changes: readonly ScopedChange[],
): Promise<StoredRow[]> {
  const now = application.ports.clock.now();
  return application.write.transaction().execute(async (trx) => {
    const store = kyselyStore(trx, application.engine, registry);
    const scopes = [...new Set(changes.map((change) => change.scopeId!))].toSorted(
      (a, b) => Number(b === LIBRARY_SCOPE) - Number(a === LIBRARY_SCOPE),
    );
    const heads = [];
    for (const scope of scopes) heads.push(await store.lockHead(scope));
    const writer = openWriter(store, registry, heads, {
      userId: actor.userId,
      deviceId: 'server',
      now,
      groupId: application.ports.ids.next(now),
    });
    const rows = [];
    for (const change of changes) rows.push(await writer.mutate(change));
    await writer.finish();
    return rows;
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Simulated ports: a clock that stands still, a fast hash, no weather. */
export function testPorts(now: () => number): Ports {
  return {
    clock: { now, rest: () => Promise.resolve() },
    ids: { next: (moment) => uuidV7(moment, randomBytes(10)) },
    passwords: {
      isCommon: (password) => Promise.resolve(password === 'common-password'),
      hash: (password) => Promise.resolve(`test:${password}`),
      verify: (hash, password) => Promise.resolve(hash === `test:${password}`),
    },
    sessions: { idleMs: 90 * DAY_MS, absoluteMs: 365 * DAY_MS },
    secrets: { next: () => randomBytes(32).toString('base64url') },
    secondFactors: testFactors(),
    vault: testVault(),
    singleSignOn: testProvider(),
    weather: { at: () => null },
    mail: {
      wake: () => undefined,
    },
    quotas: NO_QUOTAS,
    instance: { version: '0.0.0', demo: () => null, setupCode: () => 'setup-code-of-tests', mustEncrypt: false },
    blobs: memoryBlobs(),
    starters: { all: () => Promise.resolve(new Map()) },
    formulas: { compiler: () => Promise.resolve(compileFormula) },
    reports: plainReports,
    spreadsheets: plainSpreadsheets,
    ...mediaPorts,
  };
}

/** A vault without cryptography: a sealed text contains the names of its key and its record. */
export function testVault(key = 'first', older: readonly string[] = []): Ports['vault'] {
  return {
    seal: (text, about) => `sealed ${key} for ${about}: ${text}`,
    open(stored, about) {
      const [, by, of, text] = /^sealed (\w+) for (.*?): (.*)$/s.exec(stored) ?? [];
      if (by === undefined) return stored;
      return of === about && [key, ...older].includes(by) ? text! : null;
    },
    isCurrent: (stored) => stored.startsWith(`sealed ${key} `),
  };
}

/** A provider without a network: the query of its answer holds the claims as JSON, and its state. */
function testProvider(): Ports['singleSignOn'] {
  return {
    redirectAddress: () => 'https://holdfast.test/single-sign-on',
    check: (issuer) => Promise.resolve(issuer.includes('wrong') ? 'It is no provider.' : null),
    begin({ issuer }) {
      if (issuer.includes('wrong')) return Promise.resolve({ problem: 'It is no provider.' });
      const state = randomBytes(8).toString('hex');
      return Promise.resolve({ address: `${issuer}?state=${state}`, state, nonce: 'nonce', verifier: 'verifier' });
    },
    finish({ clientSecret }, { state }, query) {
      const answered = new URLSearchParams(query);
      if (answered.get('state') !== state) return Promise.resolve({ problem: 'Another state was expected.' });
      if (answered.get('secret') !== clientSecret) return Promise.resolve({ problem: 'invalid_client' });
      const claims = JSON.parse(answered.get('claims') ?? '{}') as Record<string, unknown> & { sub: string };
      const {
        sub: subject,
        email = null,
        email_verified: emailVerified = false,
        name = null,
      } = claims as {
        sub: string;
        email?: string;
        email_verified?: boolean;
        name?: string;
      };
      return Promise.resolve({ subject, email, emailVerified, name, all: claims });
    },
  };
}

/** Time step of test codes in ms. */
const STEP_MS = 30_000;

/** The code that the app of a test shows at a moment. */
export function testCode(secret: string, now: number): string {
  return `${secret}@${Math.floor(now / STEP_MS)}`;
}

/** Second factors without cryptography: a code contains its secret and step, a passkey signs by repeating the challenge. */
function testFactors(): Ports['secondFactors'] {
  let secrets = 0;
  return {
    isRequiredOf: () => false,
    newTotp(email) {
      secrets += 1;
      return { secret: `secret-${secrets}`, uri: `otpauth://totp/${email}?secret=secret-${secrets}` };
    },
    totpStep(secret, code, now) {
      const steps = [now - STEP_MS, now, now + STEP_MS].filter((at) => code === testCode(secret, at));
      return steps.length === 0 ? null : Math.floor(steps[0]! / STEP_MS);
    },
    newRecoveryCode: () =>
      randomBytes(8)
        .toString('hex')
        .toUpperCase()
        .replace(/(.{4})(?=.)/g, '$1-'),
    passkeyAddress: () => 'https://holdfast.test',
    passkeyCreation: () => newChallenge(),
    verifyCreation: ({ id, attestationObject }, challenge) =>
      Promise.resolve(attestationObject === challenge ? { credentialId: id, publicKey: 'key', counter: 0 } : null),
    passkeyRequest: () => newChallenge(),
    verifyUse: ({ signature }, challenge, { counter }) => Promise.resolve(signature === challenge ? counter + 1 : null),
  };
}

function newChallenge(): Promise<{ challenge: string; options: Record<string, unknown> }> {
  const challenge = randomBytes(16).toString('base64url');
  return Promise.resolve({ challenge, options: { challenge } });
}

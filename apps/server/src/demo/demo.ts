import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  type InputOf,
  type Instance,
  type Operation,
  type OperationName,
  type Operations,
  type OutputOf,
  Problem,
} from '@holdfast/contract';
import {
  accountByEmail,
  type Actor,
  addAccount,
  buildApplication,
  dispatch,
  handlers,
  type Application,
  type Ports,
} from '@holdfast/core';
import { ADMINISTRATOR, DEMO_PASSWORD, DEMO_SIGN_INS, makeFleet } from '@holdfast/demo';
import type { Databases } from '@holdfast/host';
import { derivedId, sha256Hex } from '@holdfast/sync';
import type { Logger } from 'pino';
import { reopenDemo } from './demoAccounts.ts';
import { beginDemo, demoProgress, saveDemo } from '../queries.ts';

/** The demo fleet behind a server. */
export interface Demo {
  describe(): NonNullable<Instance['demo']>;
  /**
   * Creates the missing parts of the fleet in the background.
   * @returns resolves as soon as the accounts of the demo can sign in
   */
  seed(): Promise<void>;
  /** Resolves once the fleet is complete; immediately when it already is. */
  whole(): Promise<void>;
  /** Stops the creation after the current operation. */
  stop(): Promise<void>;
}

interface DemoParts {
  databases: Databases;
  ports: Ports;
  log: Logger;
  /** Also the installation of 5,000 items. */
  stress: boolean;
}

/** State of the fleet: the day from which its dates are counted, and the parts that are complete. */
interface DemoState {
  day: number;
  fleet: boolean;
  stress: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Maximum progress reported before the end, because the number of calls is an estimate. */
const ALMOST = 0.99;
/** The time part of every id of the fleet. It is the same in every demo (data decision 36). */
const FLEET_ROOT = '01900000-0000-7000-8000-000000000000';

const TEMPLATES = fileURLToPath(new URL('../../../../packages/demo/templates/', import.meta.url));

/** A report template of the demo. */
export function templateOf(name: string): Uint8Array {
  return readFileSync(join(TEMPLATES, name));
}

/**
 * The demo of a server. The fleet is created by ordinary operations, called as users of the demo at the times of its events. Every call has its own
 * idempotency key, so that an interrupted run can start again from the beginning.
 */
export async function demoOf({ databases, ports, log, stress }: DemoParts): Promise<Demo> {
  let state = await readState(databases, ports.clock.now());
  await reopenDemo(databases);
  let share = isWhole(state, stress) ? 1 : 0;
  let stopped = false;
  let making: Promise<void> = Promise.resolve();
  const passwords = hashingOnce(ports.passwords);
  if (share < 1) await ensureAdministrator(databases, passwords, ports.clock.now());

  async function make(onAccounts: () => void): Promise<void> {
    let refused = 0;
    await makeFleet({
      callAs: callAs(databases, { ...ports, passwords }),
      onAccounts,
      templateOf,
      day: state.day,
      stress,
      onProgress: (done) => (share = Math.min(done, ALMOST)),
      onRefused(operation, error) {
        if (!(error instanceof Problem)) return false;
        refused += 1;
        log.warn({ err: error, operation }, 'a record of the demo fleet was refused and is left out');
        return true;
      },
      stopped: () => stopped,
    });
    if (stopped) return;
    state = { ...state, fleet: true, stress: state.stress || stress };
    await writeState(databases, state);
    share = 1;
    log.info({ leftOut: refused }, 'the demo fleet is whole');
  }

  return {
    describe: () => ({
      password: DEMO_PASSWORD,
      signIns: DEMO_SIGN_INS.map(({ email, role }) => ({ email, role })),
      seeded: share,
    }),
    async seed() {
      if (share === 1) return;
      const accounts = Promise.withResolvers<void>();
      making = make(accounts.resolve)
        .catch((error: unknown) => log.error({ err: error }, 'the demo fleet could not be made'))
        .finally(accounts.resolve);
      await accounts.promise;
    },
    whole: () => making,
    async stop() {
      stopped = true;
      await making;
    },
  };
}

/** Calls operations as a user at a time in the past, with ids that follow from the position of the call. */
function callAs(databases: Databases, ports: Ports) {
  let step = 0;
  let moment = 0;
  let made = 0;
  const application: Application = buildApplication({
    engine: databases.engine,
    read: databases.read,
    write: databases.write,
    handlers,
    deviceId: 'server',
    ports: {
      ...ports,
      clock: { ...ports.clock, now: () => moment },
      ids: { next: () => derivedId(FLEET_ROOT, 'demo', String(step), String(made++)) },
    },
  });
  const actors = new Map<string, Actor>();
  return (email: string, instant: number) =>
    async <N extends OperationName>(
      name: N,
      input: InputOf<Extract<Operations[N], Operation>>,
    ): Promise<OutputOf<Extract<Operations[N], Operation>>> => {
      step += 1;
      // SQLite answers synchronously, so the server answers other calls between two steps.
      await setImmediate();
      made = 0;
      const idempotencyKey = `demo-${step}-${sha256Hex(`${name}${JSON.stringify(input)}`).slice(0, 16)}`;
      let actor = actors.get(email);
      if (actor === undefined) {
        const account = await accountByEmail(databases.read, email);
        if (account === undefined) throw new Error(`No user of the demo has the address ${email}.`);
        actor = {
          userId: account.id,
          name: account.name,
          role: account.role,
          companyId: account.companyId,
          tokenId: '',
        };
        actors.set(email, actor);
      }
      moment = instant;
      const answer = await dispatch(application, { operation: name, input, actor, idempotencyKey });
      return answer as OutputOf<Extract<Operations[N], Operation>>;
    };
}

/** Every account of the demo has the same published password: its hash, which is slow on purpose, is computed once. */
function hashingOnce(passwords: Ports['passwords']): Ports['passwords'] {
  const hashes = new Map<string, Promise<string>>();
  return {
    ...passwords,
    hash(password) {
      const known = hashes.get(password) ?? passwords.hash(password);
      hashes.set(password, known);
      return known;
    },
  };
}

async function ensureAdministrator(
  { read, write }: Databases,
  passwords: Ports['passwords'],
  now: number,
): Promise<void> {
  const { email, name, role } = ADMINISTRATOR;
  if ((await accountByEmail(read, email)) !== undefined) return;
  const passwordHash = await passwords.hash(DEMO_PASSWORD);
  const id = derivedId(FLEET_ROOT, 'demo', email);
  await addAccount(write, { id, email, name, role, companyId: null, passwordHash }, now);
}

function isWhole(state: DemoState, stress: boolean): boolean {
  return state.fleet && (state.stress || !stress);
}

async function readState({ read, write }: Databases, now: number): Promise<DemoState> {
  const progress = await demoProgress(read);
  if (progress !== undefined) return JSON.parse(progress) as DemoState;
  const state = { day: Math.floor(now / DAY_MS) * DAY_MS, fleet: false, stress: false };
  await beginDemo(write, JSON.stringify(state));
  return state;
}

async function writeState({ write }: Databases, state: DemoState): Promise<void> {
  await saveDemo(write, JSON.stringify(state));
}

/** The demo fleet in a separate database, created as on a server. */
import type { InputOf, Operation, OperationName, Operations } from '@holdfast/contract';
import { accountByEmail, addAccount, buildApplication, dispatch, handlers, type Ports } from '@holdfast/core';
import { openSqliteCopy, openTestDatabase, type TestDatabase, testPorts } from '@holdfast/core/testing';
import { ADMINISTRATOR, type Call, type FleetOptions, makeFleet } from '@holdfast/demo';
import { reportsOnDemand } from '@holdfast/host';
import { derivedId, sha256Hex } from '@holdfast/sync';
import { templateOf } from '../demo/demo.ts';

/** The day the fleet of these tests counts from. */
export const DAY = Date.UTC(2026, 0, 15);
const ROOT = '01900000-0000-7000-8000-000000000000';

/** A database the fleet is made in. */
export interface DemoPlace {
  database: TestDatabase;
  /** Returns a photo that the fleet sent; null before the first. */
  photo(): Uint8Array | null;
  /** Returns the warnings of the last report printed. */
  warnings(): readonly { message: string; object: string | null }[];
  /**
   * Creates the fleet, or the part of it that the given number of calls creates.
   * @param onCall receives before each call the number of those made
   * @returns the shares of progress reported
   */
  make(calls?: number, onCall?: (made: number) => void): Promise<number[]>;
  /** Creates what is missing, as a server does, without the records that are refused. @returns the shares of progress, and the refused operations */
  makeRest(): Promise<{ shares: number[]; refused: string[] }>;
  /** Calls as a user of the fleet, at the current time. */
  as(email: string): Call;
}

/** Opens a database that contains only the administrator. @param copied contents of another database that it has instead */
export async function openDemoPlace(copied?: Buffer): Promise<DemoPlace> {
  const database = copied === undefined ? await openTestDatabase('sqlite') : openSqliteCopy(copied);
  if (copied === undefined) {
    const id = derivedId(ROOT, 'demo', ADMINISTRATOR.email);
    const { email, name, role } = ADMINISTRATOR;
    await addAccount(database.db, { id, email, name, role, companyId: null, passwordHash: 'test:none' }, DAY);
  }
  let photo: Uint8Array | null = null;
  let warnings: ReturnType<DemoPlace['warnings']> = [];
  const reports = reportsOnDemand();
  const ports: Pick<Ports, 'blobs' | 'images' | 'reports'> = {
    blobs: testPorts(() => DAY).blobs,
    // Photos are not decoded, because that takes longer than everything else together.
    images: {
      decode(bytes) {
        photo ??= bytes;
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        const renditions = { 320: bytes, 1280: bytes };
        return Promise.resolve({ width: view.getUint16(6, true), height: view.getUint16(8, true), renditions });
      },
      draw: (bytes) => Promise.resolve(bytes),
    },
    reports: {
      ...reports,
      async print(report) {
        const printed = await reports.print(report);
        warnings = printed.kind === 'printed' ? printed.warnings : [];
        return printed;
      },
    },
  };
  return {
    database,
    photo: () => photo,
    warnings: () => warnings,
    as: (address) => callsOf(database, ports)(address, DAY),
    async make(calls = Infinity, onCall) {
      return makePart({ callAs: callsOf(database, ports), calls, onCall });
    },
    async makeRest() {
      const refused: string[] = [];
      const onRefused = (operation: string): boolean => refused.push(operation) > 0;
      return { shares: await makePart({ callAs: callsOf(database, ports), calls: Infinity, onRefused }), refused };
    },
  };
}

/** Creates the part of the fleet that a number of calls creates. @returns the shares of progress reported */
async function makePart({
  callAs,
  calls,
  onCall,
  ...options
}: Pick<FleetOptions, 'callAs' | 'onRefused'> & {
  calls: number;
  onCall?: ((made: number) => void) | undefined;
}): Promise<number[]> {
  const shares: number[] = [];
  let made = 0;
  await makeFleet({
    ...options,
    callAs: (address, instant) => {
      const call = callAs(address, instant);
      return (operation, input) => {
        onCall?.(made);
        made += 1;
        return call(operation, input);
      };
    },
    templateOf,
    day: DAY,
    stress: false,
    onProgress: (share) => shares.push(share),
    stopped: () => made >= calls,
  });
  return shares;
}

/** Calls operations as the host does: ids and keys follow from the position in the story. */
function callsOf({ db }: TestDatabase, shared: Pick<Ports, 'blobs' | 'images' | 'reports'>): FleetOptions['callAs'] {
  let step = 0;
  let made = 0;
  let moment = DAY;
  const application = buildApplication({
    engine: 'sqlite',
    read: db,
    write: db,
    handlers,
    deviceId: 'server',
    ports: {
      ...testPorts(() => moment),
      ...shared,
      ids: { next: () => derivedId(ROOT, 'demo', String(step), String(made++)) },
    },
  });
  return (email, instant) =>
    async <N extends OperationName>(name: N, input: InputOf<Extract<Operations[N], Operation>>) => {
      step += 1;
      made = 0;
      const account = (await accountByEmail(db, email))!;
      moment = instant;
      const actor = { ...account, userId: account.id, tokenId: '' };
      const idempotencyKey = `demo-${step}-${sha256Hex(`${name}${JSON.stringify(input)}`).slice(0, 16)}`;
      return (await dispatch(application, { operation: name, input, actor, idempotencyKey })) as never;
    };
}

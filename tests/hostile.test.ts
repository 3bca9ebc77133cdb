import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { REPORT_TYPES } from '@holdfast/contract';
import { createClient } from '@holdfast/contract/client';
import { uuidV7 } from '@holdfast/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshServer, startFreshServer } from '../apps/server/src/testing/freshServer.ts';
import { collection, type Hostile, type Way } from './hostile/collection.ts';

/** Time in ms for which a report may print before its caller leaves. */
const LEAVES_MS = 4_000;
/** No input is answered later than this, on a machine that has other things to do. */
const ANSWERED_MS = 60_000;
/** Time limit in ms of `/healthz`, with other tests beside it. The time on a quiet machine is printed: a test does not depend on it. */
const HEALTHY_MS = 10_000;
/** The most the server takes by itself and together with the processes it starts, MiB. */
const MOST_SERVER = 900;
const MOST_TOGETHER = 4_500;

let server: FreshServer;
let authorization: string;
let deviceToken: string;

beforeAll(async () => {
  server = await startFreshServer('in its own process');
  authorization = `Bearer ${server.token}`;
  const { companyId } = await server.call('getInstallation', { installationId: server.installationId });
  const account = { name: 'Maren', email: 'maren@example.test', role: 'viewer' as const, companyId };
  await server.call('createUser', { ...account, password: 'long enough for Maren' });
  // Without the administrator's session, which a sign-in by it would end.
  const signIn = createClient({ host: server.address, fetch, token: () => null });
  const signedIn = await signIn('signIn', { email: account.email, password: 'long enough for Maren' });
  deviceToken = randomBytes(32).toString('base64url');
  const device = { deviceId: uuidV7(Date.now(), randomBytes(10)), token: deviceToken, name: 'Tablet', appVersion: '1' };
  const registered = await post('/ext/devices', JSON.stringify(device), {
    authorization: `Bearer ${signedIn.details!.token}`,
  });
  expect(registered).toBe(200);
}, 60_000);
afterAll(() => server.stop());

/** Sends JSON. @returns the status of the answer, 0 when the caller left */
async function post(
  path: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
  leavesMs = ANSWERED_MS,
): Promise<number> {
  try {
    const answer = await fetch(server.address + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : new Uint8Array(body),
      signal: AbortSignal.timeout(leavesMs),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError' && leavesMs === LEAVES_MS) return 0;
    throw error;
  }
}

const WAYS: Record<Way, (hostile: Hostile, bytes: Buffer) => Promise<number>> = {
  check: (_, bytes) => post('/ext/admin/reports/check', JSON.stringify({ frx: bytes.toString('base64') })),
  photo: async ({ name }, bytes) => {
    const { installationInspectionId, itemId } = server;
    return call('addImageToInstallationInspectionItem', {
      installationInspectionId,
      itemId,
      filename: name,
      base64Image: bytes.toString('base64'),
    });
  },
  file: ({ name }, bytes) =>
    call('addFileToItem', { itemId: server.itemId, filename: name, base64File: bytes.toString('base64') }),
  register: (_, bytes) =>
    call('previewItemRegister', { id: server.installationId, base64File: bytes.toString('base64') }),
  json: (_, bytes) => post('/users/me/token', bytes),
  push: (_, bytes) =>
    post('/ext/sync/push', bytes, { authorization: `Bearer ${deviceToken}`, 'content-encoding': 'gzip' }),
  print: async ({ name }, bytes) => {
    const frx = bytes.toString('base64');
    const { id: reportId } = await server.call('createReport', {
      title: name,
      frx,
      reportTypeId: REPORT_TYPES.installationInspection.id,
    });
    const { installationInspectionId } = server;
    return post(
      '/execute-report-installation-inspection?format=png',
      JSON.stringify({ reportId, installationInspectionId }),
      {},
      LEAVES_MS,
    );
  },
};

/** Calls an operation. @returns the status of its answer */
async function call(...[name, input]: Parameters<FreshServer['call']>): Promise<number> {
  try {
    await server.call(name, input);
    return 200;
  } catch (error) {
    return (error as { status: number }).status;
  }
}

const residentMegabytes = (pid: number | string): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
};
/** Processes the server has started. */
const children = (): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ')[1] === String(server.pid)
      );
    } catch {
      return false;
    }
  });

/** Requests `/healthz` repeatedly while an action runs. */
async function during(
  work: () => Promise<void>,
): Promise<{ p99: number; longest: number; own: number; together: number }> {
  const waits: number[] = [];
  let own = 0;
  let together = 0;
  const pinger = new Worker(new URL('./hostile/pinger.ts', import.meta.url), { workerData: server.address });
  pinger.on('message', (ms: number) => waits.push(ms));
  await once(pinger, 'message');
  waits.length = 0;
  const timer = setInterval(() => {
    const mine = residentMegabytes(server.pid);
    own = Math.max(own, mine);
    together = Math.max(together, mine + children().reduce((sum, pid) => sum + residentMegabytes(pid), 0));
  }, 50);
  await work();
  clearInterval(timer);
  await pinger.terminate();
  waits.sort((one, other) => one - other);
  return { p99: waits[Math.floor(waits.length * 0.99)]!, longest: waits.at(-1)!, own, together };
}

describe.runIf(process.platform === 'linux')('The server under hostile input', () => {
  const ways = Object.keys(WAYS) as Way[];
  it.each(ways)('answers and stays within its limits: %s', { timeout: 900_000 }, async (way) => {
    const inputs = collection.filter((each) => each.way === way);
    const made = await Promise.all(inputs.map(async (input) => ({ input, bytes: await input.make() })));
    const late: string[] = [];
    const failed: string[] = [];
    const figures = await during(async () => {
      for (const { input, bytes } of made) {
        const began = performance.now();
        const status = await WAYS[way](input, bytes);
        const ms = performance.now() - began;
        if (ms > ANSWERED_MS) late.push(input.name);
        // Without a session nothing would be worked on; `json` is a sign-in, which can be refused.
        const isIgnored = status === 401 && way !== 'json';
        if (isIgnored || (status >= 500 && status !== 503)) failed.push(`${input.name}: ${status}`);
      }
    });
    process.stdout.write(
      `${way.padEnd(9)} ${String(inputs.length).padStart(3)} inputs; /healthz p99 ${figures.p99.toFixed(0)} ms, longest ${figures.longest.toFixed(0)} ms; server ${figures.own.toFixed(0)} MB, together ${figures.together.toFixed(0)} MB\n`,
    );
    expect({ late, failed }).toEqual({ late: [], failed: [] });
    expect(figures.longest).toBeLessThan(HEALTHY_MS);
    expect(figures.own).toBeLessThan(MOST_SERVER);
    expect(figures.together).toBeLessThan(MOST_TOGETHER);
  });
});

it('The collection of hostile inputs has at least 120, each under a name of its own', () => {
  expect(collection.length).toBeGreaterThanOrEqual(120);
  expect(new Set(collection.map(({ way, name }) => `${way} ${name}`)).size).toBe(collection.length);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '@holdfast/demo';
import { openLog } from '@holdfast/host';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { type RunningServer, startServer } from './server.ts';

const ALL_USERS = DEMO_SIGN_INS.map(({ email }) => email);

let folder: string;
let port: number;
let starting: Promise<RunningServer> | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-readiness-'));
  port = await freePort();
});
afterEach(async () => {
  await (await starting)?.stop();
  starting = undefined;
  await rm(folder, { recursive: true, force: true });
});

function start(): Promise<RunningServer> {
  starting = startServer(
    readConfig({ PORT: String(port), HOLDFAST_DATA: folder, HOLDFAST_DEMO: '1', HOLDFAST_WEATHER_URL: '0' }),
    openLog('silent'),
  );
  return starting;
}

/** Signs in with each account of the demo. @returns the accounts that could sign in, and the share of the fleet that existed by then */
async function signIns(): Promise<{ signedIn: string[]; seeded: number }> {
  const address = `http://127.0.0.1:${port}`;
  const signedIn = await Promise.all(
    DEMO_SIGN_INS.map(async ({ email }) => {
      const answer = await fetch(`${address}/users/me/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: DEMO_PASSWORD }),
      });
      return answer.ok ? email : `${email}: ${answer.status}`;
    }),
  );
  const { demo } = (await (await fetch(`${address}/ext/instance`)).json()) as { demo: { seeded: number } };
  return { signedIn, seeded: demo.seeded };
}

it('The accounts of the demo can sign in as soon as the server reports that it is ready, while the fleet is still created', async () => {
  await start();
  const { signedIn, seeded } = await signIns();
  expect(signedIn).toEqual(ALL_USERS);
  expect(seeded).toBeLessThan(0.5);
});

it('The accounts of the demo can sign in as soon as /readyz answers with success', async () => {
  void start();
  const seen: number[] = [];
  while (seen.at(-1) !== 200)
    seen.push((await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status ?? 0);
  expect((await signIns()).signedIn).toEqual(ALL_USERS);
  expect(seen.filter((status) => ![0, 200, 503].includes(status))).toEqual([]);
});

it('A server that is restarted with an incomplete demo is ready at once', async () => {
  await (await start()).stop();
  await start();
  expect((await signIns()).signedIn).toEqual(ALL_USERS);
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port: free } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return free;
}

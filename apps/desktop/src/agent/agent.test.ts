import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCompany, buildLibrary, expectations, type Ids, inputFrom } from '@holdfast/api/testing';
import { CONDITIONS, type Operation, operationList, type OperationName } from '@holdfast/contract';
import { request as requestOf, type Route, routes } from '@holdfast/contract/client';
import { tinyPhoto } from '@holdfast/core/testing';
import { FolderInUse, openLog } from '@holdfast/host';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startAgent } from './agent.ts';
import { OFFLINE_LEASE_MS } from '@holdfast/device';
import { openWorld, PASSWORD, PEOPLE, type TestAgent, type World } from './testing/world.ts';

/** An id that belongs to no record. */
const UNKNOWN = '0190aaaa-0000-7000-8000-00000000dead';

let world: World;
let agent: TestAgent;

beforeAll(async () => {
  world = await openWorld();
  agent = await world.agent();
});
afterAll(() => world.close());

/** A request with headers that `fetch` would not send. */
function raw(path: string, headers: Record<string, string>): Promise<{ status: number; location: string }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: agent.running.port, path, headers }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? '' });
    })
      .once('error', reject)
      .end();
  });
}

describe('an agent and the programs of its machine', () => {
  /** Signs a user in as a browser does. */
  async function signedIn(): Promise<{ details: { token: string }; cookie: string }> {
    const answer = await agent.fetch('/users/me/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'maren@example.test', password: PASSWORD }),
    });
    const { details } = (await answer.json()) as { details: { token: string } };
    return { details, cookie: /^token=([^;]+);/.exec(answer.headers.get('set-cookie') ?? '')![1]! };
  }

  const own = (): string => `127.0.0.1:${agent.running.port}`;

  it('answers only under its own names, so that DNS rebinding fails', async () => {
    expect(await raw('/ext/instance', { host: 'holdfast.example' })).toMatchObject({ status: 403 });
    expect(await raw('/ext/instance', { host: '127.0.0.1:1' })).toMatchObject({ status: 403 });
    expect(await raw('/healthz', { host: own() })).toMatchObject({ status: 200 });
  });

  it('refuses calls of pages that are not its own', async () => {
    expect(await raw('/healthz', { host: own(), origin: 'https://elsewhere.example' })).toMatchObject({ status: 403 });
    expect(await raw('/healthz', { host: own(), 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 });
    expect(await raw('/healthz', { host: own(), origin: `http://${own()}` })).toMatchObject({ status: 200 });
  });

  it('redirects a page opened by its IP address to its own name, whose cookies no other program shares', async () => {
    const { status, location } = await raw('/', { host: own(), 'sec-fetch-dest': 'document' });
    expect(status).toBe(302);
    expect(location).toBe(`${agent.running.origin}/`);
  });

  it('accepts a window only after it was opened with an address that it issued', async () => {
    const stranger = await raw('/ext/instance', { host: own() });
    expect(stranger.status).toBe(403);
    expect((await agent.fetch('/ext/instance')).status).toBe(200);
    const navigation = { host: new URL(agent.running.origin).host, 'sec-fetch-dest': 'document' };
    for (const path of ['/ext/instance', '/ext/desktop/status', '/ext/desktop/events', '/openapi.json', '/docs/api'])
      expect(await raw(path, navigation), path).toMatchObject({ status: 403 });
    const text = { host: navigation.host, accept: 'text/html' };
    expect(await raw('/ext/desktop/events', text)).toMatchObject({ status: 403 });
    expect((await raw('/admin/companies', navigation)).status).not.toBe(403);
  });

  it('describes itself without a first administrator to create, a demo and other ways to sign in', async () => {
    expect(await (await agent.fetch('/ext/instance')).json()).toMatchObject({
      product: 'Holdfast',
      needsFirstAdministrator: false,
      singleSignOn: false,
      demo: null,
    });
  });

  it('accepts the token of an address once', async () => {
    const token = new URL(agent.running.launchAddress()).hash.replace('#launch=', '');
    const redeem = (): Promise<Response> =>
      fetch(`http://${own()}/ext/desktop/launch`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      });
    expect((await redeem()).status).toBe(200);
    expect((await redeem()).status).toBe(403);
  });

  it('accepts the cookie of a window for pictures and downloads alone, because programs on other ports receive it', async () => {
    const token = new URL(agent.running.launchAddress()).hash.replace('#launch=', '');
    const redeemed = await fetch(`http://${own()}/ext/desktop/launch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    const { secret } = (await redeemed.json()) as { secret: string };
    const cookie = /^window=[^;]+/.exec(redeemed.headers.get('set-cookie') ?? '')![0];
    expect(cookie).not.toContain(secret);
    const status = async (path: string, headers: Record<string, string>): Promise<number> => {
      const { status: answered, body } = await fetch(`http://${own()}${path}`, { headers });
      await body?.cancel();
      return answered;
    };
    const calls = ['/ext/instance', '/ext/desktop/status', '/ext/desktop/versions', '/ext/desktop/encryption'];
    for (const path of [...calls, '/ext/desktop/events', '/users/me', '/openapi.json', '/docs/api', '/unknown']) {
      expect(await status(path, { cookie }), path).toBe(403);
      expect(await status(path, { 'x-holdfast-window': secret }), path).not.toBe(403);
      const stolen = decodeURIComponent(cookie.slice('window='.length));
      expect(await status(path, { 'x-holdfast-window': stolen }), path).toBe(403);
    }
    const signIn = await fetch(`http://${own()}/users/me/token`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'maren@example.test', password: PASSWORD }),
    });
    expect(signIn.status).toBe(403);
    // Not signed in: the cookie of the window was accepted.
    for (const path of [`/images/${UNKNOWN}.png`, `/files/${UNKNOWN}`, '/ext/desktop/refused/print'])
      expect(await status(path, { cookie }), path).toBe(401);
    expect(await status(`/images/${UNKNOWN}.png`, {})).toBe(403);
    // Browsers open streams of events without headers.
    expect(await status(`/ext/desktop/events?window=${secret}`, {})).toBe(200);
    expect(await status('/ext/desktop/events?window=unknown', { cookie })).toBe(403);
  });

  it('gives the browser a cookie that is no token, because programs on other ports of its name receive it', async () => {
    const { details, cookie } = await signedIn();
    expect(cookie).not.toContain(details.token);
    const status = async (path: string, headers: Record<string, string>): Promise<number> =>
      (await agent.fetch(path, { headers: { ...headers, 'sec-fetch-dest': 'empty' } })).status;
    expect(await status('/users/me', { authorization: `Bearer ${details.token}` })).toBe(200);
    expect(await status('/users/me', { authorization: `Bearer ${decodeURIComponent(cookie)}` })).toBe(401);
    const picture = `/images/${UNKNOWN}.png`;
    expect(await status(picture, { cookie: `token=${cookie}` })).toBe(404);
    expect(await status(picture, { cookie: `token=${cookie.slice(0, -8)}AAAAAAAA` })).toBe(401);
  });

  it('replaces the cookie of an earlier version when the page asks for its user', async () => {
    const { details, cookie } = await signedIn();
    const set = async (own: string): Promise<string | null> => {
      const headers = { authorization: `Bearer ${details.token}`, cookie: own };
      return (await agent.fetch('/users/me', { headers })).headers.get('set-cookie');
    };
    expect(await set(`token=${cookie}`)).toBeNull();
    for (const other of [`token=${details.token}`, 'token=ended', 'x=y'])
      expect(await set(other), other).toMatch(/^token=sealed1[^;]+; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  it('answers a request with its absolute address, and none for another server', async () => {
    const { origin } = agent.running;
    const { host } = new URL(origin);
    expect(await raw(`${origin}/healthz`, { host })).toMatchObject({ status: 200 });
    expect(await raw('http://elsewhere.example/healthz', { host })).toMatchObject({ status: 403 });
    expect(await raw('http://elsewhere.example/healthz', { host: 'elsewhere.example' })).toMatchObject({ status: 403 });
  });

  it('keeps its origin in the window while another program has its port, and refuses to start there without a window', async () => {
    const supervision = { shell: '0.1.0', running: '0.1.0', restart: () => undefined };
    const first = await world.agent({ supervision });
    const { origin, port } = first.running;
    await first.stop();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    try {
      const again = await world.agent({ dataFolder: first.folder, port: null, supervision });
      expect(again.running.origin).toBe(origin);
      expect(again.running.port).not.toBe(port);
      const ask = (headers: Record<string, string>): Promise<number> =>
        new Promise((resolve, reject) => {
          request({ host: '127.0.0.1', port: again.running.port, path: '/healthz', headers }, (answer) => {
            answer.resume();
            resolve(answer.statusCode ?? 0);
          })
            .once('error', reject)
            .end();
        });
      expect(await ask({ host: new URL(origin).host, 'sec-fetch-dest': 'document' })).toBe(200);
      // A browser outside of the window would be sent to the other program, with the cookies of this host name.
      expect(await ask({ host: `127.0.0.1:${again.running.port}`, 'sec-fetch-dest': 'document' })).toBe(403);
      await again.stop();
      await expect(world.agent({ dataFolder: first.folder, port: null })).rejects.toThrow(
        'already listens on this port',
      );
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
    const back = await world.agent({ dataFolder: first.folder, port: null, supervision });
    expect(back.running).toMatchObject({ origin, port });
  });

  it('is the only one for its folder', async () => {
    const config = { server: null, port: 0, dataFolder: agent.folder, logLevel: 'silent', weatherUrl: null } as const;
    await expect(startAgent(config, openLog('silent'))).rejects.toBeInstanceOf(FolderInUse);
  });
});

describe('the address of a server without encryption', () => {
  const server = 'http://rig.example';
  it('is refused at the first start unless that is configured, and reported in the log when it is used', async () => {
    const log = openLog('silent');
    const warn = vi.spyOn(log, 'warn');
    const dataFolder = mkdtempSync(join(tmpdir(), 'holdfast-unencrypted-'));
    onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
    const config = { server, port: 0, dataFolder, weatherUrl: null, logLevel: 'warn' } as const;
    await expect(startAgent(config, log)).rejects.toThrow(/http:\/\/rig\.example: must begin with https:/);
    expect(warn).not.toHaveBeenCalled();
    const allowed = await startAgent({ ...config, unencrypted: true }, log);
    await allowed.stop();
    // The next start has the work that was recorded here, and must not need a setting for it.
    const again = await startAgent(config, log);
    await again.stop();
    const text = 'the connection to the server is not encrypted';
    expect(warn.mock.calls.filter(([, line]) => line === text)).toHaveLength(2);
  });
});

describe('signing in on a desktop', () => {
  it('needs the server the first time, and works without it afterwards [BRDG-01]', async () => {
    const own = await world.agent();
    await world.server.stop();
    await expect(own.signIn('maren')).rejects.toThrow('you have not signed in on this device before');
    await world.server.start();
    const online = await own.signIn('maren');
    expect((await online('getCurrentUser', {})).name).toBe('Maren Thorskild');
    await own.running.driver.settled();

    await world.server.stop();
    const offline = await own.signIn('maren');
    expect((await offline('getCurrentUser', {})).id).toBe(PEOPLE.maren.id);
    await expect(own.signIn('maren', 'wrong')).rejects.toThrow('not right');
    await expect(own.signIn('idris')).rejects.toThrow('you have not signed in on this device before');
    await world.server.start();
  });

  it('expires thirty days after the server last confirmed the account', async () => {
    const own = await world.agent();
    await own.signIn('maren');
    await own.running.driver.settled();
    await world.server.stop();
    const day = 24 * 60 * 60 * 1000;
    const now = Date.now();
    try {
      vi.spyOn(Date, 'now').mockImplementation(() => now + OFFLINE_LEASE_MS - day);
      await own.signIn('maren');
      vi.spyOn(Date, 'now').mockImplementation(() => now + OFFLINE_LEASE_MS + day);
      await expect(own.signIn('maren')).rejects.toThrow('more than 30 days');
      // Setting the clock back does not extend the time.
      vi.spyOn(Date, 'now').mockImplementation(() => now - OFFLINE_LEASE_MS - day);
      await expect(own.signIn('maren')).rejects.toThrow('more than 30 days');
    } finally {
      vi.restoreAllMocks();
      await world.server.start();
    }
  });

  it('is refused for a password that the server no longer accepts', async () => {
    const own = await world.agent();
    await own.signIn('idris');
    await own.running.driver.settled();
    const change = async (password: string): Promise<void> => {
      const { write, ports } = world.server.running.application;
      const passwordHash = await ports.passwords.hash(password);
      await write.updateTable('user').set({ passwordHash }).where('id', '=', PEOPLE.idris.id).execute();
    };
    await change('another-password');
    await expect(own.signIn('idris')).rejects.toThrow('not right');
    await world.server.stop();
    await expect(own.signIn('idris')).rejects.toThrow('not right');
    await world.server.start();
    await change(PASSWORD);
  });

  it('is refused to the staff of the operator, who have no company to synchronise', async () => {
    await expect(agent.signIn('wren')).rejects.toThrow('in the browser');
  });

  it('is remembered over a restart, with everything that was recorded [SYNC-19]', async () => {
    const { drops, item } = await world.server.build.itemInInspection();
    const first = await world.agent();
    const call = await first.signIn('maren');
    await first.running.driver.settled();
    await world.server.stop();
    const place = { installationInspectionId: drops.id, itemId: item.id };
    await call('setCondition', { ...place, conditionId: CONDITIONS.defective.id });
    expect(await first.running.driver.waiting()).toMatchObject({ waiting: 1 });
    await first.stop();

    const second = await world.agent({ dataFolder: first.folder, server: null });
    const again = await second.signIn('maren');
    const condition = await again('getInstallationInspectionItemCondition', place);
    expect(condition).toMatchObject({ id: CONDITIONS.defective.id });
    await world.server.start();
    await second.running.driver.run('User');
    await second.running.driver.settled();
    expect(await second.running.driver.waiting()).toMatchObject({ waiting: 0 });
    const web = await world.server.as('idris');
    expect(await web('getInstallationInspectionItemCondition', place)).toMatchObject({ id: CONDITIONS.defective.id });
  });
});

/** Returns the status of a call, for any kind of answer, with no content (204) as 200; a stream is closed after its first bytes. */
async function statusOf(own: TestAgent, operation: Operation, input: Record<string, unknown>): Promise<number> {
  const { url, init } = requestOf((routes as Record<string, Route>)[operation.name]!, input);
  const type = operation.kind === 'upload' ? { 'content-type': 'application/octet-stream' } : {};
  const answer = await own.fetch(url, {
    ...init,
    headers: { ...init.headers, ...type, authorization: own.authorization() },
  });
  await answer.body?.cancel();
  return answer.status === 204 ? 200 : answer.status;
}

describe('the inspector contract on a desktop', () => {
  it('is answered from the local database while there is no server, every operation of it [BRDG-10]', async () => {
    const { running, build, write } = world.server;
    const maker = { build, write, application: running.application };
    const library = await buildLibrary(maker);
    const company = await buildCompany(maker, 'northmere', library, 'Tarn');
    const ids = { ...library, ...company, user: PEOPLE.maren.id, token: UNKNOWN, device: UNKNOWN } as Ids;
    const own = await world.agent();
    await own.signIn('maren');
    await own.running.driver.settled();
    await world.server.stop();
    try {
      const inspector = operationList.filter(
        ({ right, path, name, agentOnly }) =>
          (right === 'read' || right === 'inspect') &&
          agentOnly !== true &&
          !/^\/(ext\/)?admin\//.test(path) &&
          name !== 'registerDevice',
      );
      expect(inspector.length).toBeGreaterThan(55);
      const removing = /^(?:remove|delete)/;
      const answers: string[] = [];
      // Removals are tested last, so that the other tests still have their rows.
      for (const operation of [
        ...inspector.filter(({ name }) => !removing.test(name)),
        ...inspector.filter(({ name }) => removing.test(name)),
      ]) {
        const { more, ok = 200 } = expectations[operation.name as OperationName];
        const status = await statusOf(own, operation, inputFrom(operation, ids, more));
        if (status !== ok) answers.push(`${operation.name}: ${status} for ${ok}`);
      }
      expect(answers).toEqual([]);
    } finally {
      await world.server.start();
    }
  });

  it('includes photos, notes, undo and history of changes that are not sent yet', async () => {
    const { drops, item } = await world.server.build.itemInInspection();
    const own = await world.agent();
    const call = await own.signIn('maren');
    await own.running.driver.settled();
    await world.server.stop();
    try {
      const place = { installationInspectionId: drops.id, itemId: item.id };
      const photo = await call('addImageToInstallationInspectionItem', {
        ...place,
        filename: 'a.png',
        base64Image: tinyPhoto(),
      });
      const bytes = await own.fetch(`/images/${photo.id}.png`, { headers: { authorization: own.authorization() } });
      expect(Buffer.from(await bytes.arrayBuffer()).toString('base64')).toBe(tinyPhoto());
      await call('addNoteToInstallationInspectionItem', { ...place, content: 'Bolts loose.' });
      await call('setCondition', { ...place, conditionId: CONDITIONS.defective.id });
      const history = await call('getAuditLogsForInstallationInspectionAndItem', place);
      expect(history.map(({ to }) => to)).toEqual(expect.arrayContaining(['Defective', 'Bolts loose.']));

      await call('deleteItem', place);
      expect(await call('getItemsForInstallationInspection', { installationInspectionId: drops.id })).toEqual([]);
      await call('restoreItem', place);
      const back = await call('getItemsForInstallationInspection', { installationInspectionId: drops.id });
      expect(back.map(({ conditionId }) => conditionId)).toEqual([CONDITIONS.defective.id]);
    } finally {
      await world.server.start();
    }
  });
});

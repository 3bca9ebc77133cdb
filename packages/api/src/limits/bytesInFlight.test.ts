import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { BODY_LIMIT, type LoginResult } from '@holdfast/contract';
import { mediaPorts, openTestFixture, type TestFixture } from '@holdfast/core/testing';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCheckedServer } from '../testing/checkedServer.ts';

let fixture: TestFixture & { close(): Promise<void> };
let app: FastifyInstance;
let inFlight: number;
let most: number;
let headers: Record<string, string>;
let itemId: string;

beforeEach(async () => {
  inFlight = 0;
  most = Infinity;
  fixture = await openTestFixture('sqlite', {
    uploads: {
      ...mediaPorts.uploads,
      take(bytes) {
        if (inFlight + bytes > most) return null;
        inFlight += bytes;
        let held = true;
        return () => {
          if (held) inFlight -= bytes;
          held = false;
        };
      },
    },
  });
  app = buildCheckedServer({
    application: fixture.application,
    version: '0',
    web: null,
    logger: false,
    ready: () => Promise.resolve(true),
  });
  const signIn = { email: 'maren@example.test', password: 'maren-password' };
  const answer = await app.inject({ method: 'POST', url: '/users/me/token', payload: signIn });
  headers = { authorization: `Bearer ${answer.json<LoginResult>().details!.token}` };
  itemId = (await fixture.build.item()).id;
});
afterEach(async () => {
  await app.close();
  await fixture.close();
});

const upload = (bytes: number, asked = headers) =>
  app.inject({
    method: 'POST',
    url: '/api/add-file-to-item',
    headers: asked,
    payload: { itemId, filename: 'a.bin', base64File: Buffer.alloc(bytes).toString('base64') },
  });

/** Returns the headers that authenticate a desktop, once the server knows it. */
async function device(): Promise<Record<string, string>> {
  const token = randomBytes(32).toString('base64url');
  const payload = { deviceId: fixture.application.ports.ids.next(0), token, name: 'Desktop', appVersion: '1.0.0' };
  const answer = await app.inject({ method: 'POST', url: '/ext/devices', headers, payload });
  expect(answer.statusCode).toBe(200);
  return { authorization: `Bearer ${token}` };
}

describe('large bodies', () => {
  it('are refused while too many bytes are in flight, with the time to retry', async () => {
    most = 3_000_000;
    const refused = await upload(3_000_000);
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.json()).toMatchObject({ code: 'unavailable' });
    expect((await upload(2_000_000)).statusCode).toBe(200);
  });

  it('release their reservation, whether they succeed or not', async () => {
    expect((await upload(2_000_000)).statusCode).toBe(200);
    itemId = fixture.application.ports.ids.next(0);
    expect((await upload(2_000_000)).statusCode).toBe(404);
    expect(inFlight).toBe(0);
  });

  it('reserve nothing for callers without the right, and small ones nothing at all', async () => {
    most = 0;
    expect((await upload(2_000_000, {})).statusCode).toBe(401);
    expect((await upload(1_000)).statusCode).toBe(200);
  });

  it('are those above the limit of a body that is read into memory', async () => {
    most = 0;
    const call = async (length: number): Promise<number> => {
      const empty = JSON.stringify({ itemId, filename: 'a.bin', base64File: '' });
      const payload = empty.padEnd(length, ' ');
      const asked = { ...headers, 'content-type': 'application/json' };
      return (await app.inject({ method: 'POST', url: '/api/add-file-to-item', headers: asked, payload })).statusCode;
    };
    expect(await call(BODY_LIMIT)).not.toBe(503);
    expect(await call(BODY_LIMIT + 1)).toBe(503);
  });

  it('are not decompressed where the operation does not allow compression, since a few bytes could become any number', async () => {
    const body = JSON.stringify({ itemId, filename: 'a.bin', base64File: 'A'.repeat(4_000_000) });
    const asked = { ...headers, 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const call = { method: 'POST', url: '/api/add-file-to-item', headers: asked } as const;
    const refused = await app.inject({ ...call, payload: gzipSync(body) });
    expect(refused.statusCode).toBe(415);
    expect(refused.json()).toMatchObject({ code: 'unsupportedMedia' });
    expect(inFlight).toBe(0);
    expect((await upload(2_000, { ...headers, 'content-encoding': 'identity' })).statusCode).toBe(200);
  });

  it('that are compressed count with their greatest decompressed length, which is small for a few changes', async () => {
    const asked = { ...(await device()), 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const push = (text: string) =>
      app.inject({ method: 'POST', url: '/ext/sync/push', headers: asked, payload: gzipSync(text) });
    most = 3_000_000;
    expect((await push(randomBytes(4_000).toString('hex'))).statusCode).toBe(503);
    most = 0;
    // It is parsed and refused because it is not a push.
    for (const text of ['{}', `{"changes":"${'a'.repeat(900_000)}"}`])
      expect((await push(text)).json()).toEqual({ kind: 'refused', code: 'malformed' });
  });

  it('of one caller leave space for those of others, however slowly they arrive', async () => {
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const size = 24 * 1024 * 1024;
    const begin = (as = headers) => {
      const call = request({
        host: address.hostname,
        port: address.port,
        method: 'POST',
        path: '/api/add-file-to-item',
        headers: { ...as, 'content-type': 'application/json', 'content-length': size },
      });
      call.on('error', () => undefined);
      call.write('{"itemId":"');
      return call;
    };
    const slow = [begin(), begin()];
    await expect.poll(() => inFlight).toBe(2 * size);
    const third = begin();
    const [answer] = (await once(third, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(503);
    third.destroy();
    const signIn = { email: 'idris@example.test', password: 'idris-password' };
    const signedIn = await app.inject({ method: 'POST', url: '/users/me/token', payload: signIn });
    const idris = { authorization: `Bearer ${signedIn.json<LoginResult>().details!.token}` };
    slow.push(begin(idris));
    await expect.poll(() => inFlight).toBe(3 * size);
    for (const call of slow) call.destroy();
    await expect.poll(() => inFlight).toBe(0);
    expect((await upload(2_000_000)).statusCode).toBe(200);
  });

  it('that still arrive make space for those of a company that sends less, and are to be sent again', async () => {
    most = 100 * 1024 * 1024;
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const size = 24 * 1024 * 1024;
    const signedIn = async (who: string): Promise<string> => {
      const signIn = { email: `${who}@example.test`, password: `${who}-password` };
      const answer = await app.inject({ method: 'POST', url: '/users/me/token', payload: signIn });
      return `Bearer ${answer.json<LoginResult>().details!.token}`;
    };
    const begin = (authorization: string) => {
      const call = request({
        host: address.hostname,
        port: address.port,
        method: 'POST',
        path: '/api/add-file-to-item',
        headers: { authorization, 'content-type': 'application/json', 'content-length': size },
      });
      call.on('error', () => undefined);
      call.write('{"itemId":"');
      return call;
    };
    const [maren, idris, anouk] = [await signedIn('maren'), await signedIn('idris'), await signedIn('anouk')];
    const first = begin(maren);
    const made = once(first, 'response') as Promise<[IncomingMessage]>;
    await expect.poll(() => inFlight).toBe(size);
    const slow = [begin(maren), begin(idris), begin(idris)];
    await expect.poll(() => inFlight).toBe(4 * size);
    slow.push(begin(anouk));
    const [answer] = await made;
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    await expect.poll(() => inFlight).toBe(4 * size);
    const [late] = (await once(begin(maren), 'response')) as [IncomingMessage];
    expect(late.statusCode).toBe(503);
    for (const call of slow) call.destroy();
    await expect.poll(() => inFlight).toBe(0);
  });

  it('of the desktops of one person count together', async () => {
    const asked = { 'content-type': 'application/json' };
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const begin = (own: Record<string, string>) => {
      const call = request({
        host: address.hostname,
        port: address.port,
        method: 'POST',
        path: '/ext/sync/push',
        headers: { ...asked, ...own, 'content-length': 10 * 1024 * 1024 },
      });
      call.on('error', () => undefined);
      call.write('{"');
      return call;
    };
    const calls = [];
    for (let n = 1; n <= 7; n += 1) {
      calls.push(begin(await device()));
      await expect.poll(() => inFlight).toBe(n * 10 * 1024 * 1024);
    }
    const [answer] = (await once(begin(await device()), 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(503);
    for (const call of calls) call.destroy();
    await expect.poll(() => inFlight).toBe(0);
  });

  it('release their reservation when the caller disconnects', async () => {
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const call = request({
      host: address.hostname,
      port: address.port,
      method: 'POST',
      path: '/api/add-file-to-item',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': 4_000_000 },
    });
    call.on('error', () => undefined);
    call.write('{"itemId":"');
    await expect.poll(() => inFlight).toBe(4_000_000);
    call.destroy();
    await expect.poll(() => inFlight).toBe(0);
  });
});

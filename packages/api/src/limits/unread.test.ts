import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { issueToken } from '@holdfast/core';
import { openTestFixture, type TestFixture, TEST_NOW, type Who } from '@holdfast/core/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCheckedServer } from '../testing/checkedServer.ts';

const UNREAD_MS = 400;
const SILENCE_MS = 100;
/** More than the buffers of a connection take. */
const BYTES = 24 * 1024 * 1024;

let fixture: TestFixture & { close(): Promise<void> };
let app: FastifyInstance;
let port: number;
let file: string;
let authorization: string;
let colleague: string;
let administrator: string;
beforeAll(async () => {
  fixture = await openTestFixture('sqlite');
  const { ports } = fixture.application;
  const signedIn = async (who: Who): Promise<string> => {
    const { userId } = fixture.actor(who);
    const issued = { id: ports.ids.next(TEST_NOW), userId, device: 'test', now: TEST_NOW };
    return `Bearer ${await issueToken(fixture.database.db, ports, issued)}`;
  };
  authorization = await signedIn('maren');
  colleague = await signedIn('jorun');
  administrator = await signedIn('wren');
  const { item } = await fixture.build.itemInInspection();
  const base64File = Buffer.alloc(BYTES, 'certificate').toString('base64');
  const added = await fixture.as('maren').addFileToItem({ itemId: item.id, filename: 'certificate.bin', base64File });
  file = added.id;
  app = buildCheckedServer({
    application: fixture.application,
    version: '0.0.0',
    web: null,
    logger: false,
    ready: () => Promise.resolve(true),
    unreadMs: UNREAD_MS,
    silenceMs: SILENCE_MS,
    answersEach: 3,
    waiting: { each: 20, all: 40 },
  });
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(async () => {
  await app.close();
  await fixture.close();
});

/** Requests the file on a connection that reads nothing yet. */
function download(): Socket {
  const client = connect(port, '127.0.0.1');
  client.pause();
  client.write(`GET /files/${file} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`);
  return client;
}

const openConnections = (): Promise<number> =>
  new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );

describe('an answer', () => {
  it('is ended when the client reads nothing of it for a time', async () => {
    const client = download();
    await expect.poll(openConnections).toBe(1);
    await expect.poll(openConnections, { timeout: 10 * UNREAD_MS }).toBe(0);
    client.destroy();
  });

  it('is sent completely to a client that reads it slowly', async () => {
    const client = download();
    const seen = { bytes: 0, ended: false };
    client.on('close', () => (seen.ended = true));
    client.on('error', () => (seen.ended = true));
    client.on('data', (piece) => {
      seen.bytes += piece.length;
      client.pause();
    });
    const began = performance.now();
    while (seen.bytes < BYTES && !seen.ended) {
      client.resume();
      await setTimeout(1);
    }
    expect(performance.now() - began).toBeGreaterThan(UNREAD_MS);
    expect(seen.bytes).toBeGreaterThan(BYTES);
    client.destroy();
  });

  it('is refused while as many are being sent to the caller as may be, and to no other', async () => {
    const status = async (token: string): Promise<number> => {
      const answer = await app.inject({ url: `/files/${file}`, headers: { authorization: token, range: 'bytes=0-9' } });
      return answer.statusCode;
    };
    const clients = [download(), download(), download()];
    await expect.poll(() => status(authorization)).toBe(429);
    expect(await status(colleague)).toBe(206);
    for (const client of clients) client.destroy();
    await expect.poll(() => status(authorization)).toBe(206);
  });
});

describe('a request', () => {
  it('is answered while others of its network are sent without an end', async () => {
    const body = 'POST /users/me/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const slow = Array.from({ length: 30 }, (_, n) => {
      const client = connect(port, '127.0.0.1');
      client.on('error', () => undefined);
      client.write(n % 2 === 0 ? 'GET /healthz HTTP/1.1\r\nHost: ' : `${body}Content-Length: 100\r\n\r\n{`);
      return client;
    });
    await expect.poll(openConnections).toBe(20);
    const signIn = JSON.stringify({ email: 'maren@example.test', password: 'maren-password' });
    const quick = connect(port, '127.0.0.1');
    quick.write(`${body}Connection: close\r\nContent-Length: ${signIn.length}\r\n\r\n${signIn}`);
    let answer = '';
    quick.on('data', (piece: Buffer) => (answer += piece.toString()));
    await once(quick, 'close');
    expect(answer).toContain('"success":true');
    for (const client of slow) client.destroy();
    await expect.poll(openConnections).toBe(0);
  });
});

describe('an upload', () => {
  it('is ended when nothing of it arrives for a time', async () => {
    const client = connect(port, '127.0.0.1');
    client.on('error', () => undefined);
    const head = ['PUT /ext/admin/releases HTTP/1.1', 'Host: localhost', `Authorization: ${administrator}`];
    const body = ['Content-Type: application/octet-stream', 'Content-Length: 1000000'];
    client.write(`${[...head, ...body].join('\r\n')}\r\n\r\nthe first bytes`);
    await expect.poll(openConnections).toBe(1);
    await expect.poll(openConnections, { timeout: 30 * SILENCE_MS }).toBe(0);
  });
});

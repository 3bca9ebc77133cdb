import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { issueToken, registry } from '@holdfast/core';
import { COMPANIES, openTestFixture, type TestFixture, TEST_NOW, type Who } from '@holdfast/core/testing';
import { PROTOCOL } from '@holdfast/contract/sync';
import { uuidV7, versionOf } from '@holdfast/sync';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCheckedServer } from '../testing/checkedServer.ts';

const MOST = 4;
let fixture: TestFixture & { close(): Promise<void> };
let app: FastifyInstance;
let port: number;
let open: Socket[];

beforeEach(async () => {
  fixture = await openTestFixture('sqlite');
  // More than the buffers of a connection take, so that a stream of which nothing is read stays open.
  const content = 'x'.repeat(20_000);
  for (const company of ['northmere', 'skerrow'] as const) {
    const { member } = await fixture.build.itemInInspection({ company });
    const set = { installationInspectionItemId: member.id, content };
    const notes = Array.from({ length: 400 }, () => fixture.application.ports.ids.next(TEST_NOW));
    await fixture.write(notes.map((id) => ({ table: 'note', op: 'ins', id, scopeId: COMPANIES[company], set })));
  }
  app = buildCheckedServer({
    application: fixture.application,
    version: '0.0.0',
    web: null,
    logger: false,
    ready: () => Promise.resolve(true),
    streams: MOST,
  });
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  open = [];
});
afterEach(async () => {
  for (const one of open) one.destroy();
  await app.close();
  await fixture.close();
});

/** Registers a desktop of a person. @returns its token */
async function desktopOf(who: Who): Promise<string> {
  const { ports } = fixture.application;
  const { userId } = fixture.actor(who);
  const issued = { id: ports.ids.next(TEST_NOW), userId, device: 'test', now: TEST_NOW };
  const authorization = `Bearer ${await issueToken(fixture.database.db, ports, issued)}`;
  const token = randomBytes(32).toString('base64url');
  const payload = { deviceId: uuidV7(TEST_NOW, randomBytes(10)), token, name: 'Tablet', appVersion: '1.0.0' };
  const answer = await app.inject({ method: 'POST', url: '/ext/devices', headers: { authorization }, payload });
  expect(answer.statusCode).toBe(200);
  return token;
}

interface Stream {
  socket: Socket;
  /** First bytes of the answer, of which nothing more is read. */
  head: string;
  isEnded: boolean;
}

/** Requests everything as a new desktop of a person, and reads nothing but the beginning. */
async function begin(who: Who): Promise<Stream> {
  const message = { protocol: PROTOCOL, schema: versionOf(registry), epoch: null, scopes: {}, upgradedFrom: null };
  const body = JSON.stringify(message);
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  const stream: Stream = { socket, head: '', isEnded: false };
  socket.on('error', () => undefined);
  // The end is seen only behind the bytes that arrived before it.
  socket.once('data', (bytes: Buffer) => {
    stream.head = bytes.toString();
    socket.pause();
  });
  socket.once('close', () => (stream.isEnded = true));
  const head = ['POST /ext/sync/pull HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${await desktopOf(who)}`];
  const rest = ['Content-Type: application/json', `Content-Length: ${body.length}`];
  socket.write(`${[...head, ...rest].join('\r\n')}\r\n\r\n${body}`);
  await expect.poll(() => stream.head).toMatch(/^HTTP/);
  return stream;
}

const isEnded = async (stream: Stream): Promise<void> => {
  stream.socket.resume();
  await expect.poll(() => stream.isEnded).toBe(true);
};

describe('streams of synchronisation', () => {
  it('are refused, with the time to retry, while a server sends as many as it may', async () => {
    for (let n = 0; n < MOST; n += 1) expect((await begin('maren')).head).toMatch(/^HTTP\/1.1 200/);
    const refused = await begin('maren');
    expect(refused.head).toMatch(/^HTTP\/1.1 503/);
    expect(refused.head).toMatch(/\r\nretry-after: 10\r\n/);
    open[0]!.destroy();
    await expect.poll(async () => (await begin('maren')).head).toMatch(/^HTTP\/1.1 200/);
  });

  it('of many desktops of one person make space for a colleague, and those of one company for another', async () => {
    const [first, second, ...rest] = [
      await begin('maren'),
      await begin('maren'),
      await begin('maren'),
      await begin('maren'),
    ];
    expect((await begin('idris')).head).toMatch(/^HTTP\/1.1 200/);
    await isEnded(first);
    expect((await begin('anouk')).head).toMatch(/^HTTP\/1.1 200/);
    await isEnded(second);
    expect(rest.map((stream) => stream.isEnded)).toEqual([false, false]);
  });
});

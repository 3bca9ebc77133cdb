import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoginResult } from '@holdfast/contract';
import { buildServer } from '@holdfast/api';
import { type Desktop, openDesktop } from '@holdfast/api/testing';
import { COMPANIES, openTestFixture, type TestFixture } from '@holdfast/core/testing';
import { diskBlobs } from '@holdfast/host';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** Time in ms after which the server of these tests ends an upload without progress. */
const SILENCE_MS = 300;
/** Time limit of an answer in ms, for any behaviour of the caller. */
const PATIENCE_MS = 5_000;

/** Larger than the buffers of a connection, so that an upload stalls while the server does not read it. */
const bytes = Buffer.alloc(8 * 1024 * 1024, 'bolt ');
const sha256 = createHash('sha256').update(bytes).digest('hex');

let folder: string;
let fixture: TestFixture & { close(): Promise<void> };
let app: FastifyInstance;
let port: number;
let desktop: Desktop;
let token: string;
let itemId: string;
let failures: unknown[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-uploads-'));
  const blobs = diskBlobs({ blobs: join(folder, 'blobs'), renditions: join(folder, 'renditions') });
  fixture = await openTestFixture('sqlite', { blobs });
  failures = [];
  const log = {
    level: 'error',
    error: (line: object) => failures.push(line),
    ...Object.fromEntries(['fatal', 'warn', 'info', 'debug', 'trace', 'silent'].map((name) => [name, () => undefined])),
    child: () => log,
  };
  app = buildServer({
    application: fixture.application,
    version: '0',
    web: null,
    logger: log as never,
    ready: () => Promise.resolve(true),
    silenceMs: SILENCE_MS,
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
  const signIn = { email: 'maren@example.test', password: 'maren-password' };
  const answer = await app.inject({ method: 'POST', url: '/users/me/token', payload: signIn });
  token = answer.json<LoginResult>().details!.token;
  itemId = (await fixture.build.item()).id;
  desktop = await openDesktop(address, () => fixture.application.ports.clock.now());
  await desktop.enrol(token);
});
afterEach(async () => {
  await desktop.close();
  await app.close();
  await fixture.close();
  await rm(folder, { recursive: true, force: true });
});

/** The two upload operations, with the content that each sends in these tests. */
const WAYS = {
  uploadContent: () =>
    Promise.resolve({ path: `/ext/items/${itemId}/contents/${sha256}?size=${bytes.length}`, bearer: token }),
  async uploadBlob() {
    await desktop.sync();
    await desktop.edit(fixture.actor('maren').userId, {
      table: 'file',
      op: 'ins',
      id: desktop.newId(),
      scopeId: COMPANIES.northmere,
      set: { itemId, filename: 'a.bin', mimeType: 'text/plain', size: bytes.length, sha256 },
    });
    await desktop.sync();
    return { path: `/ext/sync/blobs/${COMPANIES.northmere}/${sha256}`, bearer: desktop.token };
  },
};

interface Spoken {
  status: number | null;
  text: string;
  /** True when the server ended the connection. */
  ended: boolean;
}

/** Opens a connection, sends the head of an upload and calls `speak` for the rest. Resolves with the first answer, or the end of the connection. */
function upload(
  { path, bearer }: { path: string; bearer: string },
  head: string,
  speak: (socket: Socket) => void,
): Promise<Spoken> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const limit = setTimeout(() => {
      socket.destroy();
      reject(new Error('The server hangs.'));
    }, PATIENCE_MS);
    const finish = (ended: boolean): void => {
      clearTimeout(limit);
      socket.destroy();
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
      resolve({ status: status === undefined ? null : Number(status), text, ended });
    };
    socket.on('data', (piece) => {
      text += piece.toString();
      if (/\r\n\r\n[^]*[}\]"l]$/.test(text)) finish(false);
    });
    socket.on('error', () => undefined).on('close', () => finish(true));
    socket.write(
      `PUT ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${bearer}\r\ncontent-type: application/octet-stream\r\n${head}\r\n\r\n`,
    );
    speak(socket);
  });
}

describe.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('bytes that arrive through %s', (way) => {
  let to: { path: string; bearer: string };
  beforeEach(async () => {
    to = await WAYS[way]();
  });
  const whole = `content-length: ${bytes.length}`;
  const from = (offset: number) => ({ ...to, path: `${to.path}${to.path.includes('?') ? '&' : '?'}offset=${offset}` });

  /** Sends the rest from the offset that the server reports, as soon as it accepts it. Returns that offset. */
  const finish = async (): Promise<number> => {
    let offset = 0;
    const send = async (): Promise<number | null> => {
      const length = `content-length: ${bytes.length - offset}`;
      const { status, text } = await upload(from(offset), length, (socket) => socket.write(bytes.subarray(offset)));
      if (status === 409) offset = Number(/"received":(\d+)/.exec(text)![1]);
      return status;
    };
    await expect.poll(send, { timeout: 15_000 }).toBe(200);
    return offset;
  };

  it('that end before the announced length are kept, and the rest is accepted afterwards', async () => {
    const broken = await upload(to, whole, (socket) => socket.end(bytes.subarray(0, 1_000_000)));
    expect([null, 400]).toContain(broken.status);
    const kept = await finish();
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThanOrEqual(1_000_000);
    expect(failures).toEqual([]);
  });

  it('that stall end the connection, and the rest is accepted afterwards', async () => {
    const silent = await upload(to, whole, (socket) => socket.write(bytes.subarray(0, 1_000_000)));
    expect(silent).toMatchObject({ status: null, ended: true });
    const kept = await finish();
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThanOrEqual(1_000_000);
    expect(failures).toEqual([]);
  });

  it('are stored without an error when the caller does not wait for the answer', async () => {
    for (const _ of Array(20)) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.write(
        `PUT ${to.path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${to.bearer}\r\ncontent-type: application/octet-stream\r\n${whole}\r\n\r\n`,
      );
      await new Promise<void>((resolve) => socket.on('close', () => resolve()).write(bytes, () => socket.destroy()));
    }
    await finish();
    expect(failures).toEqual([]);
  });

  it('that exceed the announced length are not part of a call', async () => {
    // The excess bytes would be parsed as another request.
    const long = await upload(to, whole, (socket) => socket.write(Buffer.concat([bytes, bytes])));
    expect([null, 200, 400]).toContain(long.status);
    await finish();
  });

  it('that exceed the content are refused with a message, however they are announced', async () => {
    const more = Buffer.concat([bytes, bytes]);
    const refused = { status: 409, text: expect.stringContaining('"reason":"length"') as unknown };
    expect(await upload(to, `content-length: ${more.length}`, (socket) => socket.write(more))).toMatchObject(refused);
    const pieces = [`${more.length.toString(16)}\r\n`, more, '\r\n0\r\n\r\n'];
    const inPieces = await upload(to, 'transfer-encoding: chunked', (socket) => {
      for (const piece of pieces) socket.write(piece);
    });
    expect(inPieces).toMatchObject(refused);
    expect(await finish()).toBe(0);
  });

  it('get an answer even if they are refused before the first of them', async () => {
    const wrongPlace = await upload(from(500), whole, (socket) => socket.write(bytes));
    expect(wrongPlace).toMatchObject({ status: 409, text: expect.stringContaining('"reason":"offset"') as unknown });
    const stranger = await upload({ ...to, bearer: 'unknown' }, whole, (socket) => socket.write(bytes));
    expect(stranger.status).toBe(401);
  });
});

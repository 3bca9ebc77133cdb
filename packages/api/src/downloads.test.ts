import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { COMPANIES, openTestFixture, type TestFixture, TEST_NOW } from '@holdfast/core/testing';
import { issueToken } from '@holdfast/core';
import { REPORT_TYPES } from '@holdfast/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { disconnectSignal, sendDownload } from './downloads.ts';
import { buildCheckedServer } from './testing/checkedServer.ts';

let fixture: TestFixture & { close(): Promise<void> };
let app: ReturnType<typeof buildCheckedServer>;
let authorization: string;
let reportId: string;

beforeAll(async () => {
  fixture = await openTestFixture('sqlite');
  const { ports } = fixture.application;
  const issued = { id: ports.ids.next(TEST_NOW), userId: fixture.actor('wren').userId, device: 'test', now: TEST_NOW };
  authorization = `Bearer ${await issueToken(fixture.database.db, ports, issued)}`;
  const made = await fixture.as('wren').createReport({
    title: 'Årsrapport "2026"',
    frx: btoa('<Report/>'),
    companyId: COMPANIES.northmere,
    reportTypeId: REPORT_TYPES.company.id,
  });
  reportId = made.id;
  app = buildCheckedServer({
    application: fixture.application,
    version: '0.0.0',
    web: null,
    logger: false,
    ready: () => Promise.resolve(true),
  });
});
afterAll(async () => {
  await app.close();
  await fixture.close();
});

const print = (headers: Record<string, string>, query = '') =>
  app.inject({
    method: 'POST',
    url: `/execute-report-company${query}`,
    headers: { authorization, ...headers },
    payload: { reportId },
  });

describe('a download', () => {
  it('carries its name in content-disposition, in any characters, and is never shown in place', async () => {
    const answer = await print({});
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none';.*; frame-ancestors 'none'; sandbox$/,
      ) as string,
      'content-disposition':
        'attachment; filename="_rsrapport 2026 - northmere - 2026-01-15.pdf"; ' +
        "filename*=UTF-8''%C3%85rsrapport%202026%20-%20northmere%20-%202026-01-15.pdf",
    });
    expect(answer.json()).toMatchObject({ title: 'Årsrapport "2026"' });
  });

  it('is printed in the format of ?format= or else of Accept', async () => {
    const formatOf = async (headers: Record<string, string>, query = ''): Promise<unknown> =>
      (await print(headers, query)).json<{ format: string }>().format;
    expect(await formatOf({ accept: '*/*' })).toBe('pdf');
    expect(await formatOf({ accept: 'text/html' })).toBe('html');
    expect(await formatOf({ accept: 'image/png' })).toBe('png');
    expect(await formatOf({ accept: 'text/plain, IMAGE/PNG;q=0.5, text/csv' })).toBe('png');
    expect(await formatOf({ accept: ' text/csv ; q=0.9' })).toBe('csv');
    expect(await formatOf({ accept: 'image/png' }, '?format=xlsx')).toBe('xlsx');
    expect((await print({}, '?format=exe')).statusCode).toBe(400);
  });

  it('of a report database opens from a browser as a file, never as a page', async () => {
    const answer = await app.inject({
      url: `/admin/report-database/company?companyId=${COMPANIES.northmere}`,
      headers: { authorization, accept: 'text/html', 'sec-fetch-dest': 'document' },
    });
    expect(answer.headers['content-type']).toBe('application/xml');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="Holdfast - northmere/);
  });

  it('answers 401 with a problem to a caller who is not signed in', async () => {
    const answer = await print({ authorization: 'Bearer nothing' });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.headers['content-disposition']).toBeUndefined();
  });
});

describe('a download whose content is read once', () => {
  /** Serves pieces of a file of eight bytes, and returns what the caller receives and what is logged. */
  async function served(
    pieces: () => AsyncIterable<string>,
    mimeType = 'application/pdf',
    read = (answer: Response): Promise<string> => answer.text().catch(() => 'cut off'),
  ): Promise<{ received: string; length: string | null; logged(): string }> {
    const lines: string[] = [];
    const sink = new Writable({ write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()) });
    const small = Fastify({ loggerInstance: pino(sink) });
    const ended = Promise.withResolvers<void>();
    small.addHook('onRequest', (_request, reply, done) => {
      reply.raw.once('close', ended.resolve);
      done();
    });
    const content = {
      size: 8,
      async forEachPiece(take: (piece: Uint8Array) => Promise<void>): Promise<void> {
        for await (const piece of pieces()) await take(Buffer.from(piece));
      },
      async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
        for await (const piece of pieces()) yield Buffer.from(piece);
      },
    };
    small.get('/', (_request, reply) => sendDownload({ filename: 'a.pdf', mimeType, content }, reply));
    try {
      const answer = await fetch(await small.listen({ port: 0, host: '127.0.0.1' }));
      const received = await read(answer);
      await ended.promise;
      return { received, length: answer.headers.get('content-length'), logged: () => lines.join('') };
    } finally {
      await small.close();
    }
  }

  it('is sent piece by piece with its length', async () => {
    const { received, length, logged } = await served(async function* () {
      yield '%PDF';
      yield '-1.7';
    });
    expect([received, length]).toEqual(['%PDF-1.7', '8']);
    expect(logged()).not.toContain('failed');
  });

  it.each(['text/html', 'text/csv', 'application/json', 'application/xml', 'image/svg+xml'])(
    'is left to the server where it is a text that can be compressed: %s',
    async (mimeType) => {
      const pieces = async function* () {
        yield '%PDF-1.7';
      };
      expect(await served(pieces, mimeType)).toMatchObject({ received: '%PDF-1.7', length: null });
      expect(await served(pieces, 'application/xmlish')).toMatchObject({ received: '%PDF-1.7', length: '8' });
    },
  );

  it('stops without a fault in the log when the caller leaves before its end', async () => {
    const steps: string[] = [];
    const left = Promise.withResolvers<void>();
    const { logged } = await served(
      async function* () {
        try {
          yield '%PDF';
          await left.promise;
          yield '-1.7';
          steps.push('read to its end');
        } finally {
          steps.push('closed');
        }
      },
      'application/pdf',
      async (answer) => {
        await answer.body!.cancel();
        return '';
      },
    ).finally(left.resolve);
    await expect.poll(() => steps).toEqual(['closed']);
    await new Promise(setImmediate);
    expect(logged()).not.toContain('failed');
  });

  it('ends the connection when it fails after its first byte, and logs the reason', async () => {
    const { received, logged } = await served(async function* () {
      yield '%PDF';
      throw new Error('The disk is gone.');
    });
    expect(received).toBe('cut off');
    expect(logged()).toContain('The disk is gone.');
  });
});

describe('the signal of a caller who left', () => {
  it('aborts when the connection ends before the answer, and not after it', async () => {
    const small = Fastify();
    const signals: Record<string, AbortSignal> = {};
    const arrived = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    small.get('/held', async (_request, reply) => {
      signals['held'] = disconnectSignal(reply);
      arrived.resolve();
      await new Promise<void>((resolve) => signals['held']!.addEventListener('abort', () => resolve()));
      return 'too late';
    });
    small.get('/whole', (_request, reply) => {
      signals['whole'] = disconnectSignal(reply);
      reply.raw.once('close', answered.resolve);
      return 'whole';
    });
    try {
      await small.listen({ port: 0, host: '127.0.0.1' });
      const { port } = small.server.address() as AddressInfo;
      expect(await (await fetch(`http://127.0.0.1:${port}/whole`)).text()).toBe('whole');
      await answered.promise;
      expect(signals['whole']!.aborted).toBe(false);

      const caller = request({ port, path: '/held', host: '127.0.0.1' }).on('error', () => undefined);
      caller.end();
      await arrived.promise;
      expect(signals['held']!.aborted).toBe(false);
      caller.destroy();
      await expect.poll(() => signals['held']!.aborted).toBe(true);
    } finally {
      await small.close();
    }
  });
});

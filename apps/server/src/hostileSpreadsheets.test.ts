import { request } from 'node:http';
import { CallError } from '@holdfast/contract/client';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshServer, startFreshServer } from './testing/freshServer.ts';

const MEGABYTE = 1024 * 1024;
/** Growth of memory allowed while the process refuses a file. */
const GROWTH = 160 * MEGABYTE;

let server: FreshServer;

beforeAll(async () => {
  server = await startFreshServer('here');
});
afterAll(() => server.stop());

/** Runs an action and returns by how many bytes the process grew at most meanwhile. */
async function grown<T>(work: () => Promise<T>): Promise<{ answer: T; growth: number }> {
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const answer = await work();
  clearInterval(watch);
  return { answer, growth: Math.max(most, process.memoryUsage.rss()) - before };
}

/** Answer of a server to a body of 200 MB: null where it closed the connection without one, and the bytes sent by then. */
interface Taken {
  answer: { status: number; body: string } | null;
  sent: number;
}

/** Announces a spreadsheet of 200 MB and waits, or sends it unannounced as long as the server reads. */
function sendHuge(path: string, saysItsLength: boolean): Promise<Taken> {
  const size = 200 * MEGABYTE;
  return new Promise((resolve) => {
    let sent = 0;
    const sending = request(`${server.address}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.token}`,
        'content-type': 'application/json',
        ...(saysItsLength ? { 'content-length': String(size) } : { 'transfer-encoding': 'chunked' }),
      },
    });
    sending.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      response.on('end', () => {
        sending.destroy();
        resolve({ answer: { status: response.statusCode!, body }, sent });
      });
    });
    sending.on('error', () => resolve({ answer: null, sent }));
    const more = (): void => {
      if (sending.destroyed || sent === size) return;
      sent += MEGABYTE;
      const piece = Buffer.alloc(MEGABYTE, 'A');
      if (sent === MEGABYTE) piece.write('{"filename":"items.csv","base64File":"');
      // Slow enough to notice an answer before everything is sent.
      sending.write(piece, () => setTimeout(more, 2));
    };
    if (saysItsLength) sending.flushHeaders();
    else more();
  });
}

describe.each([
  ['previewed', 'previewItemRegister', 'register/preview'],
  ['imported', 'importItemRegister', 'register'],
] as const)('a spreadsheet that is %s', (_what, operation, path) => {
  it.each([
    ['a picture', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]), 'This is a picture'],
    ['a PDF', strToU8('%PDF-1.7'), 'This is a PDF'],
    ['an old workbook', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'Save it as .xlsx'],
    ['a web page', strToU8('<!doctype html><table>'), 'This is a web page'],
    ['another archive', zipSync({ 'a.txt': strToU8('a') }), 'This is not an Excel workbook'],
    [
      'an archive that expands to a gigabyte',
      zipSync({
        'xl/workbook.xml': strToU8('<workbook/>'),
        ...Object.fromEntries(
          Array.from({ length: 8 }, (_, i) => [`xl/worksheets/sheet${i}.xml`, new Uint8Array(128 * MEGABYTE)]),
        ),
      }),
      'too large once unpacked',
    ],
    [
      'a document whose entities expand',
      zipSync({
        'xl/workbook.xml': strToU8(
          `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "${'b'.repeat(100)}">${Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i} "${`&a${i === 0 ? '' : i - 1};`.repeat(10)}">`).join('')}]><workbook>&a8;</workbook>`,
        ),
      }),
      'This is not an Excel workbook',
    ],
  ])('is refused when it is %s, with a message and within its memory', async (_kind, bytes, reason) => {
    const { call, installationId: id } = server;
    const { answer, growth } = await grown(() =>
      call(operation, { id, filename: 'items.xlsx', base64File: Buffer.from(bytes).toString('base64') }).catch(
        (error: unknown) => error,
      ),
    );
    expect(answer).toBeInstanceOf(CallError);
    expect(answer).toMatchObject({
      status: 415,
      problem: { code: 'unsupportedMedia', details: { reason: expect.stringContaining(reason) } },
    });
    expect(growth).toBeLessThan(GROWTH);
  });

  it('is refused before it is sent when it announces 200 MB', async () => {
    const { answer, growth } = await grown(() =>
      sendHuge(`/ext/admin/installations/${server.installationId}/${path}`, true),
    );
    expect(answer.answer?.status).toBe(413);
    expect(JSON.parse(answer.answer!.body)).toMatchObject({
      code: 'tooLarge',
      details: { limitBytes: expect.any(Number) },
    });
    expect(answer.sent).toBe(0);
    expect(growth).toBeLessThan(GROWTH);
  });

  it('is not read to its end when it has 200 MB without announcing it', async () => {
    const { answer, growth } = await grown(() =>
      sendHuge(`/ext/admin/installations/${server.installationId}/${path}`, false),
    );
    expect(answer.answer?.status ?? 413).toBe(413);
    expect(answer.sent).toBeLessThan(40 * MEGABYTE);
    expect(growth).toBeLessThan(GROWTH);
  });
});

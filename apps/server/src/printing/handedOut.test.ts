import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, linkSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type ClientRequest, get, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer } from '@holdfast/api';
import { REPORT_TYPES } from '@holdfast/contract';
import { issueToken, type Reports } from '@holdfast/core';
import { COMPANIES, openTestFixture, type TestFixture, TEST_NOW } from '@holdfast/core/testing';
import { readOnceFile } from '@holdfast/host';
import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const PDF = randomBytes(12_000_000);
let fixture: TestFixture & { close(): Promise<void> };
let app: ReturnType<typeof buildServer>;
let folder: string;
let authorization: string;
let reportId: string;
/** Printing ends when this promise is fulfilled. */
let printing: Promise<void>;
let printed: number;
/** Number of times the file was removed: once when it was opened, and again when the server released it. */
let removals: number;
let logged: object[];
const path = (): string => join(folder, 'printed');
/** A hard link to the same bytes, which stays. */
const other = (): string => join(folder, 'the same');

beforeEach(async () => {
  printing = Promise.resolve();
  printed = 0;
  removals = 0;
  logged = [];
  fixture = await openTestFixture('sqlite');
  folder = mkdtempSync(join(tmpdir(), 'holdfast-handed-out-'));
  const { ports } = fixture.application;
  const issued = { id: ports.ids.next(TEST_NOW), userId: fixture.actor('wren').userId, device: 'test', now: TEST_NOW };
  authorization = `Bearer ${await issueToken(fixture.database.db, ports, issued)}`;
  const report = {
    title: 'Picture book',
    frx: btoa('<Report/>'),
    companyId: COMPANIES.northmere,
    reportTypeId: REPORT_TYPES.company.id,
  };
  reportId = (await fixture.as('wren').createReport(report)).id;
  const print: Reports['print'] = async () => {
    await printing;
    writeFileSync(path(), PDF);
    linkSync(path(), other());
    printed += 1;
    const remove = (): Promise<void> => {
      removals += 1;
      return rm(path(), { force: true });
    };
    return { kind: 'printed', content: await readOnceFile(path(), remove), warnings: [] };
  };
  const reports = { ...ports.reports, print };
  app = buildServer({
    application: { ...fixture.application, ports: { ...ports, reports } },
    version: '0.0.0',
    web: null,
    logger: listening(),
    ready: () => Promise.resolve(true),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  await app.close();
  await fixture.close();
  rmSync(folder, { recursive: true });
});

/** A log that keeps its lines. */
function listening(): FastifyBaseLogger {
  const keep = (line: object, msg?: string): void => void logged.push({ ...line, msg });
  const log = {
    level: 'info',
    info: keep,
    warn: keep,
    error: keep,
    fatal: keep,
    debug: keep,
    trace: keep,
    silent: keep,
  };
  return { ...log, child: listening } as FastifyBaseLogger;
}

function order(): ClientRequest {
  const { port } = app.server.address() as AddressInfo;
  const headers = { authorization, 'content-type': 'application/json', accept: 'application/pdf' };
  const call = request({ port, path: '/execute-report-company', method: 'POST', headers });
  call.end(JSON.stringify({ reportId }));
  return call;
}

async function ask(): Promise<IncomingMessage> {
  const call = order();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  return answer;
}

async function isWell(): Promise<void> {
  const { port } = app.server.address() as AddressInfo;
  const [well] = (await once(get({ port, path: '/healthz' }), 'response')) as [IncomingMessage];
  well.resume();
  expect(well.statusCode).toBe(200);
}

describe('a printed report', () => {
  it('is sent as it was printed with its length, and is removed from the server afterwards', async () => {
    const answer = await ask();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(PDF.length),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-security-policy']).toContain('sandbox');
    const pieces: Buffer[] = [];
    for await (const piece of answer) pieces.push(piece as Buffer);
    expect(Buffer.concat(pieces).equals(PDF)).toBe(true);
    expect(existsSync(path())).toBe(false);
    await expect.poll(() => removals).toBe(2);
    const line = { msg: 'answered', route: '/execute-report-company', status: 200, user: fixture.actor('wren').userId };
    await expect.poll(() => logged).toContainEqual(expect.objectContaining(line));
  });

  it('is removed when its user disconnects while it is printed, and the server continues', async () => {
    const ready = Promise.withResolvers<void>();
    printing = ready.promise;
    const call = order();
    call.once('error', () => undefined);
    await once(call, 'finish');
    const left = new Promise((resolve) => call.once('close', resolve));
    call.destroy();
    await left;
    ready.resolve();
    await expect.poll(() => printed).toBe(1);
    await expect.poll(() => removals).toBe(2);
    await isWell();
  });

  it('is removed when its user disconnects during the download, and the server continues', async () => {
    const answer = await ask();
    await once(answer, 'data');
    answer.destroy();
    await expect.poll(() => removals).toBe(2);
    await isWell();
  });

  it('whose end cannot be read is aborted, so that it does not seem complete', async () => {
    const answer = await ask();
    truncateSync(other(), 1_000_000);
    const whole = (async () => {
      let bytes = 0;
      for await (const piece of answer) bytes += (piece as Buffer).length;
      return bytes;
    })();
    await expect(whole).rejects.toThrow('aborted');
  });
});

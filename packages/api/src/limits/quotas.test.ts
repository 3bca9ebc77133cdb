import { type LoginResult, operations } from '@holdfast/contract';
import { NO_QUOTAS, openMeter, type Quotas } from '@holdfast/core';
import { COMPANIES, openTestFixture, type TestFixture } from '@holdfast/core/testing';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCheckedServer } from '../testing/checkedServer.ts';

let test: TestFixture & { close(): Promise<void> };
let app: FastifyInstance;

beforeEach(async () => {
  test = await openTestFixture('sqlite');
});
afterEach(async () => {
  await app.close();
  await test.close();
});

async function serve(each: Partial<Quotas['each']>, company: Partial<Quotas['company']> = {}): Promise<void> {
  const quotas = { ...NO_QUOTAS, each: { ...NO_QUOTAS.each, ...each }, company: { ...NO_QUOTAS.company, ...company } };
  const { application } = test;
  const ready = () => Promise.resolve(true);
  const meter = openMeter({ ...application, ports: { ...application.ports, quotas } });
  app = buildCheckedServer({ application, version: '1.2.3', web: null, logger: false, ready, meter });
  await app.ready();
}

const headersOf = async (who: string, remoteAddress = '192.0.2.1'): Promise<Record<string, string>> => {
  const payload = { email: `${who}@example.test`, password: `${who}-password` };
  const answer = await app.inject({ method: 'POST', url: '/users/me/token', payload, remoteAddress });
  return { authorization: `Bearer ${answer.json<LoginResult>().details!.token}` };
};
const me = (headers: Record<string, string>, remoteAddress = '192.0.2.1') =>
  app.inject({ method: 'GET', url: '/users/me', headers: { accept: 'application/json', ...headers }, remoteAddress });

describe('Limits of a server', () => {
  it('apply to each user separately, and state the time to wait', async () => {
    await serve({ request: 2 });
    const [maren, idris] = [await headersOf('maren'), await headersOf('idris')];
    for (let i = 0; i < 2; i += 1) expect((await me(maren)).statusCode).toBe(200);
    const refused = await me(maren, '198.51.100.9');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.json()).toMatchObject({
      code: 'quotaReached',
      details: { reason: expect.stringContaining('your account is 2 calls in a minute') },
    });
    expect((await me(idris)).statusCode).toBe(200);
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  });

  it('apply to callers who are not signed in by their network, for any address in it', async () => {
    await serve({ request: 1 });
    const ask = (remoteAddress: string) => app.inject({ url: '/ext/instance', remoteAddress });
    expect((await ask('2001:db8:1:2::1')).statusCode).toBe(200);
    expect((await ask('2001:db8:1:2:ffff::9')).statusCode).toBe(429);
    expect((await ask('2001:db8:1:3::1')).statusCode).toBe(200);
  });

  it('count calls that are refused: by their network without a valid token, otherwise for the user alone', async () => {
    await serve({ request: 2 }, { request: 4 });
    const jorun = await headersOf('jorun');
    const stranger = { authorization: 'Bearer unknown' };
    for (let i = 0; i < 2; i += 1) expect((await me(stranger, '198.51.100.9')).statusCode).toBe(401);
    expect((await me(stranger, '198.51.100.9')).statusCode).toBe(429);
    expect((await me(jorun, '198.51.100.9')).statusCode).toBe(200);

    const forbidden = () => app.inject({ method: 'POST', url: '/ext/items/add-note', headers: jorun, payload: {} });
    expect((await forbidden()).statusCode).toBe(403);
    expect((await forbidden()).statusCode).toBe(429);
    const idris = await headersOf('idris');
    for (let i = 0; i < 2; i += 1) expect((await me(idris)).statusCode).toBe(200);
  });

  it('count announced bytes of uploads before they are read, and those of a company together', async () => {
    await serve({ upload: 1_000 }, { upload: 1_200 });
    const [maren, idris] = [await headersOf('maren'), await headersOf('idris')];
    const add = (headers: Record<string, string>, bytes: number) =>
      app.inject({
        method: 'POST',
        url: operations.addFileToItem.path,
        headers,
        payload: { itemId: '0190aaaa-0000-7000-8000-00000000dead', filename: 'a.txt', base64File: 'x'.repeat(bytes) },
      });
    expect((await add(maren, 700)).statusCode).not.toBe(429);
    expect((await add(maren, 700)).statusCode).toBe(429);
    const beyond = await add(idris, 700);
    expect(beyond.json()).toMatchObject({ details: { reason: expect.stringContaining('your company') } });
    expect((await me(maren)).statusCode).toBe(200);
  });

  it('are used by desktops of the company alone, regardless of the company in a call', async () => {
    await serve({}, { upload: 1_000 });
    const [maren, anouk] = [await headersOf('maren'), await headersOf('anouk')];
    const enrol = async (headers: Record<string, string>, letter: string): Promise<Record<string, string>> => {
      const token = letter.repeat(43);
      const deviceId = `0190aaaa-0000-7000-8000-00000000000${letter}`;
      const payload = { deviceId, token, name: 'Tablet', appVersion: '1.0.0' };
      const answer = await app.inject({ method: 'POST', url: '/ext/devices', headers, payload });
      expect(answer.statusCode).toBe(200);
      return { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
    };
    const [own, foreign] = [await enrol(maren, 'a'), await enrol(anouk, 'b')];
    const url = `/ext/sync/blobs/${COMPANIES.northmere}/${'0'.repeat(64)}`;
    const send = async (headers: Record<string, string>): Promise<number> =>
      (await app.inject({ method: 'PUT', url, headers, payload: 'x'.repeat(600) })).statusCode;
    expect([await send(foreign), await send(foreign)]).toEqual([404, 404]);
    expect([await send(own), await send(own)]).toEqual([404, 429]);
  });

  it('count printed reports', async () => {
    await serve({ print: 1 });
    const maren = await headersOf('maren');
    const print = () =>
      app.inject({ method: 'POST', url: '/execute-report-company', headers: maren, payload: { reportId: 'none' } });
    expect((await print()).statusCode).toBe(400);
    expect((await print()).json()).toMatchObject({
      details: { reason: expect.stringContaining('1 report in an hour') },
    });
  });
});

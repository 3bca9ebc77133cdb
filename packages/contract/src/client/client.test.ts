import { describe, expect, it } from 'vitest';
import { operationList } from '../index.ts';
import { type Call, CallError, createClient, type Fetch } from './index.ts';
import { routes } from './routes.generated.ts';

type Sent = { url: string } & Parameters<Fetch>[1];

/** A client of a server that gives the same answer to every request, and the requests it received. */
function clientOf(status: number, body: string, contentType = 'application/json'): { call: Call; sent: Sent[] } {
  const sent: Sent[] = [];
  const fetch: Fetch = (url, init) => {
    sent.push({ url, ...init });
    return Promise.resolve({
      ok: status < 400,
      status,
      headers: { get: () => contentType },
      text: () => Promise.resolve(body),
    });
  };
  return { call: createClient({ host: 'https://rig.example', fetch, token: () => 'the-token' }), sent };
}

const ITEM = '0190aaaa-0000-7000-8000-000000000001';
const INSPECTION = '0190aaaa-0000-7000-8000-000000000002';

describe('the client', () => {
  it('sends JSON with the bearer token and credentials [PERM-02] [APIA-05]', async () => {
    const { call, sent } = clientOf(200, '{}');
    await call(
      'setCondition',
      { installationInspectionId: INSPECTION, itemId: ITEM, conditionId: null },
      { idempotencyKey: 'key-1234', ifMatch: '1.0.a' },
    );
    expect(sent).toEqual([
      {
        url: 'https://rig.example/api/set-condition',
        method: 'POST',
        credentials: 'include',
        headers: {
          authorization: 'Bearer the-token',
          'content-type': 'application/json',
          'idempotency-key': 'key-1234',
          'if-match': '"1.0.a"',
        },
        body: JSON.stringify({ installationInspectionId: INSPECTION, itemId: ITEM, conditionId: null }),
      },
    ]);
  });

  it('sends no body and no content type without arguments', async () => {
    const { call, sent } = clientOf(204, '');
    await call('signOut', {});
    expect(sent[0]).toMatchObject({ method: 'DELETE', headers: { authorization: 'Bearer the-token' } });
    expect(sent[0]).not.toHaveProperty('body');
  });

  it('puts the keys of a GET into the query, encoded', async () => {
    const { call, sent } = clientOf(200, '[]');
    await call('getInstallations', { companyId: 'a b&c' });
    expect(sent[0]!.url).toBe('https://rig.example/api/get-installations?companyId=a%20b%26c');
  });

  it('returns undefined for a 204 [APIA-04]', async () => {
    expect(await clientOf(204, '').call('signOut', {})).toBeUndefined();
  });

  it("raises 'HTTP error! Status: {status}' for every answer without success, with its problem [APIA-03] [ERRS-01]", async () => {
    const problem = { type: '/docs/problems#notFound', title: 'gone', status: 404, code: 'notFound', details: null };
    const refused = clientOf(404, JSON.stringify(problem), 'application/problem+json').call('getConditions', {});
    await expect(refused).rejects.toThrow('HTTP error! Status: 404');
    const error = await refused.catch((caught: unknown) => caught as CallError);
    expect(error).toBeInstanceOf(CallError);
    expect((error as CallError).problem).toEqual(problem);
    expect((error as CallError).is('notFound')).toBe(true);
    await expect(clientOf(502, '<html>', 'text/html').call('getConditions', {})).rejects.toMatchObject({
      status: 502,
      problem: null,
    });
  });

  it('reports that no answer was received', async () => {
    const fetch: Fetch = () => Promise.reject(new TypeError('unplugged'));
    const call = createClient({ host: '', fetch, token: () => null });
    await expect(call('getConditions', {})).rejects.toMatchObject({
      status: 0,
      problem: null,
      cause: new TypeError('unplugged'),
    });
  });

  it('has the address of every operation, and no others', () => {
    const declared = Object.fromEntries(
      operationList.map(({ name, method, path, query, body }) => [name, { method, path, query: [...query], body }]),
    );
    expect(routes, 'routes.generated.ts is out of date: npm run routes').toEqual(declared);
  });
});

/**
 * Calls every operation with inputs that are generated from its schema and then corrupted: it must refuse readably, never crash or hang.
 */
import { type Operation, operationList, problems } from '@holdfast/contract';
import { request as requestOf } from '@holdfast/contract/client';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi } from './document/openapi.ts';
import { expectations } from './testing/expectations.ts';
import { inputFrom, openWorld, UNKNOWN, type World } from './testing/world.ts';

/** Inputs per operation; `HOLDFAST_BAD_INPUTS` asks for more of them. */
const RUNS = Number(process.env['HOLDFAST_BAD_INPUTS'] ?? 24);
/** Time in ms after which a call counts as hanging. */
const LIMIT_MS = 10_000;

/** The statuses that the OpenAPI document declares, by operation. */
const documented = new Map(
  Object.values(openApi('1.2.3')['paths'] as Record<string, Record<string, { operationId: string; responses: object }>>)
    .flatMap((path) => Object.values(path))
    .map(({ operationId, responses }) => [operationId, Object.keys(responses).map(Number)]),
);

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.app.close());

/** A request as it is sent. */
interface Wire {
  url: string;
  headers: Record<string, string>;
  payload: string | Buffer | undefined;
}

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);

/** Values that are invalid for every key, or at the limit of what is valid. */
const broken: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    0,
    -0,
    -1,
    0.1,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    -8_640_000_000_000_001,
    '0',
    'null',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e\u2066x',
    '👩‍🚀'.repeat(200),
    'ﷺ'.repeat(400),
    "'; drop table item; --",
    '%00',
    '../../etc/passwd',
    '{{constructor}}',
    'not-an-id',
    UNKNOWN,
    UNKNOWN.toUpperCase(),
    `${UNKNOWN} `,
    [],
    [[]],
    {},
    { id: UNKNOWN },
    JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}') as unknown,
  ),
  fc.integer(),
  fc.double(),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 60 }),
  fc.constantFrom(1_000, 30_000, 300_000).map((length) => 'x'.repeat(length)),
  fc.array(fc.constantFrom<unknown>(UNKNOWN, '', null, 1), { maxLength: 5 }),
  fc.constantFrom(60, 600).map((depth) => JSON.parse(nested(depth, '[', ']')) as unknown),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Change of an input: a key with another value, removed, or added; and of its two headers. */
const breakage = fc.record({
  key: fc.nat(),
  how: fc.constantFrom('replace', 'replace', 'replace', 'drop', 'add', 'all'),
  value: broken,
  header: fc.option(fc.constantFrom('x', '""', '9'.repeat(300), 'W/"1.0.a"', '0.0.none', "a'b", '1.0.'), { freq: 6 }),
});

/** Bodies that are not an input. */
const BODIES: readonly { payload: string | Buffer; type?: string }[] = [
  { payload: '' },
  { payload: '{' },
  { payload: '{"a":1}}' },
  { payload: 'null' },
  { payload: '[]' },
  { payload: '"text"' },
  { payload: '1e999' },
  { payload: '{"a":1,"a":2}' },
  { payload: nested(20_000, '[', ']') },
  { payload: nested(20_000, '{"a":', '}').replace('{"a":}', '{"a":1}') },
  { payload: Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc3, 0x28]) },
  { payload: '{"id":"\\ud800"}' },
  { payload: 'a=1&b=2', type: 'application/x-www-form-urlencoded' },
  { payload: '<a/>', type: 'text/xml' },
  { payload: '{}', type: 'application/json; charset=utf-7' },
  { payload: '{}', type: '' },
  { payload: '--x\r\nContent-Disposition: form-data; name="a', type: 'multipart/form-data; boundary=x' },
  { payload: '--x--', type: 'multipart/form-data' },
  { payload: Buffer.alloc(2_000, 0x61), type: 'application/octet-stream' },
];

/** Rights of the administration. */
const ADMINISTRATION: ReadonlySet<string> = new Set(['consult', 'author', 'manage', 'administer']);

function wireOf(operation: Operation, input: Record<string, unknown>): Wire {
  const { url, init } = requestOf(operation, input);
  const isUpload = operation.kind === 'upload';
  const body = init.body as string | Uint8Array | undefined;
  return {
    url,
    headers: { ...init.headers, ...(isUpload ? { 'content-type': 'application/octet-stream' } : {}) },
    payload: typeof body === 'string' || body === undefined ? body : Buffer.from(body),
  };
}

function tokenFor({ right }: Operation): Record<string, string> {
  if (right === 'public') return {};
  const who = right === 'device' ? 'device' : ADMINISTRATION.has(right) ? 'administrator' : 'inspector';
  return { authorization: `Bearer ${world.tokens[who]}` };
}

/** Sends a request and checks that its answer is no crash, and a problem document where it is a refusal. @returns the status */
async function mustBeReadable(operation: Operation, { url, headers, payload }: Wire, what: string): Promise<number> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hang = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${operation.name} does not answer: ${what}`)), LIMIT_MS);
  });
  const answer = await Promise.race([
    world.app.inject({
      method: operation.method,
      url,
      headers: { accept: 'application/json', ...tokenFor(operation), ...headers },
      ...(payload === undefined ? {} : { payload }),
    }),
    hang,
  ]);
  clearTimeout(timer);
  const seen = `${operation.name}, ${what}: ${answer.statusCode} ${answer.body.slice(0, 300)}`;
  expect(answer.statusCode, seen).toBeLessThan(500);
  if (operation.agentOnly !== true) expect(documented.get(operation.name), seen).toContain(answer.statusCode);
  if (answer.statusCode < 400) return answer.statusCode;
  // A refused sign-in is an expected answer of its operation.
  if (operation.statusOf !== undefined && operation.output.safeParse(answer.json()).success) return answer.statusCode;
  // Operations of synchronisation refuse in the format of their own protocol.
  if (operation.right === 'device' && answer.body.includes('"kind":"refused"')) return answer.statusCode;
  expect(answer.headers['content-type'], seen).toMatch(/^application\/problem\+json/);
  const problem = answer.json<{ code: keyof typeof problems; title: string; status: number }>();
  expect(problems[problem.code]?.message, seen).toBe(problem.title);
  expect(problem.status, seen).toBe(answer.statusCode);
  return answer.statusCode;
}

/** Returns true when an input arrives without conversion: in the fields of a JSON body, not in a query, as raw bytes or as one key alone. */
function arrivesWhole({ method, kind, body }: Operation): boolean {
  return method !== 'GET' && kind !== 'upload' && body === null;
}

/** Returns true when the contract accepts an input as it arrives in a JSON body. */
function isAccepted(operation: Operation, input: Record<string, unknown>): boolean {
  return operation.input.safeParse(JSON.parse(JSON.stringify(input))).success;
}

function isJson(payload: string | Buffer): boolean {
  try {
    JSON.parse(payload.toString());
    return true;
  } catch {
    return false;
  }
}

// An accepted event stream does not end; refusals are tested with the body below.
const answering = operationList.filter(({ kind }) => kind !== 'events');

describe('broken input', () => {
  it.each(answering.map((operation) => [operation.name, operation] as const))(
    'of %s is refused with a message',
    async (name, operation) => {
      const whole = inputFrom(operation, world.own, expectations[name as keyof typeof expectations]?.more);
      const keys = Object.keys(operation.input.shape);
      world.reset();
      await fc.assert(
        fc.asyncProperty(breakage, async ({ key, how, value, header }) => {
          const input = { ...whole };
          const at = keys.length === 0 ? 'unknown' : keys[key % keys.length]!;
          if (how === 'drop') delete input[at];
          else if (how === 'add') input[`${at}!`] = value;
          else if (how === 'all') for (const each of keys) input[each] = value;
          else input[at] = value;
          const what = `${how} ${at}: ${JSON.stringify(value)?.slice(0, 80)}`;
          let wire: Wire;
          try {
            wire = wireOf(operation, input);
          } catch (error) {
            // A lone surrogate cannot be encoded in an address: the client fails before it sends the request.
            if (error instanceof URIError) return;
            throw error;
          }
          if (header !== null) {
            wire.headers['if-match'] = header;
            wire.headers['idempotency-key'] = header;
          }
          const status = await mustBeReadable(operation, wire, what);
          if (arrivesWhole(operation) && !isAccepted(operation, input))
            expect(status, `${name} accepts ${what}`).toBeGreaterThanOrEqual(400);
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
    },
    60_000,
  );

  it.each(answering.filter(({ method }) => method !== 'GET').map((operation) => [operation.name, operation] as const))(
    'as the body of %s is refused with a message',
    async (name, operation) => {
      const whole = inputFrom(operation, world.own, expectations[name as keyof typeof expectations]?.more);
      world.reset();
      const { url, headers } = wireOf(operation, whole);
      for (const { payload, type = 'application/json' } of BODIES) {
        const sent: Record<string, string> = { ...headers, 'content-type': type };
        if (type === '') delete sent['content-type'];
        const what = `body ${String(payload).slice(0, 60)}`;
        const status = await mustBeReadable(operation, { url, headers: sent, payload }, what);
        if (type.startsWith('application/json') && payload !== '' && !isJson(payload))
          expect(status, `${name} accepts the ${what}`).toBeGreaterThanOrEqual(400);
      }
    },
    60_000,
  );

  it.each(answering.filter(({ path }) => path.includes('{')).map((operation) => [operation.name, operation] as const))(
    'in the address of %s is refused with a message',
    async (_name, operation) => {
      world.reset();
      for (const part of ['%', '%00', '%ff', '..%2f..', '%F0%9F%9A%80', 'a'.repeat(2_000), UNKNOWN, '-1', 'null']) {
        const url = operation.path.replaceAll(/\{\w+\}/g, part);
        const what = `address ${part.slice(0, 40)}`;
        const status = await mustBeReadable(operation, { url, headers: {}, payload: undefined }, what);
        // An unknown report has no progress.
        if (operation.name === 'getReportRun' && part === UNKNOWN) continue;
        expect(status, `${operation.name} accepts the ${what}`).toBeGreaterThanOrEqual(400);
      }
    },
    60_000,
  );
});

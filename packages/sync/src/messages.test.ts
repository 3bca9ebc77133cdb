import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Acknowledgement,
  LIMITS,
  predicateOf,
  PullLine,
  PullRequest,
  PushRequest,
  readPush,
  readPushAnswer,
  RepairLine,
  RepairRequest,
  VERDICTS,
} from '@holdfast/contract/sync';

const clock = [1_768_478_400_000, 0, 'd1'];
const id = '0196e1f0-0000-7000-8000-000000000001';

const change = (n: number, op: string): object => ({
  n,
  group: `g${n >> 1}`,
  atomic: n % 3 === 0,
  table: 'place',
  id,
  user: 'maren',
  op,
  set: op === 'noop' ? {} : { name: 'Derrick', x: 1.5, parentId: null },
  base: op === 'noop' ? {} : { name: clock, place: null },
  seen: op === 'noop' ? null : 4,
  clock,
});

const pushed = {
  protocol: 2,
  schema: 1,
  epoch: 'e',
  scopeId: 'A',
  now: 1_768_478_400_000,
  chain: 'ab'.repeat(32),
  waiting: 5,
  changes: ['ins', 'upd', 'del', 'restore', 'noop'].map((op, i) => change(7 + i, op)),
};

const stamps = { createdAt: 1, updatedAt: 2, createdByUserId: 'maren', updatedByUserId: 'maren', deletedAt: null };
const entry = {
  scopeId: 'A',
  seq: 12,
  groupId: 'g',
  deviceId: 'd1',
  n: 7,
  userId: 'maren',
  tableName: 'place',
  rowId: id,
  op: 'upd',
  setJson: '{}',
  oldJson: '{}',
  lostJson: null,
  overrodeJson: '{}',
  historyJson: null,
  itemId: null,
  installationInspectionId: 'i',
  editedAt: 1,
  storedAt: 2,
};
const answered = {
  kind: 'ack',
  epoch: 'e',
  lastN: 12,
  verdicts: VERDICTS.map((verdict, i) => ({
    n: 7 + i,
    verdict,
    reason: i % 2 === 0 ? null : 'notFound',
    seq: i > 3 ? null : 9,
  })),
  images: [
    {
      kind: 'full',
      table: 'place',
      row: { id, scopeId: 'A', _seq: 9, _clk: '{}', ...stamps, name: 'Derrick', x: 1.5 },
    },
    { kind: 'short', table: 'place', id, seq: 9, clk: '{}', createdAt: 1, updatedAt: 2, updatedBy: 'maren' },
    { kind: 'gone', table: 'place', id },
  ],
  changes: ['ins', 'upd', 'del', 'restore', 'revive'].map((op) => ({ ...entry, op })),
  head: { scopeId: 'A', grantId: 'g', before: 8, after: 12 },
};

const wide = (columns: number): object => Object.fromEntries(Array.from({ length: columns }, (_, i) => [`c${i}`, i]));

/** Values on either side of every limit of the protocol. */
const NUMBERS = [-1, 0, 1, 1.5, 1e300, 8.64e15, 8.64e15 + 2, Number.MAX_SAFE_INTEGER, 2 ** 53];
const WORDS = ['', 'a', 'A b', '1a', '_a', 'noop', 'revive', 'full', 'ack', 'ab'.repeat(32), 'AB'.repeat(32)];
const LONG = [60, 61, 62, 80, 81, 200, 201, 1_000_000, 1_000_001].map((length) => 'x'.repeat(length));
const LISTS = [[], clock, [1, 2], [...clock, 1], [1, -1, 'd'], [1, 1, 'x'.repeat(81)], [{}]];
const OBJECTS = [{}, { name: 1 }, { name: clock }, { 'a b': 1 }, { constructor: 1 }, wide(200), wide(201)];
const KEYS = [60, 61, 62].map((length) => ({ ['k'.repeat(length)]: null }));
const ODD = [undefined, null, true, ...NUMBERS, ...WORDS, ...LONG, ...LISTS, ...OBJECTS, ...KEYS];

type Place = { holder: Record<string, unknown>; key: string };

/** Every position in a message that has a value. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}

/** Messages with one wrong or unusual part: another value, a missing key, an additional key. */
function* variants(message: object): Generator {
  const count = placesIn(message).length;
  for (let at = 0; at < count; at++) {
    for (const [i, odd] of ODD.entries()) {
      const copy = structuredClone(message);
      const { holder, key } = placesIn(copy)[at]!;
      if (odd !== undefined) holder[key] = odd;
      else if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      yield copy;
      if (i > 0 || Array.isArray(holder)) continue;
      holder['more'] = 1;
      yield copy;
    }
  }
}

const digest = 'ab'.repeat(8);
const mark = { kind: 'mark', scopeId: 'A', cursor: 7 };
const scope = { scopeId: 'A', grantId: 'g', from: 0, head: 12, rows: 7 };
const speaks = { protocol: 2, schema: 1 };
const columns = ['id', 'scopeId', '_seq', '_clk', 'createdAt', 'updatedAt', 'createdByUserId', 'updatedByUserId'];
const pulled = {
  ...speaks,
  upgradedFrom: null,
  epoch: 'e',
  scopes: { A: { cursor: 3, grantId: 'g' }, B: { cursor: 0, grantId: 'g', beganAt: 4 } },
};

describe.each(
  [
    { name: 'A push', message: pushed, schema: PushRequest },
    { name: 'The answer to a push', message: answered, schema: Acknowledgement },
    { name: 'A pull', message: pulled, schema: PullRequest },
    {
      name: 'The head of a stream',
      message: { kind: 'header', epoch: 'e', lastN: 3, scopes: [scope] },
      schema: PullLine,
    },
    {
      name: 'The columns of a table',
      message: { kind: 'columns', table: 'place', columns: [...columns, 'deletedAt', 'x'] },
      schema: PullLine,
    },
    { name: 'A mark', message: mark, schema: PullLine },
    { name: 'A proof', message: { kind: 'proof', scopeId: 'A', head: 3, rows: 2, digest }, schema: PullLine },
    { name: 'An entry of the log', message: { kind: 'change', change: entry }, schema: PullLine },
    {
      name: 'A refusal',
      message: { kind: 'refused', refusal: { kind: 'refused', code: 'gap', lastN: 4 } },
      schema: PullLine,
    },
    {
      name: 'A repair',
      message: { ...speaks, scopeId: 'A', grantId: 'g', buckets: Array.from({ length: LIMITS.buckets }, () => digest) },
      schema: RepairRequest,
    },
    { name: 'A row of a repair', message: { ...answered.images[0]!, kind: 'row' }, schema: RepairLine },
  ].map((each) => ({ ...each, looks: predicateOf<unknown>(each.schema) })),
)('a received $name', ({ message, looks, schema }) => {
  it('matches its schema exactly: one wrong value, a missing or an additional key is refused', () => {
    expect(looks(message)).toBe(true);
    const disagreed: unknown[] = [];
    const count = { taken: 0, refused: 0 };
    for (const variant of variants(message)) {
      const seen = looks(variant);
      count[seen ? 'taken' : 'refused'] += 1;
      const parsed = schema.safeParse(variant);
      if (parsed.success !== seen) disagreed.push(variant);
      else if (seen) expect(parsed.data).toEqual(variant);
    }
    expect(disagreed).toEqual([]);
    expect(count.taken).toBeGreaterThan(0);
    expect(count.refused).toBeGreaterThan(50);
  });

  it('is refused for any other value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(looks(value)).toBe(schema.safeParse(value).success);
      }),
      { numRuns: 500 },
    );
  });
});

describe('reading a message', () => {
  it('accepts one action larger than a push, and nothing else of that size', () => {
    const changes = Array.from({ length: LIMITS.changesPerPush + 1 }, (_, i) => ({
      ...change(1 + i, 'upd'),
      group: 'g',
    }));
    const large = { ...pushed, changes };
    expect(readPush(large)).toEqual(large);
    expect(readPush({ ...pushed, changes: changes.map((one, i) => ({ ...one, group: i === 0 ? 'f' : 'g' })) })).toBe(
      null,
    );
  });

  it('never accepts a name that JavaScript treats specially', () => {
    const disguised = (message: object, key: string): unknown =>
      JSON.parse(JSON.stringify(message).replaceAll(`"${key}":`, '"__proto__":'));
    const own = (value: unknown): string[] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, held]) => [key, ...own(held)])
        : [];
    const read = [
      readPush(disguised(pushed, 'parentId')),
      readPush(disguised(pushed, 'place')),
      readPushAnswer(disguised(answered, 'x')),
    ];
    expect(own(disguised(pushed, 'parentId'))).toContain('__proto__');
    for (const message of read) {
      expect(message).not.toBe(null);
      expect(own(message)).not.toContain('__proto__');
    }
  });
});

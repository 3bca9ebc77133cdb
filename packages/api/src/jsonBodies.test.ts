import { gzipSync } from 'node:zlib';
import { onEachDatabase, type TestFixture } from '@holdfast/core/testing';
import { describe, expect, it } from 'vitest';
import { mustBeInProportion, mustBeModestJson } from './jsonBodies.ts';
import { withDesktops } from './testing/enrolled.ts';

const encode = (text: string): Uint8Array => Buffer.from(text);

describe('A JSON body', () => {
  it.each([
    '{"a":[1,2,{"b":"[[[[[[{{{{{,,,,,\\\\\\""}]}',
    JSON.stringify(Array.from({ length: 200_000 }, () => 1)),
    `${'['.repeat(64)}${']'.repeat(64)}`,
    `{"a":"${'\\\\\\"'.repeat(50_000)}${'['.repeat(100)}","b":"\\\\"}`,
    `"${'[{'.repeat(100_000)}"`,
  ])('is parsed within its bounds, with any texts', (text) => {
    expect(() => mustBeModestJson(encode(text))).not.toThrow();
  });

  it.each([
    ['nests lists', '['.repeat(4_000_000) + ']'.repeat(4_000_000)],
    ['nests objects', '{"a":'.repeat(65)],
    ['has values', `[${'{},'.repeat(400_000)}{}]`],
    ['has empty values', `[${','.repeat(400_000)}]`],
  ])('is refused quickly when it %s without limit', (_, text) => {
    const bytes = encode(text);
    const began = performance.now();
    expect(() => mustBeModestJson(bytes)).toThrow();
    expect(performance.now() - began).toBeLessThan(500);
  });
});

describe('A compressed body', () => {
  const MEGABYTE = 1024 * 1024;

  it.each([
    [MEGABYTE, 1],
    [MEGABYTE, undefined],
    [3_000_000, 30_000],
    [0, 0],
  ])('may have %i bytes when %s bytes were sent', (length, sent) => {
    expect(() => mustBeInProportion(new Uint8Array(length), sent)).not.toThrow();
  });

  it.each([
    [MEGABYTE + 1, 1],
    [MEGABYTE + 1, undefined],
    [3_000_001, 30_000],
  ])('is refused with %i bytes when %s bytes were sent', (length, sent) => {
    expect(() => mustBeInProportion(new Uint8Array(length), sent)).toThrow(
      expect.objectContaining({ code: 'badInput' }) as Error,
    );
  });
});

onEachDatabase('A compressed body over HTTP', (test: TestFixture) => {
  const desks = withDesktops(test);
  const push = (text: string, headers: Record<string, string> = {}): Promise<Response> =>
    desks.desktop.call('POST', '/ext/sync/push', gzipSync(text), {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      ...headers,
    });

  it('is refused when it is too long, too deep or too large, without delaying other calls', async () => {
    const bodies = [
      `{"changes":[${'{},'.repeat(2_500_000)}{}]}`,
      '['.repeat(4_000_000) + ']'.repeat(4_000_000),
      ' '.repeat(4_000_000),
    ];
    for (const body of bodies) {
      const answer = await push(body);
      expect(answer.status).toBe(400);
    }
  });

  it('is refused for its length alone, although it is valid', async () => {
    const answer = await push(`{"note":"${' '.repeat(1024 * 1024)}"}`);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { details: { issues: [{ message: 'becomes too long when it is unpacked' }] } },
    ]);
  });
});

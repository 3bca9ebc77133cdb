import { expect, it } from 'vitest';
import { host, script } from '../testing/testScript.ts';

it('A Hashtable lists keys that share buckets in the order of .NET, also after some of them were removed', () => {
  const keysOf = (body: string): unknown =>
    script(
      `object F() { var h = new Hashtable(); ${body} var s = ""; foreach (var k in h.Keys) s += k + ","; return s; }`,
      host(),
    ).call('F', []);
  expect(keysOf('for (int i = 0; i < 130; i++) h[197 * i] = i;')).toMatch(/^19109,12608,6107,25216,18715,12214,5713,/);
  expect(
    keysOf(
      'for (int i = 0; i < 130; i++) h[i * i] = i; for (int i = 0; i < 60; i++) h.Remove(i * i); for (int i = 0; i < 70; i++) h[197 * i + 1] = i;',
    ),
  ).toMatch(/^12412,5911,15625,6889,8464,12018,5517,16384,15129,13924,.*,8281,6305,9457,11236,10816,1,$/);
});

import { describe, expect, it } from 'vitest';
import { slowPatternsOf } from '../scripts/checks/patterns.mjs';

const FILE = 'packages/core/src/a.ts';

describe('The check of regular expressions', () => {
  it.each([
    [String.raw`/^-?(?:\d+\.?\d*|\.\d+)$/`, String.raw`\d+ and \d* can match the same characters`],
    ['/^(?:a*)*b/', 'the parts of a* can match the same text in several ways'],
    ['/-+$/', '-+ is tried again from each of its characters; a lookbehind limits it to the first'],
  ])('refuses %s with its line and the reason', (pattern, why) => {
    expect(slowPatternsOf(FILE, `\nconst A = ${pattern};\n`)).toEqual([{ file: FILE, line: 2, why }]);
  });

  it.each([String.raw`/^-?(?:\d+(?:\.\d*)?|\.\d+)$/`, '/(?<!-)-+$/', '/^[a-z]+-[a-z]+$/', '/a{1,4}b{1,4}/'])(
    'accepts %s',
    (pattern) => {
      expect(slowPatternsOf(FILE, `const A = ${pattern};\n`)).toEqual([]);
    },
  );

  it('reads no patterns in texts and comments', () => {
    expect(slowPatternsOf(FILE, "// /-+$/\nconst a = '/-+$/';\n")).toEqual([]);
  });
});

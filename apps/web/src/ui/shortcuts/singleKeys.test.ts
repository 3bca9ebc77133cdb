// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { isSingleKey, readSingleKeys, setSingleKeys } from './singleKeys.ts';

beforeEach(() => localStorage.clear());
const alone = { key: 'n', ctrlKey: false, metaKey: false, altKey: false };

it('Single keys run commands until they are switched off in this browser', () => {
  expect([readSingleKeys(), isSingleKey(alone, 'n')]).toEqual([true, true]);
  setSingleKeys(false);
  expect([readSingleKeys(), isSingleKey(alone, 'n')]).toEqual([false, false]);
  setSingleKeys(true);
  expect([readSingleKeys(), isSingleKey(alone, 'n')]).toEqual([true, true]);
});

it('A single key is pressed alone, in either case', () => {
  expect(isSingleKey({ ...alone, key: 'N' }, 'n')).toBe(true);
  expect(isSingleKey({ ...alone, key: 'm' }, 'n')).toBe(false);
  for (const held of ['ctrlKey', 'metaKey', 'altKey']) expect(isSingleKey({ ...alone, [held]: true }, 'n')).toBe(false);
});

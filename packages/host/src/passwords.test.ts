import { expect, it } from 'vitest';
import { argonPasswords } from './passwords.ts';

const passwords = argonPasswords();

it.each(['1234567890', 'qwertyuiop', 'Password123', 'aaaaaaaaaa', 'abababababab', '0000000000001'])(
  'A password among the first that attackers try is common: %s',
  async (password) => {
    expect(await passwords.isCommon(password)).toBe(true);
  },
);

it.each(['demo-Holdfast-1', 'correct horse battery staple', 'a long enough one'])(
  'A password that is not in their lists is not common: %s',
  async (password) => {
    expect(await passwords.isCommon(password)).toBe(false);
  },
);

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

it('A password is verified by its hash alone, which differs each time', async () => {
  const [one, other] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
  expect(await passwords.verify(one, 'correct horse')).toBe(true);
  expect(await passwords.verify(one, 'correct horses')).toBe(false);
});

it('No password is that of an account without one', async () => {
  for (const password of ['', 'the password of no account']) expect(await passwords.verify(null, password)).toBe(false);
});

it('A password is common whatever the case and the width of its letters', async () => {
  for (const password of ['QWERTYUIOP', 'ｑｗｅｒｔｙｕｉｏｐ']) expect(await passwords.isCommon(password)).toBe(true);
  expect(await passwords.isCommon('abcdabcdabcdabcd')).toBe(true);
  expect(await passwords.isCommon('edcba-edcba-x7')).toBe(false);
});

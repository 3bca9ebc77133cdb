import { dictionary } from '@zxcvbn-ts/language-common';

/** Passwords that are tried first, in lower case. A module of its own, because the list is large and seldom needed. */
export const commonPasswords: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].map((password) => password.toLowerCase()),
);

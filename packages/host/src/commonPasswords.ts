import { dictionary } from '@zxcvbn-ts/language-common';

/** Passwords that attackers try first, in lower case. In a separate module, because the list is large and rarely needed. */
export const commonPasswords: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].map((password) => password.toLowerCase()),
);

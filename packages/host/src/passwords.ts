import { hash, verify } from '@node-rs/argon2';
import type { Ports } from '@holdfast/core';

/** Cost of argon2id as recommended first by OWASP for servers: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Minimum number of different characters in a password of any length. */
const FEWEST_CHARACTERS = 5;

/** Password hashing with argon2id (product decision 3). */
export function argonPasswords(): Ports['passwords'] {
  const placeholder = hash('the password of no account', COST);
  return {
    async isCommon(password) {
      const plain = password.normalize('NFKC').toLowerCase();
      if (new Set(plain).size < FEWEST_CHARACTERS) return true;
      const { commonPasswords } = await import('./commonPasswords.ts');
      return commonPasswords.has(plain);
    },
    hash: (password) => hash(password, COST),
    async verify(stored, password) {
      const matches = await verify(stored ?? (await placeholder), password);
      return stored !== null && matches;
    },
  };
}

import { hash, verify } from '@node-rs/argon2';
import type { Ports } from '@holdfast/core';

/** argon2id at the cost OWASP names as its first choice for servers: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Password hashing with argon2id (decisions 3). */
export function argonPasswords(): Ports['passwords'] {
  const nobody = hash('the password of nobody', COST);
  return {
    hash: (password) => hash(password, COST),
    async verify(stored, password) {
      const matches = await verify(stored ?? (await nobody), password);
      return stored !== null && matches;
    },
  };
}

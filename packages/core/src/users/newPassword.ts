import { Problem } from '@holdfast/contract';
import type { Ports } from '../ports.ts';

/** Refusal of a password that is too common. */
export const COMMON_PASSWORD =
  'is one of the passwords that are tried first. Choose another, such as four words that do not belong together';

/**
 * Returns the hash of a new password (product decision 3).
 * @param path its path in the input
 * @throws {Problem} `badInput` when it is a common one
 */
export async function hashNew(
  { passwords }: Pick<Ports, 'passwords'>,
  password: string,
  path: string,
): Promise<string> {
  if (await passwords.isCommon(password))
    throw new Problem('badInput', { issues: [{ path, message: COMMON_PASSWORD }] });
  return passwords.hash(password);
}

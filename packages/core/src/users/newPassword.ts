import { Problem } from '@holdfast/contract';
import type { Ports } from '../ports.ts';

/** What is said of a password that many people have. */
export const COMMON_PASSWORD =
  'is one of the passwords that are tried first. Choose another, such as four words that do not belong together';

/**
 * The hash of a password somebody chose (product decision 3).
 * @param path where it stands in the input
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

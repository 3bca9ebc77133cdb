/** Roles and the rights they hold (product decision 1). Without schemas, because pages import it, too. */
import type { Right } from './base/operation.ts';

/** The roles of accounts, from the fewest to the most rights. */
export const ROLES = ['viewer', 'inspector', 'reportAuthor', 'companyAdministrator', 'administrator'] as const;

/** Role of an account. */
export type RoleName = (typeof ROLES)[number];

/** The rights of users, in the order of lists. */
export const RIGHTS = [
  'signedIn',
  'read',
  'inspect',
  'consult',
  'author',
  'manage',
  'administer',
] as const satisfies Right[];

/** Roles that hold each right. */
export const HOLDERS: Readonly<Record<(typeof RIGHTS)[number], readonly RoleName[]>> = {
  signedIn: ROLES,
  read: ROLES,
  inspect: ['inspector', 'companyAdministrator', 'administrator'],
  consult: ['reportAuthor', 'companyAdministrator', 'administrator'],
  author: ['reportAuthor', 'administrator'],
  manage: ['companyAdministrator', 'administrator'],
  administer: ['administrator'],
};

/** Returns true when a role holds a right. */
export function roleHolds(role: RoleName, right: (typeof RIGHTS)[number]): boolean {
  return HOLDERS[right].includes(role);
}

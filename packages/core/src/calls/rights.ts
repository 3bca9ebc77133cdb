import { Problem, type Right, type Role } from '@holdfast/contract';
import { roleHolds } from '@holdfast/contract/roles';
import type { Actor } from './ctx.ts';

/** Returns true when a role holds a right (product decision 1). */
export function holds(role: Role, right: Right): boolean {
  return right === 'public' || (right !== 'device' && roleHolds(role, right));
}

/** @throws {Problem} `notSignedIn`, `forbidden` or `secondFactorNeeded` when the caller may not. */
export function mustHold(actor: Actor | null, right: Right): void {
  if (right === 'public') return;
  if (actor === null) throw new Problem('notSignedIn');
  if (!holds(actor.role, right)) throw new Problem('forbidden');
  // The administrator of a company always has a company; without one a call would not be limited to any scope.
  if (actor.role === 'companyAdministrator' && actor.companyId === null && right !== 'signedIn')
    throw new Problem('forbidden');
  if (actor.lacksSecondFactor === true && right !== 'signedIn') throw new Problem('secondFactorNeeded');
}

/** Staff and administrators see every company, one per call; all others their own. */
export function seesEveryCompany({ companyId, role }: Pick<Actor, 'companyId' | 'role'>): boolean {
  return companyId === null || role === 'administrator';
}

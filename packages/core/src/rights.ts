import { Problem, type Right, type Role } from '@holdfast/contract';
import type { Actor } from './ctx.ts';

/** Roles that hold each right (product decision 1). */
const HOLDERS: Record<Exclude<Right, 'public'>, readonly Role[]> = {
  signedIn: ['inspector', 'viewer', 'administrator'],
  read: ['inspector', 'viewer', 'administrator'],
  inspect: ['inspector', 'administrator'],
  administer: ['administrator'],
  device: [],
};

/** Returns true when a role holds a right. */
export function holds(role: Role, right: Right): boolean {
  return right === 'public' || HOLDERS[right].includes(role);
}

/** @throws {Problem} `notSignedIn`, `forbidden` or `secondFactorNeeded` when the caller may not. */
export function mustHold(actor: Actor | null, right: Right): void {
  if (right === 'public') return;
  if (actor === null) throw new Problem('notSignedIn');
  if (!holds(actor.role, right)) throw new Problem('forbidden');
  if (actor.lacksSecondFactor === true && right !== 'signedIn') throw new Problem('secondFactorNeeded');
}

/** Staff and administrators see every company, one per call; all others their own. */
export function seesEveryCompany(actor: Actor): boolean {
  return actor.companyId === null || actor.role === 'administrator';
}

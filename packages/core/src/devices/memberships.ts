/** Current rights of the users known on a device. */
import { LIBRARY_SCOPE } from '@holdfast/contract';
import type { Membership, WriteRight } from '@holdfast/sync';
import type { LocalDb } from '../calls/ctx.ts';
import type { UserRow } from '../db/schema.ts';
import type { Services } from '../services.ts';
import { holds } from '../calls/rights.ts';

/** A user known on a device whose account is enabled. */
export interface Member {
  userId: string;
  name: string;
  role: UserRow['role'];
  companyId: string;
}

/** Rights that the offline operations need: a device has no other changes to send, independent of its users. */
const RIGHTS_ON_DEVICES: readonly WriteRight[] = ['inspect'];

function rightsOnDevices(role: UserRow['role']): Membership['rights'] {
  return RIGHTS_ON_DEVICES.filter((right) => holds(role, right));
}

/**
 * The users known on a device whose accounts are enabled and belong to the company for which they signed in there. A user who moved to
 * another company signs in again: the password with which the desktop was registered may be known in the former company.
 */
export async function membersOf(db: LocalDb, deviceId: string): Promise<Member[]> {
  const people = await db
    .selectFrom('deviceUser')
    .innerJoin('user', 'user.id', 'deviceUser.userId')
    .select(['user.id as userId', 'user.name', 'user.role', 'user.companyId'])
    .where('deviceUser.deviceId', '=', deviceId)
    .where('user.disabledAt', 'is', null)
    .whereRef('deviceUser.companyId', '=', 'user.companyId')
    .orderBy('user.id')
    .execute();
  return people.filter((one): one is typeof one & { companyId: string } => one.companyId !== null);
}

/** Returns the first of the users known on a device, for whom its calls count; undefined when none is. */
export async function firstMemberOf(db: LocalDb, deviceId: string): Promise<Member | undefined> {
  return (await membersOf(db, deviceId))[0];
}

/** Returns true when a person known on a device belongs to a company. */
export async function worksFor(db: LocalDb, deviceId: string, companyId: string): Promise<boolean> {
  return (await membersOf(db, deviceId)).some((member) => member.companyId === companyId);
}

/**
 * Rights of the users of a device, computed at each call: every user reads the library and the own company, and writes there according to
 * the role (data decision 1). A missing grant is added.
 */
export async function membershipsOf(application: Services, deviceId: string): Promise<Membership[]> {
  const members = await membersOf(application.read, deviceId);
  const memberships: Membership[] = [];
  for (const { userId, role, companyId } of members) {
    for (const scopeId of [companyId, LIBRARY_SCOPE]) {
      const grantId = (await grantOf(application.read, userId, scopeId)) ?? (await give(application, userId, scopeId));
      memberships.push({ userId, scopeId, grantId, rights: scopeId === LIBRARY_SCOPE ? [] : rightsOnDevices(role) });
    }
  }
  return memberships;
}

/** Withdraws a grant: when it is given again, devices begin the scope again (docs/sync.md, "What is promised"). */
export async function withdrawGrant(db: LocalDb, userId: string, scopeId: string): Promise<void> {
  await db.deleteFrom('scopeGrant').where('userId', '=', userId).where('scopeId', '=', scopeId).execute();
}

/** Withdraws every grant of a user. */
export async function withdrawGrants(db: LocalDb, userId: string): Promise<void> {
  await db.deleteFrom('scopeGrant').where('userId', '=', userId).execute();
}

async function grantOf(db: LocalDb, userId: string, scopeId: string): Promise<string | undefined> {
  const grant = await db
    .selectFrom('scopeGrant')
    .select('grantId')
    .where('userId', '=', userId)
    .where('scopeId', '=', scopeId)
    .executeTakeFirst();
  return grant?.grantId;
}

async function give({ write, ports }: Services, userId: string, scopeId: string): Promise<string> {
  await write
    .insertInto('scopeGrant')
    .values({ userId, scopeId, grantId: ports.ids.next(ports.clock.now()) })
    .onConflict((conflict) => conflict.columns(['userId', 'scopeId']).doNothing())
    .execute();
  return (await grantOf(write, userId, scopeId))!;
}

/** Desktops, as administrators keep them. */
import * as contract from '@holdfast/contract';
import { type Device, Problem } from '@holdfast/contract';
import { byName } from '../byName.ts';
import type { ReadCtx } from '../ctx.ts';
import { handler } from '../handler.ts';
import { isoTime } from '../present.ts';
import { accessOf, revocation, withCopies } from './access.ts';

/** Every desktop, by name. */
export const getDevices = handler(contract.getDevices, {
  reach: 'everywhere',
  commit: (ctx) => administeredDevices(ctx),
});

/** Signs a desktop out, locks it, wipes it, or opens it again. */
export const setDeviceAccess = handler(contract.setDeviceAccess, {
  reach: 'everywhere',
  async commit(ctx, { id, access }) {
    const [before] = await administeredDevices(ctx, id);
    if (before === undefined) throw new Problem('notFound');
    if (before.access !== access) {
      // What is taken from a device is taken from its copies; each of them is opened by itself.
      const ids = access === 'open' ? [id] : await withCopies(ctx.local, id);
      await ctx.local.updateTable('device').set(revocation(access, ctx.now)).where('id', 'in', ids).execute();
      ctx.publish({ devices: ids });
    }
    return { ...before, access };
  },
});

/** Devices as administrators see them; one alone when its id is given. */
async function administeredDevices({ local, db }: Pick<ReadCtx, 'local' | 'db'>, id?: string): Promise<Device[]> {
  let query = local.selectFrom('device').selectAll();
  if (id !== undefined) query = query.where('id', '=', id);
  const devices = await query.execute();
  const companies = await db.from('company').select(['id', 'name']).execute();
  const nameOf = new Map(companies.map((company) => [company.id, company.name]));
  const people = await local
    .selectFrom('deviceUser')
    .innerJoin('user', 'user.id', 'deviceUser.userId')
    .select(['deviceUser.deviceId', 'user.id', 'user.name', 'user.companyId'])
    .execute();
  const peopleOf = Map.groupBy(people.toSorted(byName), ({ deviceId }) => deviceId);
  return devices.toSorted(byName).map((device) => ({
    id: device.id,
    name: device.name,
    users: (peopleOf.get(device.id) ?? []).map((person) => ({
      id: person.id,
      name: person.name,
      companyName: person.companyId === null ? null : (nameOf.get(person.companyId) ?? null),
    })),
    appVersion: device.appVersion,
    access: accessOf(device),
    waiting: device.waiting,
    lastSeenAt: device.lastSeenAt === null ? null : isoTime(device.lastSeenAt),
    createdAt: isoTime(device.createdAt),
  }));
}

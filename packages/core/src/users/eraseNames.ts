/** Removal of the names of erased people from history, change log and audit log. */
import { changeOf, kyselyStore, openWriter } from '@holdfast/sync';
import { z } from 'zod';
import type { Application } from '../application.ts';
import { replaceInAudit } from '../auditLog.ts';
import { registry } from '../db/registry.ts';
import type { Database, Tables, UserRow } from '../db/schema.ts';
import { localDb } from '../db/scoped.ts';
import { publishParticulars } from '../publishParticulars.ts';
import { storedColumns, storedJson } from '../storedJson.ts';

type Services = Pick<Application, 'read' | 'write' | 'engine' | 'ports' | 'deviceId' | 'events' | 'knownPersons'>;

/** Name that replaces an erased one. */
export function erasedName(userId: string): string {
  return `Former user ${userId.slice(-4)}`;
}

/** Address that replaces an erased one; no mail is sent to it. */
export function erasedEmail(userId: string): string {
  return `${userId}@erased.invalid`;
}

/**
 * Removes the names of erased people that are still stored: in the history of every company, from which desktops receive the new name, in the
 * change log, and in the audit log, whose chain is computed again from the first changed entry. Hosts run it at intervals; what was
 * interrupted is done by the next run.
 * @returns the number of people
 */
export async function eraseNames(services: Services): Promise<number> {
  const waiting = await services.write
    .selectFrom('user')
    .selectAll()
    .where('namesToEraseJson', 'is not', null)
    .execute();
  for (const account of waiting) {
    const persons = await services.write.selectFrom('person').selectAll().where('userId', '=', account.id).execute();
    for (const person of persons) await rename(services, person, account);
    await services.write.transaction().execute(async (trx) => {
      const names = storedJson(z.array(z.string()), account.namesToEraseJson ?? '[]') ?? [];
      await replaceInAudit(localDb(trx), account.id, names, account.name, services.ports.clock.now());
      await trx.deleteFrom('savedAnswer').where('userId', '=', account.id).execute();
      await trx.updateTable('user').set({ namesToEraseJson: null }).where('id', '=', account.id).execute();
    });
  }
  return waiting.length;
}

/** Replaces the name of an erased person in one scope and its change log. */
async function rename(services: Services, person: Database['person'], { name }: UserRow): Promise<void> {
  const { write, engine, ports, deviceId, events, knownPersons } = services;
  const { id, scopeId, userId } = person;
  const now = ports.clock.now();
  await publishParticulars(services, userId);
  await write.transaction().execute(async (trx) => {
    const store = kyselyStore(trx, engine, registry);
    const author = { userId, deviceId, now, groupId: ports.ids.next(now) };
    const writer = openWriter(store, registry, [await store.lockHead(scopeId)], author);
    await writer.mutate(changeOf<Tables['person']>('person', { op: 'upd', id, set: { name } }));
    await writer.finish();
    const logged = await trx
      .selectFrom('change')
      .select(['scopeId', 'seq', 'setJson', 'oldJson'])
      .where('tableName', '=', 'person')
      .where('rowId', '=', id)
      .where('scopeId', '=', scopeId)
      .execute();
    for (const { seq, setJson, oldJson } of logged)
      await trx
        .updateTable('change')
        .set({ setJson: renamed(setJson, name), oldJson: renamed(oldJson, name) })
        .where('scopeId', '=', scopeId)
        .where('seq', '=', seq)
        .execute();
  });
  for (const key of knownPersons) if (key.startsWith(`${scopeId} ${userId} `)) knownPersons.delete(key);
  events.publish({ scopes: [scopeId] });
}

/** Columns of a logged change with the new name and without particulars, where they hold them. */
function renamed(json: string, name: string): string {
  const columns = storedColumns(json);
  const without = { name, qualification: '', certificateNumber: '', certificateExpiresOn: '' };
  const held = Object.entries(without).filter(([column]) => column in columns);
  return held.length > 0 ? JSON.stringify({ ...columns, ...Object.fromEntries(held) }) : json;
}

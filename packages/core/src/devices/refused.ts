/** Changes that were refused, as their devices report them, and what administrators decide about them. */
import * as contract from '@holdfast/contract';
import { Problem, type RefusedChange } from '@holdfast/contract';
import { type Columns, mayAttempt } from '@holdfast/sync';
import { registry } from '../db/registry.ts';
import type { SyncedTable } from '../db/schema.ts';
import { localDb } from '../db/scoped.ts';
import { deviceHandler, handler } from '../handler.ts';
import { isoTime } from '../present.ts';
import {
  accountNames,
  addRefusedChange,
  administeredDevices,
  companyNames,
  decide,
  deleteDevice,
  deviceById,
  deviceUsers,
  labelDevice,
  refusedChanges,
  removeRefusedChanges,
  updateReport,
} from './queries.ts';

/** Takes the report of a device, and answers what was decided about its refused changes. */
export const reportDevice = deviceHandler(
  contract.reportDevice,
  async ({ application, device: { deviceId }, now }, { refused, oldestWaitingAt, ...state }) =>
    application.write.transaction().execute(async (trx) => {
      const local = localDb(trx);
      await updateReport(local, deviceId, {
        ...state,
        oldestWaitingAt: oldestWaitingAt === null ? null : Date.parse(oldestWaitingAt),
        reportedAt: now,
      });
      const people = new Set((await deviceUsers(local, deviceId)).map(({ userId }) => userId));
      const reported = new Set(refused.map(({ id }) => id));
      const known = await refusedChanges(local, deviceId);
      const gone = known.filter(({ id }) => !reported.has(id)).map(({ id }) => id);
      await removeRefusedChanges(local, deviceId, gone);
      for (const { set, lines, table, at, ...change } of refused) {
        if (!people.has(change.userId)) continue;
        await addRefusedChange(local, {
          ...change,
          deviceId,
          tableName: table,
          setJson: JSON.stringify(set),
          linesJson: JSON.stringify(lines),
          at: Date.parse(at),
          decision: null,
        });
      }
      return {
        decided: known.flatMap(({ id, decision }) => (decision !== null && reported.has(id) ? [{ id, decision }] : [])),
      };
    }),
);

/** Refused changes of a device. */
export const getRefusedChanges = handler(contract.getRefusedChanges, {
  reach: 'everywhere',
  async commit({ local, db }, { id }): Promise<RefusedChange[]> {
    if ((await deviceById(local, id)) === undefined) throw new Problem('notFound');
    const open = (await refusedChanges(local, id)).filter(({ decision }) => decision === null);
    const names = await accountNames(local, [...new Set(open.map(({ userId }) => userId))]);
    const companies = await companyNames(db);
    return open.map((change) => ({
      id: change.id,
      companyId: change.scopeId,
      companyName: companies.get(change.scopeId) ?? '',
      userName: names.get(change.userId) ?? '',
      place: change.place,
      what: change.what,
      lines: JSON.parse(change.linesJson) as RefusedChange['lines'],
      reason: change.reason,
      at: isoTime(change.at),
    }));
  },
});

/** Accepts a refused change in the place of its author, or discards it. */
export const decideRefusedChange = handler(contract.decideRefusedChange, {
  reach: 'either',
  async commit(ctx, { id: deviceId, companyId, changeId, decision }) {
    const { local } = ctx;
    const change = (await refusedChanges(local, deviceId)).find(({ id }) => id === changeId);
    if (change === undefined || change.scopeId !== companyId || change.decision !== null) throw new Problem('notFound');
    if (decision === 'accepted') {
      const { op, rowId: id } = change;
      const set = JSON.parse(change.setJson) as Columns;
      const table = inspectionTable(change.tableName, op, Object.keys(set));
      await ctx.replay({ table, op, id, scopeId: companyId, set });
    }
    await decide(local, change, decision);
    const names = await accountNames(local, [change.userId]);
    ctx.audit({
      subject: [change.place, change.what].filter((part) => part !== '').join(' · '),
      companyId,
      change: {
        table: 'refusedChange',
        id: change.id,
        name: names.get(change.userId) ?? '',
        before: { decision: null },
        after: { decision },
      },
    });
    ctx.publish({ devices: [deviceId] });
    return null;
  },
});

/** Names a device. */
export const renameDevice = handler(contract.renameDevice, {
  reach: 'everywhere',
  async commit(ctx, { id, name }) {
    const [before] = await administeredDevices(ctx, id);
    if (before === undefined) throw new Problem('notFound');
    await labelDevice(ctx.local, id, name);
    const after = name ?? before.ownName;
    ctx.audit({ change: { table: 'device', id, name: after, before: { name: before.name }, after: { name: after } } });
    return { ...before, name: after };
  },
});

/** Removes a device. */
export const removeDevice = handler(contract.removeDevice, {
  reach: 'everywhere',
  async commit(ctx, { id }) {
    const [before] = await administeredDevices(ctx, id);
    if (before === undefined) throw new Problem('notFound');
    await deleteDevice(ctx.local, id);
    ctx.audit({ change: { table: 'device', id, name: before.name, before: { name: before.name }, after: null } });
    ctx.publish({ devices: [id] });
    return null;
  },
});

/** Returns a table that inspectors may change this way. @throws {Problem} `forbidden` for any other */
function inspectionTable(
  name: string,
  op: Parameters<typeof mayAttempt>[1]['op'],
  columns: readonly string[],
): SyncedTable {
  const definition = registry.get(name);
  const isAllowed = definition !== undefined && mayAttempt(definition, { op, columns }, (right) => right === 'inspect');
  if (!isAllowed) throw new Problem('forbidden');
  return name as SyncedTable;
}

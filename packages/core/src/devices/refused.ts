/** Refused changes as reported by their devices, and the decisions of administrators about them. */
import * as contract from '@holdfast/contract';
import { Problem, type RefusedChange } from '@holdfast/contract';
import { flagOf } from '../db/columns.ts';
import { localDb } from '../db/scoped.ts';
import { deviceHandler, handler } from '../calls/handler.ts';
import { isoTime } from '../present.ts';
import {
  accountNames,
  addRefusedChange,
  administeredDevices,
  companiesWorkedFor,
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
import { contentsId, describeRefused, isInspection, proposedChange, rowLookup } from './refusedEffects.ts';

/**
 * Maximum number of refused changes kept of one device, and maximum length of the columns of one as JSON. Anything beyond stays on the
 * device.
 */
const KEPT = { changes: 5_000, length: 200_000 } as const;

/** Stores the report of a device, and answers with the decisions about its refused changes. */
export const reportDevice = deviceHandler(
  contract.reportDevice,
  async (
    { application, ports, device: { deviceId }, now },
    { refused, oldestWaitingAt, encrypted, after, upTo, ...state },
  ) =>
    application.write.transaction().execute(async (trx) => {
      const local = localDb(trx);
      await updateReport(local, deviceId, {
        ...state,
        encrypted: encrypted === null ? null : flagOf(encrypted),
        oldestWaitingAt: oldestWaitingAt === null ? null : Date.parse(oldestWaitingAt),
        reportedAt: now,
      });
      const people = await deviceUsers(local, deviceId);
      // What a restored server lost is reported by desktops that its author never used.
      const companies = await companiesWorkedFor(trx, [...people, ...refused]);
      const onDevice = new Set(people.flatMap(({ userId }) => [...(companies.get(userId) ?? [])]));
      const reported = new Set(refused.map(({ id }) => id));
      const known = await refusedChanges(local, deviceId);
      const isCovered = (id: string): boolean => (after === null || id > after) && (upTo === null || id <= upTo);
      const gone = known.filter(({ id }) => isCovered(id) && !reported.has(id)).map(({ id }) => id);
      await removeRefusedChanges(local, deviceId, gone);
      const knownIds = new Set(known.map(({ id }) => id));
      let space = KEPT.changes - known.length + gone.length;
      for (const { set, table, at, ...change } of refused) {
        const isOfCompany = onDevice.has(change.scopeId) && companies.get(change.userId)?.has(change.scopeId) === true;
        if (!isOfCompany || knownIds.has(change.id)) continue;
        const setJson = JSON.stringify(set);
        if (space <= 0 || setJson.length > KEPT.length) continue;
        space -= 1;
        await addRefusedChange(local, {
          ...change,
          deviceId,
          tableName: table,
          setJson,
          at: Date.parse(at),
          decision: null,
        });
      }
      return {
        decided: known.flatMap(({ id, decision }) => (decision !== null && reported.has(id) ? [{ id, decision }] : [])),
        mustEncrypt: ports.instance.mustEncrypt,
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
    const described = await describeRefused(db, open);
    return open.map((change) => ({
      id: contentsId(change),
      companyId: change.scopeId,
      companyName: companies.get(change.scopeId) ?? '',
      userName: names.get(change.userId) ?? '',
      ...described.get(change)!,
      reason: change.reason,
      at: isoTime(change.at),
    }));
  },
});

/** Accepts a refused change on behalf of its author, or discards it. */
export const decideRefusedChange = handler(contract.decideRefusedChange, {
  reach: 'either',
  async commit(ctx, { id: deviceId, companyId, changeId, decision }) {
    const { local } = ctx;
    const reported = await refusedChanges(local, deviceId);
    const change = reported.find((one) => contentsId(one) === changeId);
    if (change === undefined || change.scopeId !== companyId || change.decision !== null) throw new Problem('notFound');
    const open = reported.filter((one) => one.decision === null && one.scopeId === companyId);
    const { place, what } = (await describeRefused(ctx.db, open)).get(change)!;
    if (decision === 'accepted') {
      const proposed = proposedChange(change);
      if (!(await isInspection(rowLookup(ctx.db), proposed))) throw new Problem('forbidden');
      await ctx.replay({ ...proposed, recordedBy: change.userId });
    }
    await decide(local, change, decision);
    const names = await accountNames(local, [change.userId]);
    ctx.audit({
      subject: [place, what].filter((part) => part !== '').join(' · '),
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

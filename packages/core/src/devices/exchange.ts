/** Operations of the synchronisation between devices and server; the protocol itself is `packages/sync`. */
import * as contract from '@holdfast/contract';
import { kyselyDatabase, kyselyStore, openWriter, pull, push, repair, type ServerSetting } from '@holdfast/sync';
import type { DeviceCtx } from '../calls/ctx.ts';
import { registry } from '../db/registry.ts';
import { deviceHandler } from '../calls/handler.ts';
import { ensurePersonInScope } from '../ensurePerson.ts';
import { epochOf } from './epoch.ts';
import { membersOf, membershipsOf } from './memberships.ts';
import { calculateAfterPush } from './pushedCalculations.ts';

/** Receives changes; a refusal is part of the answer, so that the device can read its code. */
export const pushChanges = deviceHandler(contract.pushChanges, {
  revokedToo: true,
  async commit(ctx, { message }) {
    const { device, now } = ctx;
    if (device.revoked === null && message !== null) await ensureAuthorsInScope(ctx, message.scopeId);
    const reply = await push(settingOf(ctx), device.deviceId, message, now);
    const changed = reply.kind === 'ack' && reply.verdicts.some(({ seq }) => seq !== null);
    if (!changed || message === null) return reply;
    // The pushed changes are stored already; a failed calculation is repeated with the next answer.
    await calculateAfterPush(ctx, message, reply).catch((error: unknown) => ctx.caller.failed?.(error));
    ctx.application.events.publish({ scopes: [message.scopeId] });
    return reply;
  },
});

/** Returns the changes, one JSON value per line. */
export const pullChanges = deviceHandler(contract.pullChanges, {
  revokedToo: true,
  async commit(ctx, { message }) {
    return pull(settingOf(ctx), ctx.device.deviceId, message, ctx.now);
  },
});

/** Returns the buckets that differ. */
export const repairScope = deviceHandler(contract.repairScope, {
  revokedToo: true,
  async commit(ctx, { message }) {
    return repair(settingOf(ctx), ctx.device.deviceId, message);
  },
});

function settingOf({ application, caller, now }: DeviceCtx): ServerSetting {
  return {
    database: kyselyDatabase(application.write, application.engine, registry),
    registry,
    epoch: () => epochOf(application.write, application.ports, now),
    now: () => application.ports.clock.now(),
    serverId: application.deviceId,
    memberships: (deviceId) => membershipsOf(application, deviceId),
    report: (error) => caller.failed?.(error),
    isGone: () => caller.gone?.aborted === true,
  };
}

/** Adds the names of the people of a device to the history of their company, also of those who never used the web. */
async function ensureAuthorsInScope({ application, device, now }: DeviceCtx, scopeId: string): Promise<void> {
  const members = await membersOf(application.read, device.deviceId);
  const authors = members.filter(
    ({ companyId, userId, name }) =>
      companyId === scopeId && !application.knownPersons.has(`${companyId} ${userId} ${name}`),
  );
  if (authors.length === 0) return;
  const later: (() => Promise<unknown> | void)[] = [];
  await application.write.transaction().execute(async (trx) => {
    const store = kyselyStore(trx, application.engine, registry);
    const heads = [await store.lockHead(authors[0]!.companyId)];
    for (const author of authors) {
      const { userId, companyId } = author;
      const groupId = application.ports.ids.next(now);
      const writer = openWriter(store, registry, heads, { userId, deviceId: application.deviceId, now, groupId });
      await ensurePersonInScope(application, store, writer, author, companyId, later);
      await writer.finish();
      heads[0] = await store.lockHead(companyId);
    }
  });
  for (const work of later) await work();
}

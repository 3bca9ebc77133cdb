/** Notifies pages and devices that something changed. They read the changes themselves by the usual operations. */
import * as contract from '@holdfast/contract';
import { LIBRARY_SCOPE, type LiveEvent } from '@holdfast/contract';
import type { DeviceCtx, LocalDb, ReadCtx } from '../calls/ctx.ts';
import { deviceHandler, handler } from '../calls/handler.ts';
import { wantedContents } from '../media/index.ts';
import { seesEveryCompany } from '../calls/rights.ts';
import { membersOf } from './memberships.ts';
import { deviceUsers, disabledOf, headsOf, openSession, revokedMode } from './queries.ts';

/** Notifies a page, also of another role of its user. Ends with `logout` when its session ends. */
export const watchChanges = handler(contract.watchChanges, (ctx) => Promise.resolve(notifyPage(ctx)));

async function* notifyPage({ actor, local, events, caller, ports }: ReadCtx): AsyncGenerator<LiveEvent, void, void> {
  const { userId, tokenId } = actor;
  const news = events.subscribe(userId, caller.gone, caller.page);
  let session = await openSession(local, tokenId, ports.clock.now());
  // It ended between the check of its token and the subscription, so that no event states it.
  if (session === null) {
    yield { event: 'logout', data: {} };
    return;
  }
  yield { event: 'hello', data: {} };
  for await (const { scopes, users, tokens, missed, recheck } of news) {
    const now = ports.clock.now();
    const role = session?.role;
    const isConcerned = recheck || users.has(userId) || tokens.has(tokenId);
    // A stream lasts longer than the calls that extend or end a session.
    if (session === null || session.expiresAt <= now || isConcerned) session = await openSession(local, tokenId, now);
    if (session === null) {
      yield { event: 'logout', data: {} };
      return;
    }
    const account = session;
    if (account.role !== role) yield { event: 'account', data: {} };
    const seen = [...scopes].filter(
      (scopeId) => seesEveryCompany(account) || scopeId === LIBRARY_SCOPE || scopeId === account.companyId,
    );
    if (seen.length > 0 || missed) yield { event: 'changed', data: { scopes: seen } };
  }
}

/** Notifies a device. Ends with `revoked` when an administrator ends its use. */
export const watchChangesAsDevice = deviceHandler(contract.watchChangesAsDevice, (ctx) =>
  Promise.resolve(notifyDevice(ctx)),
);

async function* notifyDevice({ application, device, caller }: DeviceCtx): AsyncGenerator<LiveEvent, void, void> {
  const { deviceId } = device;
  const news = application.events.subscribe(deviceId, caller.gone);
  let people = await peopleOf(application.read, deviceId);
  let scopes = await scopesOf(application.read, deviceId);
  yield {
    event: 'hello',
    data: { heads: await headsOf(application.read, scopes), disabled: await disabledOf(application.read, people) },
  };
  const asked = async (): Promise<LiveEvent[]> => {
    const contents = await wantedContents(application.read, [...scopes]);
    return contents.length === 0 ? [] : [{ event: 'wanted', data: { contents } }];
  };
  yield* await asked();
  for await (const { scopes: changed, users, devices, missed, recheck } of news) {
    const about = recheck || devices.has(deviceId);
    const mode = about ? await revokedMode(application.read, deviceId) : null;
    if (mode !== null) {
      yield { event: 'revoked', data: { mode } };
      return;
    }
    if (about) people = await peopleOf(application.read, deviceId);
    if (devices.has(deviceId)) yield* await asked();
    const out = people.filter((userId) => users.has(userId));
    if (out.length > 0)
      yield { event: 'logout', data: { users: out, disabled: await disabledOf(application.read, out) } };
    const before = scopes;
    if (about || out.length > 0) scopes = await scopesOf(application.read, deviceId);
    const seen = [...changed].filter((scopeId) => scopes.has(scopeId));
    const turned = [...before, ...scopes].filter((scopeId) => before.has(scopeId) !== scopes.has(scopeId));
    const named = devices.has(deviceId);
    if (seen.length + turned.length > 0 || missed || named)
      yield { event: 'changed', data: { scopes: [...seen, ...turned] } };
  }
}

async function peopleOf(db: LocalDb, deviceId: string): Promise<string[]> {
  return (await deviceUsers(db, deviceId)).map(({ userId }) => userId);
}

async function scopesOf(db: LocalDb, deviceId: string): Promise<Set<string>> {
  const members = await membersOf(db, deviceId);
  return new Set([LIBRARY_SCOPE, ...members.map(({ companyId }) => companyId)]);
}

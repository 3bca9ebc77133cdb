/** A desktop that synchronises over HTTP, as its host does: its own database, and the run of the core over fetch. */
import { linesOf } from '@holdfast/contract/client';
import { randomBytes } from 'node:crypto';
import { registry } from '@holdfast/core';
import { openTestDatabase, type TestDatabase } from '@holdfast/core/testing';
import {
  type Change,
  type DeviceSetting,
  freshState,
  kyselyDatabase,
  openDeviceWriter,
  readState,
  type Reply,
  type RunResult,
  type StoredRow,
  sync,
  uuidV7,
  versionOf,
  writeState,
} from '@holdfast/sync';

/** A desktop for tests. */
export interface Desktop {
  deviceId: string;
  token: string;
  setting: DeviceSetting;
  database: TestDatabase;
  /** Signs a user in on it by the user's own token. */
  enrol(personToken: string): Promise<Response>;
  /** Calls the server as the device. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Saves changes as one action. */
  edit(userId: string, ...changes: Change[]): Promise<void>;
  /** Runs the synchronisation once. */
  sync(full?: boolean): Promise<RunResult>;
  row(table: string, id: string): Promise<StoredRow | undefined>;
  /** Returns a new id. */
  newId(): string;
  close(): Promise<void>;
}

/**
 * Sets up a desktop for a server.
 * @param now its clock
 * @param tables the tables of its program version
 */
export async function openDesktop(address: string, now: () => number, tables = registry): Promise<Desktop> {
  const database = await openTestDatabase('sqlite', 'device');
  const newId = (): string => uuidV7(now(), randomBytes(10));
  const setting: DeviceSetting = {
    database: kyselyDatabase(database.db, 'sqlite', registry),
    registry: tables,
    now,
    random: () => 0.5,
  };
  const desktop = { deviceId: newId(), token: randomBytes(32).toString('base64url') };
  await setting.database.transaction((store) => writeState(store, freshState(desktop.deviceId, versionOf(tables))));

  const call: Desktop['call'] = (method, path, body, headers = {}) =>
    fetch(address + path, {
      method,
      headers: {
        authorization: `Bearer ${desktop.token}`,
        ...(body === undefined || body instanceof Uint8Array ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
    });

  async function answer(kind: string, request: unknown): Promise<Reply> {
    if (kind === 'push') return { answer: await (await call('POST', '/ext/sync/push', request)).json() };
    const response = await call('POST', `/ext/sync/${kind}`, request);
    return { lines: linesOf(response.body!.pipeThrough(new TextDecoderStream())) };
  }

  async function register(): Promise<Reply> {
    const self = { deviceId: newId(), token: randomBytes(32).toString('base64url') };
    const response = await call('POST', '/ext/sync/register', self);
    if (!response.ok) return null;
    Object.assign(desktop, self);
    return { answer: await response.json() };
  }

  return Object.assign(desktop, {
    setting,
    database,
    newId,
    call,
    enrol: (personToken: string) =>
      fetch(`${address}/ext/devices`, {
        method: 'POST',
        headers: { authorization: `Bearer ${personToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          deviceId: desktop.deviceId,
          token: desktop.token,
          name: 'Tablet 1',
          appVersion: '1.0.0',
        }),
      }),
    edit: (userId: string, ...changes: Change[]) =>
      setting.database.transaction(async (store) => {
        const writer = await openDeviceWriter(store, setting, { userId, groupId: newId() });
        for (const change of changes) await writer.mutate(change);
        await writer.finish();
      }),
    async sync(full = false) {
      const run = sync(setting, { runId: newId(), trigger: 'user', full });
      let step = await run.next();
      while (step.done !== true) {
        const effect = step.value;
        if (effect.kind === 'register') step = await run.next(await register());
        else if ('request' in effect) step = await run.next(await answer(effect.kind, effect.request));
        else step = await run.next();
      }
      return step.value;
    },
    row: (table: string, id: string) => setting.database.transaction((store) => store.row(table, id)),
    close: () => database.close(),
  });
}

/** Returns the state that a desktop stores of itself. */
export function stateOf({ setting }: Desktop): ReturnType<typeof readState> {
  return setting.database.transaction(readState);
}

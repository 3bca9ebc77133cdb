/** The desktop's own operations (docs/acceptance.md, BRDG). */
import * as contract from '@holdfast/contract';
import { type Handler, handler, type LocalDb, registry, type ScopedDb, type SyncedTable } from '@holdfast/core';
import type { Driver } from './driver.ts';
import type { Hub } from './hub.ts';
import { waitingOperations } from './waitingOperations.ts';

/** Dependencies of the operations. */
export interface OperationSetting {
  driver: Driver;
  hub: Hub;
  server: string;
  deviceId(): Promise<string>;
  /** Name of this device in the list of devices. */
  deviceName: string;
  /** Version of the program. */
  version: string;
}

/** Displayed names of tables, where users see them at all. */
const ENTITIES: Partial<Record<SyncedTable, string>> = {
  company: 'Companies',
  installation: 'Installations',
  installationInspection: 'Inspections',
  item: 'Items',
  installationInspectionItem: 'Items in inspections',
  fieldResponse: 'Answers',
  note: 'Notes',
  image: 'Images',
  file: 'Files',
  inspection: 'Inspection types',
  itemType: 'Item types',
  fieldsTemplate: 'Templates',
  field: 'Fields',
  report: 'Reports',
  person: 'People',
};

/** The handlers of the desktop's own operations. */
export function deviceOperations({ driver, hub, server, deviceId, deviceName, version }: OperationSetting): Handler[] {
  return [
    handler(contract.syncNow, { reach: 'library', commit: () => driver.run('User') }),
    handler(contract.fullSync, { reach: 'library', commit: () => driver.run('User', true) }),
    handler(contract.getSyncLogs, { reach: 'library', commit: () => driver.logs() }),
    handler(contract.getSyncOptions, { reach: 'library', commit: () => driver.options() }),
    handler(contract.setSyncOptions, { reach: 'library', commit: (_ctx, options) => driver.setOptions(options) }),
    handler(contract.watchDesktop, { reach: 'library', commit: () => Promise.resolve(hub.listen()) }),
    handler(contract.getDesktopStatus, {
      reach: 'library',
      async commit({ local }) {
        const synced = await local
          .selectFrom('syncRun')
          .select('id')
          .where('status', 'in', ['Success', 'Incomplete'])
          .where('recordsIn', '>', 0)
          .limit(1)
          .executeTakeFirst();
        return {
          ...(await driver.status()),
          ...(await driver.waiting()),
          connected: driver.connected(),
          synced: synced !== undefined,
        };
      },
    }),
    handler(contract.getEntityCounts, async ({ db }) => {
      const counts: { entity: string; count: number }[] = [];
      for (const [table, entity] of Object.entries(ENTITIES)) {
        if (!registry.has(table)) continue;
        const { count } = await db
          .from(table as SyncedTable)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        counts.push({ entity, count });
      }
      return counts;
    }),
    handler(contract.getDeviceInfo, {
      reach: 'library',
      async commit({ local }) {
        const users = await local.selectFrom('user').select('name').orderBy('name').execute();
        return {
          deviceId: await deviceId(),
          name: deviceName,
          server,
          version,
          users: users.map(({ name }) => name),
        };
      },
    }),
    ...waitingOperations(server),
    handler(contract.getWaitingItems, ({ db, local, scopes }) => waitingItems(db, local, scopes)),
  ];
}

/** The items of which something waits: changes that were not sent, and contents of which the server has the row already. */
async function waitingItems(db: ScopedDb, local: LocalDb, scopes: readonly string[]): Promise<string[]> {
  const changed = await local
    .selectFrom('outbox')
    .select('itemId')
    .distinct()
    .where('sentAt', 'is', null)
    .where('op', '!=', 'noop')
    .where('itemId', 'is not', null)
    .where('scopeId', 'in', scopes as string[])
    .execute();
  const withPhotos = await db
    .from('image')
    .innerJoin('blobQueue', (join) =>
      join.onRef('blobQueue.scopeId', '=', 'image.scopeId').onRef('blobQueue.sha256', '=', 'image.sha256'),
    )
    .innerJoin('installationInspectionItem as member', 'member.id', 'image.installationInspectionItemId')
    .select('member.itemId')
    .where('blobQueue.direction', '=', 'up')
    .where('blobQueue.state', '!=', 'done')
    .execute();
  const withFiles = await db
    .from('file')
    .innerJoin('blobQueue', (join) =>
      join.onRef('blobQueue.scopeId', '=', 'file.scopeId').onRef('blobQueue.sha256', '=', 'file.sha256'),
    )
    .select('file.itemId')
    .where('blobQueue.direction', '=', 'up')
    .where('blobQueue.state', '!=', 'done')
    .execute();
  return [...new Set([...changed, ...withPhotos, ...withFiles].flatMap(({ itemId }) => itemId ?? []))];
}

/** The desktop's own operations (docs/acceptance.md, BRDG). */
import * as contract from '@holdfast/contract';
import { type Handler, handler, registry, type SyncedTable } from '@holdfast/core';
import type { Driver } from './driver.ts';
import type { Hub } from './hub.ts';
import { countOf, hasReceived, installationContents, users } from './queries.ts';
import { readFact, writeFact } from './facts.ts';
import { waitingOperations } from './waiting/waitingOperations.ts';

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
  /** Place of the key that encrypts the secret of this device. */
  keyPlace(): 'keychain' | 'file';
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
export function deviceOperations({
  driver,
  hub,
  server,
  deviceId,
  deviceName,
  version,
  keyPlace,
}: OperationSetting): Handler[] {
  return [
    handler(contract.syncNow, { reach: 'library', commit: () => driver.run('User') }),
    handler(contract.fullSync, { reach: 'library', commit: () => driver.run('User', true) }),
    handler(contract.getSyncLogs, { reach: 'library', commit: () => driver.logs() }),
    handler(contract.getSyncOptions, { reach: 'library', commit: () => driver.options() }),
    handler(contract.setSyncOptions, { reach: 'library', commit: (_ctx, options) => driver.setOptions(options) }),
    handler(contract.getInstallationPhotos, async ({ db, local }) => {
      const without = new Set(await readFact(local, 'withoutPhotos'));
      const rows = await installationContents(db);
      return rows.map((row) => ({ ...row, chosen: !without.has(row.installationId) }));
    }),
    handler(contract.chooseInstallationPhotos, {
      reach: 'library',
      async commit(_ctx, { installationId, chosen }) {
        await driver.choosePhotos(installationId, chosen);
        return null;
      },
    }),
    handler(contract.watchDesktop, { reach: 'library', commit: () => Promise.resolve(hub.listen()) }),
    handler(contract.getDesktopStatus, {
      reach: 'library',
      async commit({ local }) {
        return {
          ...(await driver.status()),
          ...(await driver.waiting()),
          connected: driver.connected(),
          synced: await hasReceived(local),
        };
      },
    }),
    handler(contract.getEntityCounts, async ({ db }) => {
      const counts: { entity: string; count: number }[] = [];
      for (const [table, entity] of Object.entries(ENTITIES)) {
        if (!registry.has(table)) continue;
        counts.push({ entity, count: await countOf(db, table as SyncedTable) });
      }
      return counts;
    }),
    handler(contract.getDeviceInfo, {
      reach: 'library',
      async commit({ local }) {
        return {
          deviceId: await deviceId(),
          name: deviceName,
          server,
          version,
          keyPlace: keyPlace(),
          users: (await users(local)).map(({ name }) => name),
        };
      },
    }),
    handler(contract.getRescue, async ({ local, actor }) => {
      const rescue = await readFact(local, 'rescue');
      if (rescue === null) return { rescue };
      const { at, changes, contents, complete, folder } = rescue;
      const own = changes.filter(({ userId }) => userId === actor.userId);
      return {
        rescue: {
          at: new Date(at).toISOString(),
          changes: own.map(({ userId: _, ...change }) => change),
          others: changes.length - own.length,
          contents,
          complete,
          folder,
        },
      };
    }),
    handler(contract.dismissRescue, async ({ local }) => {
      await writeFact(local, 'rescue', null);
      return null;
    }),
    ...waitingOperations(server),
  ];
}

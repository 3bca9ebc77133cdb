/** The desktop's own operations (product.txt §7). */
import { hostname } from 'node:os';
import * as contract from '@holdfast/contract';
import { type Handler, handler, type LocalDb, registry, type SyncedTable } from '@holdfast/core';
import { VERSION } from '@holdfast/host';
import type { Driver } from './driver.ts';
import type { Hub } from './hub.ts';

/** What the operations speak with. */
export interface OperationSetting {
  driver(): Driver;
  hub: Hub;
  server: string;
  deviceId(): Promise<string>;
}

/** What people call the rows of a table, where they see them at all. */
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

/** Waiting changes that are listed at most. */
const WAITING_LIMIT = 1_000;

/** The handlers of the desktop's own operations. */
export function desktopOperations({ driver, hub, server, deviceId }: OperationSetting): Handler[] {
  return [
    handler(contract.syncNow, { reach: 'library', commit: () => driver().run('User') }),
    handler(contract.fullSync, { reach: 'library', commit: () => driver().run('User', true) }),
    handler(contract.getSyncLogs, { reach: 'library', commit: () => driver().logs() }),
    handler(contract.getSyncOptions, { reach: 'library', commit: () => driver().options() }),
    handler(contract.setSyncOptions, { reach: 'library', commit: (_ctx, options) => driver().setOptions(options) }),
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
          ...(await driver().status()),
          ...(await driver().waiting()),
          connected: driver().connected(),
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
          name: hostname(),
          server,
          version: VERSION,
          users: users.map(({ name }) => name),
        };
      },
    }),
    handler(contract.getWaitingChanges, {
      reach: 'library',
      commit: ({ local, actor }) => waitingOf(local, actor.userId),
    }),
  ];
}

/** The changes of one person that the server does not have; those of others are sent but not shown (data.md 5). */
async function waitingOf(local: LocalDb, userId: string): Promise<contract.WaitingChange[]> {
  const waiting = await local
    .selectFrom('outbox')
    .selectAll()
    .where('sentAt', 'is', null)
    .where('op', '!=', 'noop')
    .where('userId', '=', userId)
    .orderBy('n', 'desc')
    .limit(WAITING_LIMIT)
    .execute();
  const aside = await local.selectFrom('setAside').selectAll().orderBy('at', 'desc').limit(WAITING_LIMIT).execute();
  const refused = aside
    .map(({ id, change, reason }) => ({ id, reason, entry: JSON.parse(change) as (typeof waiting)[number] }))
    .filter(({ entry }) => entry.userId === userId);
  return [
    ...refused.map(({ id, reason, entry }) => ({ ...presented(entry), id, reason })),
    ...waiting.map((entry) => ({ ...presented(entry), id: String(entry.n), reason: null })),
  ];
}

function presented({
  historyJson,
  itemId,
  at,
}: {
  historyJson: string | null;
  itemId: string | null;
  at: number;
}): Pick<contract.WaitingChange, 'what' | 'lines' | 'itemId' | 'at'> {
  const { what, lines } = JSON.parse(historyJson ?? '{"what":"","lines":[]}') as Pick<
    contract.WaitingChange,
    'what' | 'lines'
  >;
  return { what, lines, itemId, at: new Date(at).toISOString() };
}

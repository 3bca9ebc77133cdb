import type { WireChange } from '@holdfast/contract/sync';
import type { Store } from '../store.ts';
import type { Versions } from '../versions.ts';
import { clearStage } from './stage.ts';
import { readState, writeState } from './state.ts';
import { setOf } from './rows.ts';

/**
 * Brings what waits on a device to the version of a new program, in the transaction that brings its tables there. What is half received is
 * forgotten, because it came in the old shape; the next pull brings what the new tables lack.
 */
export async function upgradeDevice(store: Store, versions: Versions, to: number): Promise<void> {
  const state = await readState(store);
  if (state.schema >= to) return;
  for (const entry of await store.list('outbox', {})) {
    if (entry.op === 'noop') continue;
    const change: WireChange = {
      n: entry.n,
      group: entry.groupId,
      atomic: entry.atomic === 1,
      table: entry.tableName,
      id: entry.rowId,
      user: entry.userId,
      op: entry.op as WireChange['op'],
      set: setOf(entry),
      base: JSON.parse(entry.baseJson) as WireChange['base'],
      seen: null,
      clock: JSON.parse(entry.clock) as WireChange['clock'],
    };
    const now = versions.upcast(change, state.schema);
    const op = now === null ? 'noop' : entry.op;
    await store.put('outbox', {
      ...entry,
      op,
      setJson: JSON.stringify(now?.set ?? {}),
      baseJson: JSON.stringify(now?.base ?? {}),
    });
  }
  for (const { scopeId } of await store.list('stageMark', {})) await clearStage(store, scopeId);
  await writeState(store, { ...state, schema: to, upgradedFrom: state.upgradedFrom ?? state.schema });
}

import type { Store } from '../store.ts';
import { clearStage } from './stage.ts';
import { readState, writeState } from './state.ts';

/**
 * Upgrades the state of a device to the version of a new program, after its tables were migrated. Partly received streams are discarded, because they
 * have the old columns; the next pull receives the rows of new tables and columns. Unsent changes are sent unchanged: the server adds missing
 * columns.
 */
export async function upgradeDevice(store: Store, to: number): Promise<void> {
  const state = await readState(store);
  if (state.schema >= to) return;
  for (const { scopeId } of await store.list('stageMark', {})) await clearStage(store, scopeId);
  await writeState(store, { ...state, schema: to, upgradedFrom: state.upgradedFrom ?? state.schema });
}

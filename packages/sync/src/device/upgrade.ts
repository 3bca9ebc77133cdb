import type { Store } from '../store.ts';
import { clearStage } from './stage.ts';
import { readState, writeState } from './state.ts';

/**
 * Brings a device to the version of a new program, once its tables are there. What is half received is forgotten, because it came in the old
 * shape; the next pull brings what the new tables and columns lack. What waits is sent as it is: the server adds the columns it lacks.
 */
export async function upgradeDevice(store: Store, to: number): Promise<void> {
  const state = await readState(store);
  if (state.schema >= to) return;
  for (const { scopeId } of await store.list('stageMark', {})) await clearStage(store, scopeId);
  await writeState(store, { ...state, schema: to, upgradedFrom: state.upgradedFrom ?? state.schema });
}

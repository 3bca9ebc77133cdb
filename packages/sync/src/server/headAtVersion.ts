import { addToDigest, rowDigest } from '../digest.ts';
import type { TableRegistry } from '../registry.ts';
import type { Head, Store } from '../store.ts';
import { isKnownAt } from '../versions.ts';

/**
 * Returns the head of a scope as programs of a version compute it, without the rows of tables added later. Those rows are read, which takes time in
 * proportion to their number; for the current version nothing is read.
 */
export async function headAtVersion(store: Store, registry: TableRegistry, head: Head, version: number): Promise<Head> {
  let { rows, digest } = head;
  for (const definition of registry.values()) {
    if (isKnownAt(definition, version)) continue;
    for (const row of await store.find(definition.name, { scopeId: head.scopeId })) {
      rows -= 1;
      digest = addToDigest(digest, -rowDigest(definition.name, row.id, row._seq));
    }
  }
  return { ...head, rows, digest };
}

import { RECORD_KEYS } from '../../records.ts';
import type { Store, TransactionalStore } from '../../store.ts';
import type { MemoryDatabase } from '../../stores/memory.ts';
import { toyRegistry } from '../toy.ts';

/** A database that records which of its tables were written, so that unchanged ones are not checked again. */
export interface WatchedDatabase extends TransactionalStore {
  /** Tables that may have been written since the last check; all of them the first time. */
  takeWritten(): ReadonlySet<string>;
  /** Returns a separate database with the same content. */
  copy(): WatchedDatabase;
}

/** Methods that only read. Any other method of a store counts as a write to the table it names, even when it is rolled back. */
const READS: ReadonlySet<string> = new Set<keyof Store>([
  'row',
  'find',
  'rows',
  'numbers',
  'refers',
  'rowsAfter',
  'changesWithin',
  'readHead',
  'lockDevice',
  'list',
  'listAmong',
  'savepoint',
]);

/** Watches a database; all tables count as written at first. */
export function watchedDatabase(database: TransactionalStore): WatchedDatabase {
  let written = new Set([...toyRegistry.keys(), ...Object.keys(RECORD_KEYS)]);
  let last: { store: Store; watching: Store } | null = null;

  function watch(store: Store): Store {
    if (last?.store === store) return last.watching;
    const watching: Record<string, unknown> = {};
    for (const [name, does] of Object.entries(store) as [string, (...given: unknown[]) => unknown][])
      watching[name] = READS.has(name)
        ? does
        : (...given: unknown[]) => {
            const [table] = given;
            written.add(typeof table === 'string' ? table : name);
            return does(...given);
          };
    last = { store, watching: watching as unknown as Store };
    return last.watching;
  }

  return {
    transaction: (work) => database.transaction((store) => work(watch(store))),
    changesAfter: (scopeId, seq) => database.changesAfter(scopeId, seq),
    head: (scopeId) => database.head(scopeId),
    takeWritten() {
      const taken = written;
      written = new Set();
      return taken;
    },
    copy: () => watchedDatabase((database as MemoryDatabase).copy()),
  };
}

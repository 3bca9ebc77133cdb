/** How two databases come to agree: the one writer of synced rows, its change log, clocks, digests and stores. */
export * from './clock.ts';
export * from './digest.ts';
export * from './ids.ts';
export * from './mutate.ts';
export * from './registry.ts';
export * from './store.ts';
export * from './stores/kysely.ts';
export * from './stores/memory.ts';

/** The test suite of all stores, and the toy tables that it uses. */
export { registryAtVersion } from './atVersion.ts';
export { openToyPostgres, stores, testPostgres } from './databases.ts';
export { registerWriterSuite } from './writerSuite.ts';
export { toyRegistry } from './toy.ts';
export { unsentChange } from './unsentChange.ts';
export { patchSources } from './simulation/patching.ts';
export { pickOne, type Prng, prng } from './simulation/prng.ts';

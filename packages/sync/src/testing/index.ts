/** The suite every store answers, and the toy world it plays in. */
export { registryAtVersion } from './atVersion.ts';
export { openToyPostgres, stores, testPostgres } from './databases.ts';
export { registerWriterSuite } from './writerSuite.ts';
export { toyRegistry } from './toy.ts';
export { pickOne, type Prng, prng } from './simulation/prng.ts';

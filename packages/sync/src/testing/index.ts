/** The suite every store answers, and the toy world it plays in. */
export { registryAtVersion } from './atVersion.ts';
export { type OpenStore, openToyPostgres, stores, testPostgres } from './databases.ts';
export { registerWriterSuite, write } from './writerSuite.ts';
export { toyRegistry, toyStatements } from './toy.ts';
export { pickOne, type Prng, prng } from './simulation/prng.ts';

/** Shared data of other hosts' tests: one row of each kind, and a call of each operation on it. */
export { type Desktop, openDesktop } from './desktop.ts';
export { expectations } from './expectations.ts';
export { buildCompany, buildLibrary, type Ids, inputFrom, type Maker } from './world.ts';

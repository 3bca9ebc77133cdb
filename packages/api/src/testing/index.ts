/** What tests of other hosts share: one of everything, and how each operation is called on it. */
export { type Desktop, openDesktop } from './desktop.ts';
export { type Expectation, expectations } from './expectations.ts';
export { buildCompany, buildLibrary, type Ids, inputFrom, type Maker } from './world.ts';

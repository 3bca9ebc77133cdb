/** Shared parts of tests of the application: real databases, the cast, factories. */
import './problems.ts';

export { callAt } from './addresses.ts';
export { blobContract } from './blobContract.ts';
export { type Build, buildFrom } from './build.ts';
export { countingHandlers, functionCalls } from './counting.ts';
export {
  openEmptyDatabase,
  openSqliteCopy,
  openTestDatabase,
  type TestDatabase,
  testEngines,
  testPostgres,
} from './databases.ts';
export {
  type Calls,
  callsOf,
  CAST,
  onEachDatabase,
  openTestFixture,
  TEST_NOW,
  testCode,
  type TestFixture,
  testPorts,
  testVault,
  type Who,
} from './fixture.ts';
export { mediaPorts, memoryBlobs, tinyPhoto } from './media.ts';
export { COMPANIES } from './companies.ts';
export { reportShapes } from './reports.ts';
export { columnsToChoose, startTemplate } from '../reports/starter/index.ts';
export { sheetBytes } from './spreadsheets.ts';

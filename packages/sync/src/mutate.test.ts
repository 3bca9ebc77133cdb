import { describe } from 'vitest';
import { registerWriterSuite, stores, testPostgres } from './testing/index.ts';

registerWriterSuite('memory', stores.memory);
registerWriterSuite('SQLite', stores.SQLite);
if (testPostgres === undefined)
  describe.skip('the one writer over PostgreSQL', () => registerWriterSuite('PostgreSQL', stores.PostgreSQL));
else registerWriterSuite('PostgreSQL', stores.PostgreSQL);

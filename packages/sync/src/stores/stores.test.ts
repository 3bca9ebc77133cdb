import { describe } from 'vitest';
import { stores, testPostgres } from '../testing/databases.ts';
import { registerStoreSuite } from '../testing/storeSuite.ts';

registerStoreSuite('memory', stores.memory);
registerStoreSuite('SQLite', stores.SQLite);
if (testPostgres === undefined)
  describe.skip('the store in PostgreSQL', () => registerStoreSuite('PostgreSQL', stores.PostgreSQL));
else registerStoreSuite('PostgreSQL', stores.PostgreSQL);

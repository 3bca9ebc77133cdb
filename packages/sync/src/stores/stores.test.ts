import { describe } from 'vitest';
import { stores, testPostgres } from '../testing/databases.ts';
import { registerStoreSuite } from '../testing/storeSuite.ts';
import { rememberingStore } from './remembering.ts';

registerStoreSuite('memory', stores.memory);
registerStoreSuite('SQLite', stores.SQLite);
registerStoreSuite('SQLite that remembers rows', async () => {
  const { database, close } = await stores.SQLite();
  return {
    database: { ...database, transaction: (work) => database.transaction((store) => work(rememberingStore(store))) },
    close,
  };
});
if (testPostgres === undefined)
  describe.skip('the store in PostgreSQL', () => registerStoreSuite('PostgreSQL', stores.PostgreSQL));
else registerStoreSuite('PostgreSQL', stores.PostgreSQL);

/** Accounts of the demo, whose password is published: they are enabled only while the server is a demo. */
import { appendEntry, endSessions, localDb, type Ports, signOutDevices, systemRecord } from '@holdfast/core';
import { DEMO_PASSWORD } from '@holdfast/demo';
import type { Databases } from '@holdfast/host';
import type { Logger } from 'pino';

/** Key under which the accounts disabled with the demo are stored. */
const KEY = 'demoAccountsDisabled';

/**
 * Disables the accounts that still have the published password, ends their sessions and signs out their desktops. Does nothing on a server that never
 * had a demo. An account whose owner chose another password stays enabled.
 */
export async function closeDemo({ read, write }: Databases, passwords: Ports['passwords'], log: Logger): Promise<void> {
  const demo = await read.selectFrom('instance').select('value').where('key', '=', 'demo').executeTakeFirst();
  if (demo === undefined) return;
  const accounts = await read
    .selectFrom('user')
    .select(['id', 'passwordHash'])
    .where('disabledAt', 'is', null)
    .where('passwordHash', 'is not', null)
    .execute();
  // Results by hash, because the accounts share few hashes and each comparison is slow.
  const published = new Map<string, boolean>();
  for (const { passwordHash } of accounts) {
    if (passwordHash !== null && !published.has(passwordHash))
      published.set(passwordHash, await passwords.verify(passwordHash, DEMO_PASSWORD));
  }
  const ids = accounts.filter(({ passwordHash }) => published.get(passwordHash ?? '') === true).map(({ id }) => id);
  if (ids.length === 0) return;
  const now = Date.now();
  // Stored first, so that after an interruption every disabled account can be enabled again.
  const before = await write.selectFrom('instance').select('value').where('key', '=', KEY).executeTakeFirst();
  const value = JSON.stringify([...ids, ...(JSON.parse(before?.value ?? '[]') as string[])]);
  await write
    .insertInto('instance')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
  await write.updateTable('user').set({ disabledAt: now }).where('id', 'in', ids).execute();
  await write
    .transaction()
    .execute((trx) =>
      appendEntry(
        localDb(trx),
        systemRecord('disableDemoAccounts', { at: now, userName: 'Holdfast', changeCount: ids.length }),
      ),
    );
  for (const id of ids) {
    await endSessions(write, id, now);
    await signOutDevices(write, id, now);
  }
  log.warn({ accounts: ids.length }, 'the demo is switched off: accounts with its published password are disabled');
}

/** Enables the accounts again that were disabled with the demo. */
export async function reopenDemo({ read, write }: Databases): Promise<void> {
  const row = await read.selectFrom('instance').select('value').where('key', '=', KEY).executeTakeFirst();
  if (row === undefined) return;
  const ids = JSON.parse(row.value) as string[];
  await write.transaction().execute(async (trx) => {
    await trx.updateTable('user').set({ disabledAt: null }).where('id', 'in', ids).execute();
    await trx.deleteFrom('instance').where('key', '=', KEY).execute();
  });
}

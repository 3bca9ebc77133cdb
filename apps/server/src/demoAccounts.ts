/** Accounts of the demo, whose password is published: they count only while the server is a demo. */
import { appendEntry, endSessions, localDb, type Ports, signOutDevices, systemRecord } from '@holdfast/core';
import { DEMO_PASSWORD } from '@holdfast/demo';
import type { Databases } from '@holdfast/host';
import type { Logger } from 'pino';

/** Key under which the accounts disabled with the demo are stored. */
const KEY = 'demoAccountsDisabled';

/**
 * Disables the accounts that still have the published password, ends their sessions and signs out their desktops. Nothing happens where no demo
 * was ever made. An account whose owner chose a password of their own stays.
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
  // All accounts of the demo share few hashes, each of which takes a while to compare.
  const published = new Map<string, boolean>();
  for (const { passwordHash } of accounts) {
    if (passwordHash !== null && !published.has(passwordHash))
      published.set(passwordHash, await passwords.verify(passwordHash, DEMO_PASSWORD));
  }
  const ids = accounts.filter(({ passwordHash }) => published.get(passwordHash ?? '') === true).map(({ id }) => id);
  if (ids.length === 0) return;
  const now = Date.now();
  // Stored first, so that an interruption leaves no account disabled for good.
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

/** Lets the accounts in again that were disabled with the demo. */
export async function reopenDemo({ read, write }: Databases): Promise<void> {
  const row = await read.selectFrom('instance').select('value').where('key', '=', KEY).executeTakeFirst();
  if (row === undefined) return;
  const ids = JSON.parse(row.value) as string[];
  await write.transaction().execute(async (trx) => {
    await trx.updateTable('user').set({ disabledAt: null }).where('id', 'in', ids).execute();
    await trx.deleteFrom('instance').where('key', '=', KEY).execute();
  });
}

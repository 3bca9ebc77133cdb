import type { Application } from '../application.ts';
import type { LocalDb } from '../calls/ctx.ts';
import type { Ports } from '../ports.ts';
import { secretOf } from './singleSignOn/providers.ts';

/** The record to which the encryption of the secrets of a user's authenticator apps is bound. */
export function appsOf(userId: string): string {
  return `secondFactor ${userId}`;
}

/**
 * Counts the stored secrets of authenticator apps and identity providers. @param vault null: there are no keys
 * @returns their number, and the number of those that no key opens
 */
export async function countSecrets(
  db: LocalDb,
  vault: Pick<Ports['vault'], 'open'> | null,
): Promise<{ stored: number; unreadable: number }> {
  const apps = await db.selectFrom('secondFactor').select(['userId', 'secret']).where('kind', '=', 'totp').execute();
  const providers = await db.selectFrom('identityProvider').select(['id', 'clientSecret']).execute();
  const secrets = [
    ...apps.map(({ userId, secret }) => ({ secret, about: appsOf(userId) })),
    ...providers.map(({ id, clientSecret }) => ({ secret: clientSecret, about: secretOf(id) })),
  ].flatMap(({ secret, about }) => (secret === null ? [] : [{ secret, about }]));
  const unreadable = secrets.filter(({ secret, about }) => vault === null || vault.open(secret, about) === null);
  return { stored: secrets.length, unreadable: unreadable.length };
}

/**
 * Encrypts stored secrets with the key in use: those stored before there was one, and those sealed with an earlier key. A server runs it
 * when it starts. Secrets that none of its keys decrypts stay as they are.
 * @returns the number of secrets that were encrypted
 */
export async function sealSecrets({ write, ports: { vault } }: Pick<Application, 'write' | 'ports'>): Promise<number> {
  let sealed = 0;
  const again = (stored: string, about: string): string | null => {
    const text = vault.isCurrent(stored) ? null : vault.open(stored, about);
    if (text !== null) sealed += 1;
    return text === null ? null : vault.seal(text, about);
  };
  const apps = await write
    .selectFrom('secondFactor')
    .select(['id', 'userId', 'secret'])
    .where('kind', '=', 'totp')
    .execute();
  for (const { id, userId, secret: before } of apps) {
    const secret = again(before, appsOf(userId));
    // A value that was replaced meanwhile is encrypted already.
    if (secret !== null)
      await write
        .updateTable('secondFactor')
        .set({ secret })
        .where('id', '=', id)
        .where('secret', '=', before)
        .execute();
  }
  const providers = await write.selectFrom('identityProvider').select(['id', 'clientSecret']).execute();
  for (const { id, clientSecret: before } of providers) {
    const clientSecret = before === null ? null : again(before, secretOf(id));
    if (clientSecret === null) continue;
    await write
      .updateTable('identityProvider')
      .set({ clientSecret })
      .where('id', '=', id)
      .where('clientSecret', '=', before)
      .execute();
  }
  return sealed;
}

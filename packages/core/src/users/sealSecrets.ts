import type { Application } from '../application.ts';
import { secretOf } from './singleSignOn/providers.ts';

/** The record of the secrets of a user's authenticator apps, for which they are sealed. */
export function appsOf(userId: string): string {
  return `secondFactor ${userId}`;
}

/**
 * Encrypts stored secrets with the key in use: those stored before there was one, and those sealed with an earlier key. A server runs it
 * when it starts. What none of its keys opens stays as it is.
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
    // A value that was replaced meanwhile is sealed already.
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

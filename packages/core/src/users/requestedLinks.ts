/**
 * Links for a new password that people request with an email address. A call stores the request alone, with the same statements whether the address
 * has an account or not; the host writes link and mail after the answer (product decision 3).
 */
import type { Application } from '../application.ts';
import type { WriteCtx } from '../calls/ctx.ts';
import { localDb } from '../db/scoped.ts';
import { accountByEmail } from './accounts.ts';
import { queueLetter } from './letters.ts';
import { replaceResetLink } from './resetLinks.ts';

/** Lifetime of a link in ms (product decision 4). */
const RESET_LINK_MS = 60 * 60 * 1000;

/** Stores the request for a link, and wakes the host that writes it. @param email as it was entered */
export async function requestLink(
  { local, ports, now, newId, afterCommit }: Pick<WriteCtx<null>, 'local' | 'ports' | 'now' | 'newId' | 'afterCommit'>,
  email: string,
): Promise<void> {
  await local
    .insertInto('letter')
    .values({
      id: newId(),
      kind: 'passwordReset',
      userId: '',
      name: '',
      email,
      invitedBy: '',
      secret: null,
      expiresAt: now + RESET_LINK_MS,
      state: 'requested',
      attempts: 0,
      reason: null,
      createdAt: now,
      dueAt: now,
    })
    .execute();
  afterCommit(() => ports.mail.wake());
}

/**
 * Replaces each request by a link and a queued mail, or by nothing where its address has no account that can sign in. Servers that share a database
 * take each request once.
 * @param until moment of the latest requests to replace; later ones are left
 */
export async function writeRequestedLinks(
  { write, ports }: Pick<Application, 'write' | 'ports'>,
  until = ports.clock.now(),
): Promise<void> {
  const requests = await write
    .selectFrom('letter')
    .select(['id', 'email'])
    .where('state', '=', 'requested')
    .where('createdAt', '<=', until)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  for (const { id, email } of requests)
    await write.transaction().execute(async (trx) => {
      const local = localDb(trx);
      const taken = await local
        .deleteFrom('letter')
        .where('id', '=', id)
        .where('state', '=', 'requested')
        .executeTakeFirst();
      if (Number(taken.numDeletedRows) === 0) return;
      const account = await accountByEmail(local, email);
      if (account === undefined || account.disabledAt !== null) return;
      const now = ports.clock.now();
      const secret = ports.secrets.next();
      await replaceResetLink(local, { userId: account.id, secret, now, lifetimeMs: RESET_LINK_MS });
      await queueLetter(local, ports, {
        kind: 'passwordReset',
        userId: account.id,
        name: account.name,
        email: account.email,
        invitedBy: '',
        secret,
        createdAt: now,
        expiresAt: now + RESET_LINK_MS,
      });
    });
}

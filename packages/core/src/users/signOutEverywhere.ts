import type { WriteCtx } from '../calls/ctx.ts';
import { signOutDevices } from '../devices/index.ts';
import { endSessions } from './accounts.ts';

/**
 * Ends the sessions of an account and signs out its desktops (product decision 3, 4).
 * @param exceptTokenId the session that stays
 */
export async function signOutEverywhere(
  { local, now, publish }: Pick<WriteCtx, 'local' | 'now' | 'publish'>,
  userId: string,
  exceptTokenId?: string,
): Promise<void> {
  await endSessions(local, userId, now, exceptTokenId);
  publish({ users: [userId], devices: await signOutDevices(local, userId, now) });
}

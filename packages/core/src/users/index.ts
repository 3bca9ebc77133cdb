/** Accounts, sessions and who is calling. */
import { createFirstAdministrator, getInstance } from './instance.ts';
import { changePassword, getCurrentUser, getSessions, signOut } from './sessions.ts';
import { signIn } from './signIn.ts';

export { accountByEmail, addAccount, authenticate, emailKey, endSessions, type NewAccount } from './accounts.ts';
export { issueToken } from './signIn.ts';

/** The operations of this feature. */
export const userHandlers = [
  signIn,
  signOut,
  getCurrentUser,
  getSessions,
  changePassword,
  getInstance,
  createFirstAdministrator,
];

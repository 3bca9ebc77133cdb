/** Accounts, sessions and who is calling. */
import {
  createUser,
  disableUser,
  enableUser,
  endUserSessions,
  eraseUser,
  getLetters,
  getUsers,
  inviteUser,
  removeUserSecondFactors,
  setUserPassword,
  updateUser,
} from './administer.ts';
import { getCompanyUsers } from './getCompanyUsers.ts';
import { createFirstAdministrator, getInstance } from './instance.ts';
import {
  getOwnParticulars,
  getUserParticulars,
  setOwnParticulars,
  setOwnSignature,
  setUserParticulars,
  setUserSignature,
} from './particulars.ts';
import { requestPasswordReset, resetPassword } from './passwordReset.ts';
import {
  changePassword,
  endOtherSessions,
  endSession,
  getCurrentUser,
  getOwnCompanyLogo,
  getSessions,
  signOut,
} from './sessions.ts';
import { secondFactorHandlers } from './secondFactors/ownFactors.ts';
import { signIn } from './signIn.ts';
import { identityProviderHandlers } from './singleSignOn/administerProviders.ts';
import { beginSingleSignOn, finishSingleSignOn } from './singleSignOn/signOn.ts';

export { accountByEmail, actorOf, addAccount, authenticate, emailKey, endSessions, issueToken } from './accounts.ts';
export { eraseNames } from './eraseNames.ts';
export { hasAccounts } from './instance.ts';
export {
  type Delivery,
  type DueLetter,
  nextLetterAt,
  removeOldLetters,
  settleLetter,
  claimLetter,
  waitingLetters,
} from './letters.ts';
export { COMMON_PASSWORD } from './newPassword.ts';
export { countSecrets, sealSecrets } from './sealSecrets.ts';
export { writeRequestedLinks } from './requestedLinks.ts';
export { removeAllFactors, removeExpiredChallenges } from './secondFactors/factors.ts';
export { removeExpiredSignOns } from './singleSignOn/providers.ts';
export { removeExpiredAttempts } from './throttle.ts';

/** The operations of this feature. */
export const userHandlers = [
  signIn,
  signOut,
  getCurrentUser,
  getOwnCompanyLogo,
  getSessions,
  endSession,
  endOtherSessions,
  changePassword,
  requestPasswordReset,
  resetPassword,
  getInstance,
  createFirstAdministrator,
  getUsers,
  getCompanyUsers,
  createUser,
  updateUser,
  disableUser,
  enableUser,
  eraseUser,
  setUserPassword,
  endUserSessions,
  removeUserSecondFactors,
  inviteUser,
  getLetters,
  getOwnParticulars,
  setOwnParticulars,
  setOwnSignature,
  getUserParticulars,
  setUserParticulars,
  setUserSignature,
  ...secondFactorHandlers,
  beginSingleSignOn,
  finishSingleSignOn,
  ...identityProviderHandlers,
];

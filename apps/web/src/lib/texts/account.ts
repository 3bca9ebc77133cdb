/** Texts of the account dialog, with those of all screens. They are outside the first load. */
import { texts } from './index.ts';
import { translator } from './translate.ts';

const accountTexts = {
  'account.browserOn': '{browser} on {system}',
  'account.changePassword': 'Change password',
  'account.endOthers': 'Sign out everywhere else',
  'account.endOthersText':
    'All other browsers and your desktops will ask for your password again. Work recorded on a desktop stays there and is sent after the next sign-in.',
  'account.endOthersTitle': 'Sign out everywhere else?',
  'account.endSession': 'Sign out',
  'account.endSessionOn': 'Sign out {device}',
  'account.newPassword': 'New password',
  'account.newRole': 'Your role is now {role}',
  'account.newRoleText':
    'An administrator changed it. The screens offer what this role may do; changes that are not saved yet are kept until you discard them.',
  'account.password': 'Password',
  'account.passwordChanged': 'Password changed. You are signed out everywhere else.',
  'account.passwordNeeds': 'Enter your current password, and a new one of at least 10 characters.',
  'account.endOthersNone': 'You are signed in nowhere else.',
  'account.passwordRule': 'At least 10 characters. You will be signed out everywhere else.',
  'account.sessionTimes': 'Signed in {since}, last used {used}',
  'account.sessions': 'Where you are signed in',
  'account.sessionsFailed': 'Your sessions could not be loaded',
  'account.thisSession': 'This browser',
  'account.unknownDevice': 'Unknown device',
} as const;

const all = { ...texts, ...accountTexts };

/** Returns a text of the catalogue. */
export const t = translator<keyof typeof all>(all);

/** Texts of the pages before a first sign-in: a forgotten password, a link to a new one, the first administrator; loaded with them. */
import { texts } from './index.ts';
import { translator } from './translate.ts';

/** Texts of the pages before a first sign-in. */
export const recoveryTexts = {
  'forgot.back': 'Back to login',
  'forgot.needed': 'Enter your email address first.',
  'forgot.sent':
    'If there is an account for this address, a link has been sent to it. The link works once, within one hour. If no email arrives, ask an administrator to set a new password for you.',
  'forgot.submit': 'Send link',
  'forgot.text': 'Enter the email address you sign in with. You will receive a link to choose a new password.',
  'forgot.title': 'Forgot Password',
  'reset.accepted': 'Your password is set. Sign in with it now.',
  'reset.changed': 'Your password was changed. You can sign in with it now.',
  'reset.invitationEnded': 'This link has been used or has expired. Ask an administrator to invite you again.',
  'reset.invitationSubmit': 'Set password',
  'reset.invitationText':
    'An administrator has created an account for you. Choose its password, then sign in with your email address.',
  'reset.invitationTitle': 'Welcome to Holdfast',
  'reset.linkIsUsed': 'This link was used already or is older than an hour. Ask for a new one.',
  'reset.needed': 'Enter at least 10 characters first.',
  'reset.newPassword': 'New password',
  'reset.password': 'Password',
  'reset.submit': 'Change password',
  'reset.title': 'New password',
  'setup.code': 'Setup code',
  'setup.name': 'Your name',
  'setup.passwordRule': 'At least 10 characters',
  'setup.submit': 'Create account',
  'setup.text': 'This server has no accounts yet. Enter the setup code that it printed when it started.',
  'setup.title': 'First administrator',
} as const;

const all = { ...texts, ...recoveryTexts };

/** Returns a text of the catalogue. */
export const t = translator<keyof typeof all>(all);

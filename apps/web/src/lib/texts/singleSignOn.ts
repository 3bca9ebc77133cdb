import { translator } from './translate.ts';

/** Texts of single sign-on, outside the first load. */
const texts = {
  'singleSignOn.again': 'Back to sign-in',
  'singleSignOn.button': 'Sign in with your organisation',
  'singleSignOn.emailFirst': 'Enter your email address first, then choose "Sign in with your organisation".',
  'singleSignOn.lost': 'This sign-in was not started in this tab, or the page was reloaded. Sign in again.',
  'singleSignOn.title': 'Signing in',
  'singleSignOn.waiting': 'Your organisation has answered. One moment …',
} as const;

/** Returns a text of single sign-on. */
export const t = translator<keyof typeof texts>(texts);

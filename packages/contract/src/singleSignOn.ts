/** Single sign-on: sign-in through the identity provider of a company, by OpenID Connect (product decision 48). */
import { z } from 'zod';
import { operation } from './base/operation.ts';
import { PasskeyAssertion } from './secondFactors.ts';
import { LoginResult } from './users.ts';

/** Longest query of the address at which an identity provider returns a browser, in characters. */
const QUERY_LIMIT = 8_192;

export const beginSingleSignOn = operation({
  name: 'beginSingleSignOn',
  method: 'POST',
  path: '/ext/single-sign-on',
  summary:
    'Begins a sign-in through the identity provider of an email address. Answers the address to which the browser goes, and a ticket that finishes the sign-in within ten minutes.',
  effect: 'write',
  right: 'public',
  audit: null,
  offline: false,
  input: z.strictObject({ email: z.string().max(320) }),
  output: z.strictObject({
    error: z.string().nullable().describe('Words for the alert above the form; null when the sign-in has begun.'),
    begun: z
      .strictObject({
        address: z.string().describe('Of the identity provider.'),
        ticket: z.string().describe('Kept by the page, so that only this browser can finish the sign-in.'),
      })
      .nullable(),
  }),
  problems: ['tooManyRequests'],
});

export const finishSingleSignOn = operation({
  name: 'finishSingleSignOn',
  method: 'POST',
  path: '/ext/single-sign-on/answer',
  summary:
    'Finishes a sign-in with the answer of the identity provider; answers a token. Where the account has a second factor that the provider does not stand for, it is called again with `code` or `passkey`.',
  effect: 'write',
  right: 'public',
  audit: 'signIn',
  offline: false,
  input: z.strictObject({
    ticket: z.string().min(1).max(200),
    query: z.string().max(QUERY_LIMIT).describe('Of the address at which the provider returned the browser.'),
    code: z.string().max(64).optional().describe('Of an authenticator app, or a recovery code.'),
    passkey: PasskeyAssertion.optional(),
  }),
  output: LoginResult,
  statusOf: ({ success }) => (success ? 200 : 401),
  problems: ['tooManyRequests'],
});

import { z } from 'zod';
import { operation } from './base/operation.ts';

const CREDENTIAL_LIMIT = 320;

export const requestPasswordReset = operation({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/ext/password-resets',
  summary: 'Sends a one-time link to an address, if it has an account. Answers the same whether it has one or not.',
  effect: 'write',
  right: 'public',
  audit: 'signIn',
  offline: false,
  input: z.strictObject({ email: z.string().max(CREDENTIAL_LIMIT) }),
  output: z.null(),
  problems: ['tooManyRequests'],
});

export const resetPassword = operation({
  name: 'resetPassword',
  method: 'POST',
  path: '/ext/password-resets/use',
  summary: 'Sets a new password with the secret of a one-time link, and ends every session of the account.',
  effect: 'write',
  right: 'public',
  audit: 'account',
  offline: false,
  input: z.strictObject({
    secret: z.string().min(1).max(200).describe('As it stands in the link.'),
    newPassword: z.string().min(10, 'must have at least 10 characters').max(CREDENTIAL_LIMIT),
  }),
  output: z.strictObject({
    changed: z.boolean().describe('false: the link is unknown, used or older than an hour.'),
    email: z
      .string()
      .nullable()
      .describe('Address with which the account signs in; null when the password was not changed.'),
  }),
  problems: ['tooManyRequests'],
});

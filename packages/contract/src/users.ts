import { z } from 'zod';
import { User } from './entities.ts';
import { Id, idOf } from './base/id.ts';
import { operation } from './base/operation.ts';
import { Instant } from './base/values.ts';
import { PasskeyAssertion, SecondFactorRequest } from './secondFactors.ts';

/** Maximum length of an email address and of a password at a sign-in. */
const CREDENTIAL_LIMIT = 320;

/** Answer to a sign-in, accepted or refused. A refusal is not a problem document here, because the form shows `error` unchanged (data decision 23). */
export const LoginResult = z
  .strictObject({
    success: z.boolean(),
    error: z.string().nullable().describe('Words for the red alert above the form; null on success.'),
    details: z
      .strictObject({ token: z.string().describe('Bearer token; kept by the caller, stored hashed by the server.') })
      .nullable(),
    secondFactor: SecondFactorRequest.optional().describe(
      'Present when the password was right and the account has a second factor: the sign-in is sent again with `code` or `passkey`.',
    ),
  })
  .meta({ id: 'LoginResult' });

/** Answer to a sign-in. */
export type LoginResult = z.infer<typeof LoginResult>;

export const signIn = operation({
  name: 'signIn',
  method: 'POST',
  path: '/users/me/token',
  summary: 'Signs in with email address, password and, where the account has one, a second factor; answers a token.',
  effect: 'write',
  right: 'public',
  audit: 'signIn',
  offline: true,
  input: z.strictObject({
    email: z.string().max(CREDENTIAL_LIMIT),
    password: z.string().max(CREDENTIAL_LIMIT),
    code: z.string().max(64).optional().describe('Of an authenticator app, or a recovery code.'),
    passkey: PasskeyAssertion.optional(),
  }),
  output: LoginResult,
  statusOf: ({ success }) => (success ? 200 : 401),
  problems: ['tooManyRequests'],
});

/** The user who is signed in, as the own session sees it. Desktops of earlier versions read exactly these properties: none can be added. */
export const CurrentUser = User.extend({
  secondFactorNeeded: z
    .literal(true)
    .optional()
    .describe(
      'The operator requires a second factor, and this session has none: only operations on the own account are accepted.',
    ),
}).meta({ id: 'CurrentUser' });

/** The user who is signed in. */
export type CurrentUser = z.infer<typeof CurrentUser>;

export const getCurrentUser = operation({
  name: 'getCurrentUser',
  method: 'GET',
  path: '/users/me',
  summary: 'Who is signed in.',
  effect: 'read',
  right: 'signedIn',
  offline: true,
  input: z.strictObject({}),
  output: CurrentUser,
  problems: [],
});

export const getOwnCompanyLogo = operation({
  name: 'getOwnCompanyLogo',
  method: 'GET',
  path: '/ext/users/me/company-logo',
  summary: 'The logo of the company of the user who is signed in.',
  effect: 'read',
  right: 'signedIn',
  offline: true,
  input: z.strictObject({}),
  output: z.strictObject({
    logoId: idOf('companyLogo').nullable().describe('At /company-logos/{id}; null: none, as for staff.'),
  }),
  problems: [],
});

export const signOut = operation({
  name: 'signOut',
  method: 'DELETE',
  path: '/users/me/token',
  summary: 'Revokes the token this call is made with.',
  effect: 'write',
  right: 'signedIn',
  audit: 'signIn',
  offline: true,
  input: z.strictObject({}),
  output: z.null(),
  problems: [],
});

/** One session or desktop in which a user is signed in. */
export const Session = z
  .strictObject({
    id: Id.describe('Of the session, or of the desktop.'),
    kind: z.enum(['browser', 'desktop']),
    device: z.string().describe('Name that the browser or desktop sends.'),
    createdAt: Instant,
    lastUsedAt: Instant,
    current: z.boolean().describe('The one this call was made with.'),
  })
  .meta({ id: 'Session' });

/** One session or desktop in which a user is signed in. */
export type Session = z.infer<typeof Session>;

export const getSessions = operation({
  name: 'getSessions',
  method: 'GET',
  path: '/ext/users/me/sessions',
  summary: 'Everywhere the caller is signed in, in browsers and on desktops, last used first.',
  effect: 'read',
  right: 'signedIn',
  offline: false,
  input: z.strictObject({}),
  output: z.array(Session),
  problems: [],
});

export const endSession = operation({
  name: 'endSession',
  method: 'DELETE',
  path: '/ext/users/me/sessions/{id}',
  summary:
    'Ends one session of the caller: signs a browser out, or a desktop, whose recorded work stays on it and is sent later. An id that is none of the own open sessions is answered as not found.',
  effect: 'write',
  right: 'signedIn',
  audit: 'signIn',
  offline: false,
  input: z.strictObject({ id: Id.describe('Of the session, or of the desktop.') }),
  output: z.null(),
  problems: ['notFound'],
});

export const endOtherSessions = operation({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/ext/users/me/sessions',
  summary: 'Ends every session of the caller but this one, and signs out the desktops the caller uses.',
  effect: 'write',
  right: 'signedIn',
  audit: 'signIn',
  offline: false,
  input: z.strictObject({}),
  output: z.null(),
  problems: [],
});

export const changePassword = operation({
  name: 'changePassword',
  method: 'POST',
  path: '/ext/users/me/password',
  summary: 'Changes the password of the signed-in user and ends all other sessions.',
  effect: 'write',
  right: 'signedIn',
  audit: 'account',
  offline: false,
  secret: ['currentPassword', 'newPassword'],
  input: z.strictObject({
    currentPassword: z.string().max(CREDENTIAL_LIMIT),
    newPassword: z.string().min(10, 'must have at least 10 characters').max(CREDENTIAL_LIMIT),
  }),
  output: z.strictObject({ changed: z.boolean().describe('false: the current password was not right.') }),
  problems: ['tooManyRequests'],
});

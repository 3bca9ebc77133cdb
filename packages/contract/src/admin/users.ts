/** Administration of accounts (product decision 1 to 4). */
import { z } from 'zod';
import { Role, User } from '../entities.ts';
import { idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';
import { Instant, Name } from '../base/values.ts';

/** An account as administrators see it. */
export const Account = User.extend({
  disabled: z.boolean().describe('May not sign in.'),
  erased: z.boolean().describe('Name and address were erased for good.'),
  hasPassword: z.boolean().describe('false: has not chosen a password yet.'),
  invitedUntil: Instant.nullable().describe(
    'Time until which the link of the last invitation can be used; null: there is none that can be.',
  ),
  secondFactors: z.number().int().describe('How many second factors it has.'),
  sessions: z.number().int().describe('In how many places the account is signed in.'),
  lastUsedAt: Instant.nullable().describe(
    'When it was last used, to a few minutes; null: by no session that is active now.',
  ),
  certificateExpiresOn: z
    .string()
    .describe('The last day on which the certificate is valid, as 2027-05-31; empty: none.'),
  createdAt: Instant,
  clock: z.string().describe('Version of name, address, role and company together; sent back as If-Match.'),
}).meta({ id: 'Account' });

/** An account as administrators see it. */
export type Account = z.infer<typeof Account>;

/** An address people sign in with; any script. Letters go to it, so that no character separates it from another address or a name (RFC 5322). */
const EmailAddress = z
  .string()
  .trim()
  .max(320)
  .regex(/^[^\s@,;:<>()[\]"\\]+@[^\s@.,;:<>()[\]"\\]+(\.[^\s@.,;:<>()[\]"\\]+)+$/u, 'must be an email address');

/** A new password of a user. */
const NewPassword = z.string().min(10, 'must have at least 10 characters').max(320);

/** Id of the account. */
const id = idOf('user');

export const getUsers = operation({
  name: 'getUsers',
  method: 'GET',
  path: '/ext/admin/users',
  summary: 'Every account, by name.',
  effect: 'read',
  right: 'manage',
  offline: false,
  input: z.strictObject({}),
  output: z.array(Account),
  problems: [],
});

export const createUser = operation({
  name: 'createUser',
  method: 'POST',
  path: '/ext/admin/users',
  summary:
    'Makes an account, with a first password or without one; then an invitation is mailed, whose link works for 7 days.',
  effect: 'write',
  right: 'manage',
  audit: 'account',
  offline: false,
  secret: ['password'],
  input: z.strictObject({
    name: Name,
    email: EmailAddress,
    role: Role,
    companyId: idOf('company').nullable().describe('null: staff, who see every company.'),
    password: NewPassword.nullable().describe('null: an invitation is mailed, by which the person chooses one.'),
    id: id.optional().describe('Id for the new account, made by the caller.'),
  }),
  output: Account,
  problems: ['tooManyRequests', 'notFound', 'companyNeeded', 'alreadyExists'],
});

export const updateUser = operation({
  name: 'updateUser',
  method: 'PUT',
  path: '/ext/admin/users/{id}',
  summary:
    'Changes name, address, role or company of an account; keys left out stay as they are. Another company ends its sessions.',
  effect: 'write',
  right: 'manage',
  audit: 'account',
  offline: false,
  input: z.strictObject({
    id,
    name: Name.optional(),
    email: EmailAddress.optional(),
    role: Role.optional(),
    companyId: idOf('company').nullable().optional().describe('null: staff, who see every company.'),
  }),
  output: Account,
  problems: ['notFound', 'companyNeeded', 'alreadyExists', 'lastAdministrator', 'tooManyRequests'],
});

export const disableUser = operation({
  name: 'disableUser',
  method: 'POST',
  path: '/ext/admin/users/{id}/disable',
  summary: 'Disables an account and ends its sessions. Its records keep its name.',
  effect: 'write',
  right: 'manage',
  audit: 'account',
  offline: false,
  input: z.strictObject({ id }),
  output: Account,
  problems: ['notFound', 'lastAdministrator'],
});

export const eraseUser = operation({
  name: 'eraseUser',
  method: 'POST',
  path: '/ext/admin/users/{id}/erasure',
  summary:
    'Erases a person for good: the account cannot sign in any more, and its name and address are removed from everything that is stored, within a minute. What the person recorded stays, under another name.',
  effect: 'write',
  right: 'administer',
  audit: 'account',
  offline: false,
  input: z.strictObject({ id }),
  output: Account,
  problems: ['notFound', 'lastAdministrator'],
});

export const enableUser = operation({
  name: 'enableUser',
  method: 'POST',
  path: '/ext/admin/users/{id}/enable',
  summary: 'Lets a disabled account sign in again.',
  effect: 'write',
  right: 'manage',
  audit: 'account',
  offline: false,
  input: z.strictObject({ id }),
  output: Account,
  problems: ['notFound'],
});

export const setUserPassword = operation({
  name: 'setUserPassword',
  method: 'POST',
  path: '/ext/admin/users/{id}/password',
  summary: 'Sets a new password for the account of another user, ends its sessions and makes open reset links useless.',
  effect: 'write',
  right: 'manage',
  audit: 'account',
  offline: false,
  secret: ['password'],
  input: z.strictObject({ id, password: NewPassword }),
  output: Account,
  problems: ['notFound', 'ownAccount'],
});

export const endUserSessions = operation({
  name: 'endUserSessions',
  method: 'POST',
  path: '/ext/admin/users/{id}/sign-out',
  summary: 'Signs an account out everywhere.',
  effect: 'write',
  right: 'manage',
  audit: 'account',
  offline: false,
  input: z.strictObject({ id }),
  output: Account,
  problems: ['notFound'],
});

export const removeUserSecondFactors = operation({
  name: 'removeUserSecondFactors',
  method: 'POST',
  path: '/ext/admin/users/{id}/second-factors/removal',
  summary:
    'Removes all second factors and recovery codes of another user who lost them, and signs the account out everywhere.',
  effect: 'write',
  right: 'manage',
  audit: 'account',
  offline: false,
  input: z.strictObject({ id }),
  output: Account,
  problems: ['notFound', 'ownAccount'],
});

export const inviteUser = operation({
  name: 'inviteUser',
  method: 'POST',
  path: '/ext/admin/users/{id}/invitation',
  summary: 'Mails an invitation to an account without a password again; links of earlier ones stop working.',
  effect: 'write',
  right: 'manage',
  audit: 'account',
  offline: false,
  input: z.strictObject({ id }),
  output: Account,
  problems: ['notFound', 'alreadyExists', 'tooManyRequests'],
});

/** A mail of this server. */
export const Letter = z
  .strictObject({
    id: z.string(),
    kind: z.enum(['passwordReset', 'invitation']),
    to: z.string().describe('Address.'),
    state: z
      .enum(['waiting', 'sent', 'outbox', 'failed'])
      .describe(
        'waiting: it is tried, or tried again later · sent: the mail server accepted it · outbox: stored in the folder of the server, because there is no mail server or it did not accept it · failed: neither.',
      ),
    attempts: z.number().int(),
    reason: z.string().nullable().describe('Why the last try failed.'),
    createdAt: Instant,
  })
  .meta({ id: 'Letter' });

/** A mail of this server. */
export type Letter = z.infer<typeof Letter>;

export const getLetters = operation({
  name: 'getLetters',
  method: 'GET',
  path: '/ext/admin/letters',
  summary: 'The newest mails of the last 30 days, newest first, with their state.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({}),
  output: z.array(Letter),
  problems: [],
});

/** Identity providers through which people of a company sign in (product decision 48). */
import { z } from 'zod';
import { Id, idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';
import { Instant, Name, text } from '../base/values.ts';
import { Role } from '../entities.ts';

/** Maximum number of mail domains of a provider, and of values with a role. */
const LIST_LIMIT = 50;

/** The part of an email address behind the @. */
const MailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[^\s@.,;]+(\.[^\s@.,;]+)+$/u, 'must be the part of an email address behind the @');

/** Roles that a provider can assign; administrators assign the others. */
export const ProvidedRole = Role.extract(['inspector', 'viewer', 'administrator']);

/** Role that a provider can assign. */
export type ProvidedRole = z.infer<typeof ProvidedRole>;

/** A value of the role claim and the role it assigns. */
const RoleOfValue = z.strictObject({ value: text(300).trim().min(1, 'must not be empty'), role: ProvidedRole });

const settings = {
  name: Name.describe('As people read it, such as the name of their company.'),
  companyId: idOf('company').nullable().describe('null: the staff of the operator.'),
  issuer: z.url({ protocol: /^https?$/, error: 'must be an address like https://login.example.org' }).max(1_000),
  clientId: text(500).trim().min(1, 'must not be empty'),
  domains: z
    .array(MailDomain)
    .min(1, 'must name at least one mail domain')
    .max(LIST_LIMIT)
    .describe('Email addresses of these domains, and of no others, are accepted.'),
  trustsAddresses: z
    .boolean()
    .describe('Addresses count as verified although the provider does not say so, as with Microsoft Entra.'),
  createsAccounts: z.boolean().describe('People without an account are given one at their first sign-in.'),
  defaultRole: ProvidedRole.nullable().describe(
    'Role of new accounts to which no value assigns a role; null: they are refused.',
  ),
  roleClaim: text(300)
    .trim()
    .describe('Claim whose values give a role at every sign-in, such as `groups`; empty: roles are given here.'),
  roles: z.array(RoleOfValue).max(LIST_LIMIT).describe('The first that matches counts.'),
  trustsSecondFactor: z
    .boolean()
    .describe('The provider requires a second factor itself, so Holdfast requires none after it.'),
  sessionDays: z.number().int().min(1).max(365).describe('Days after which people have to sign in again.'),
  enabled: z.boolean(),
} as const;

/** An identity provider. */
export const IdentityProvider = z
  .strictObject({
    id: Id,
    ...settings,
    companyName: z.string().nullable(),
    hasSecret: z.boolean().describe('True when a client secret is stored, which is never shown.'),
    accounts: z.number().int().describe('Accounts that have signed in through it.'),
    updatedAt: Instant,
  })
  .meta({ id: 'IdentityProvider' });

/** An identity provider. */
export type IdentityProvider = z.infer<typeof IdentityProvider>;

/** The client secret in a change. Absent: the stored one is kept; null: it is removed. */
const clientSecret = text(2_000).min(1).nullable().optional();

export const getIdentityProviders = operation({
  name: 'getIdentityProviders',
  method: 'GET',
  path: '/ext/admin/identity-providers',
  summary: 'The identity providers by name, and the address to which each has to return a browser.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({}),
  output: z.strictObject({
    providers: z.array(IdentityProvider),
    redirectAddress: z.string().describe('To be registered with the provider.'),
  }),
  problems: [],
});

export const createIdentityProvider = operation({
  name: 'createIdentityProvider',
  method: 'POST',
  path: '/ext/admin/identity-providers',
  summary: 'Adds an identity provider.',
  effect: 'write',
  right: 'administer',
  audit: 'account',
  offline: false,
  secret: ['clientSecret'],
  input: z.strictObject({ ...settings, clientSecret }),
  output: IdentityProvider,
  problems: ['notFound', 'alreadyExists'],
});

export const updateIdentityProvider = operation({
  name: 'updateIdentityProvider',
  method: 'PUT',
  path: '/ext/admin/identity-providers/{id}',
  summary:
    'Changes an identity provider. With another issuer, client or company its accounts are linked again by their addresses.',
  effect: 'write',
  right: 'administer',
  audit: 'account',
  offline: false,
  secret: ['clientSecret'],
  input: z.strictObject({ id: Id, ...settings, clientSecret }),
  output: IdentityProvider,
  problems: ['notFound', 'alreadyExists'],
});

export const deleteIdentityProvider = operation({
  name: 'deleteIdentityProvider',
  method: 'DELETE',
  path: '/ext/admin/identity-providers/{id}',
  summary: 'Removes an identity provider and ends the sessions that were opened through it. Accounts stay.',
  effect: 'write',
  right: 'administer',
  audit: 'account',
  offline: false,
  input: z.strictObject({ id: Id }),
  output: z.null(),
  problems: ['notFound'],
});

export const checkIdentityProvider = operation({
  name: 'checkIdentityProvider',
  method: 'POST',
  path: '/ext/admin/identity-providers/check',
  summary: 'Reads the published configuration of an issuer and returns the obstacles to a sign-in through it.',
  effect: 'write',
  right: 'administer',
  audit: null,
  offline: false,
  input: z.strictObject({ issuer: settings.issuer }),
  output: z.strictObject({ problem: z.string().nullable().describe('In words; null: there is none.') }),
  problems: [],
});

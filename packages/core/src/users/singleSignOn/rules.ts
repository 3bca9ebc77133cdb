/**
 * Decisions of single sign-on as pure functions: the provider of an address, and the account that its answer opens (product decision 48).
 */
import type { ProvidedRole, Role } from '@holdfast/contract';
import type { UserRow } from '../../db/schema.ts';
import type { ProviderClaims } from '../../ports.ts';

/** A value of a claim and the role that it assigns. */
interface RoleOfValue {
  value: string;
  role: ProvidedRole;
}

/** Settings of a provider that decide about accounts. */
export interface AccountRules {
  /** null: staff of the operator. */
  companyId: string | null;
  domains: readonly string[];
  trustsAddresses: boolean;
  createsAccounts: boolean;
  defaultRole: ProvidedRole | null;
  roleClaim: string;
  roles: readonly RoleOfValue[];
}

/** Account that an answer of a provider opens, or the text for the user why it opens none. */
export type Admission =
  | { kind: 'account'; account: UserRow; role: Role }
  | { kind: 'new'; name: string; email: string; role: Role }
  | { kind: 'refused'; reason: string };

/** Texts for people whose sign-in is refused. */
export const REFUSALS = {
  noAddress: 'Your organisation did not confirm your email address, which Holdfast needs. Ask your administrator.',
  otherDomain: 'Your email address belongs to no domain that may sign in this way. Ask your administrator.',
  noAccount: 'There is no account for your email address. Ask your administrator for one.',
  otherCompany: 'Your account does not belong to this organisation. Sign in with your password.',
  administrator: 'Administrators sign in with their password, not through a company. Sign in with your password.',
  otherPerson:
    'Your email address belongs to an account that another person of your organisation uses. Ask your administrator.',
  disabled: 'Your account is disabled. Ask your administrator.',
  noRole: 'Your organisation gives you no access to Holdfast. Ask your administrator.',
} as const;

/** The part of an email address after the last @, in lower case; empty when there is none. */
export function domainOf(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 0
    ? ''
    : email
        .slice(at + 1)
        .trim()
        .toLowerCase();
}

/**
 * Decides which account an answer of a provider opens. A provider of a company opens accounts of that company alone, and never one of an
 * administrator, who reaches every company: otherwise a company's directory could appoint administrators of the whole system.
 * @param linked the account this person signed in to before
 * @param byAddress the account of the claimed address, of any company
 * @param isOthers the account of the address is linked to another person: addresses are given to new people
 */
export function admission(
  rules: AccountRules,
  claims: Pick<ProviderClaims, 'email' | 'emailVerified' | 'name' | 'all'>,
  linked: UserRow | undefined,
  byAddress: UserRow | undefined,
  isOthers: boolean,
): Admission {
  const { email } = claims;
  const isVerified = email !== null && (claims.emailVerified || rules.trustsAddresses);
  if (linked === undefined && !isVerified) return refused('noAddress');
  if (email !== null && !rules.domains.includes(domainOf(email))) return refused('otherDomain');
  const account = linked ?? byAddress;
  const role = roleOf(rules, claims.all, account);
  if (account === undefined) {
    if (!rules.createsAccounts || email === null) return refused('noAccount');
    if (role === null) return refused('noRole');
    return { kind: 'new', name: nameOf(claims, email), email, role };
  }
  if (account.companyId !== rules.companyId) return refused('otherCompany');
  if (rules.companyId !== null && account.role === 'administrator') return refused('administrator');
  if (linked === undefined && isOthers) return refused('otherPerson');
  if (account.disabledAt !== null) return refused('disabled');
  return role === null ? refused('noRole') : { kind: 'account', account, role };
}

function refused(reason: keyof typeof REFUSALS): Admission {
  return { kind: 'refused', reason: REFUSALS[reason] };
}

/** Role that claims and settings assign; null: none. A provider of a company never makes an administrator. */
function roleOf(
  { companyId, roleClaim, roles, defaultRole }: AccountRules,
  claims: ProviderClaims['all'],
  account: UserRow | undefined,
): Role | null {
  const values = roleClaim === '' || !Object.hasOwn(claims, roleClaim) ? [] : [claims[roleClaim]].flat();
  const matched = roles.find(({ value }) => values.includes(value))?.role;
  const isGivenByClaim = roleClaim !== '' && roles.length > 0;
  const role = matched ?? (isGivenByClaim || account === undefined ? defaultRole : account.role);
  return role === 'administrator' && companyId !== null ? null : role;
}

/** Name of a new account: as claimed, or the part of the address before the @. */
function nameOf({ name }: Pick<ProviderClaims, 'name'>, email: string): string {
  const claimed = (name ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, NAME_LENGTH);
  return claimed === '' ? email.slice(0, email.lastIndexOf('@')) : claimed;
}

/** Longest name of a new account, in UTF-16 units. */
const NAME_LENGTH = 300;

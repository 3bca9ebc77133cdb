import { NO_PARTICULARS } from '../accounts.ts';
import { describe, expect, it } from 'vitest';
import type { UserRow } from '../../db/schema.ts';
import { type AccountRules, admission, domainOf, REFUSALS } from './rules.ts';

const RULES: AccountRules = {
  companyId: 'northmere',
  domains: ['northmere.example'],
  trustsAddresses: false,
  createsAccounts: true,
  defaultRole: 'viewer',
  roleClaim: '',
  roles: [],
};
const CLAIMS = { email: 'maren@northmere.example', emailVerified: true, name: 'Maren', all: {} };
const MAREN: UserRow = {
  id: 'maren',
  email: CLAIMS.email,
  emailKey: CLAIMS.email,
  name: 'Maren',
  role: 'inspector',
  companyId: 'northmere',
  passwordHash: null,
  disabledAt: null,
  createdAt: 0,
  updatedAt: 0,
  erasedAt: null,
  namesToEraseJson: null,
  ...NO_PARTICULARS,
};
const decide = (
  rules: Partial<AccountRules> = {},
  claims: Partial<Parameters<typeof admission>[1]> = {},
  {
    linked,
    byAddress = MAREN,
    isOthers = false,
  }: { linked?: UserRow; byAddress?: UserRow | null; isOthers?: boolean } = {},
) => admission({ ...RULES, ...rules }, { ...CLAIMS, ...claims }, linked, byAddress ?? undefined, isOthers);

describe('an answer of an identity provider', () => {
  it('opens the account of its verified address, with the role it has', () => {
    expect(decide()).toEqual({ kind: 'account', account: MAREN, role: 'inspector' });
  });

  it.each([
    ['an address that is not verified', {}, { emailVerified: false }, {}, 'noAddress'],
    ['no address', {}, { email: null }, {}, 'noAddress'],
    ['an address of another domain', {}, { email: 'maren@northmere.example.evil.test' }, {}, 'otherDomain'],
    ['an account of another company', { companyId: 'skerrow' }, {}, {}, 'otherCompany'],
    ['an account of the staff', {}, {}, { byAddress: { ...MAREN, companyId: null } }, 'otherCompany'],
    ['an administrator', {}, {}, { byAddress: { ...MAREN, role: 'administrator' } }, 'administrator'],
    ['an account linked to another person', {}, {}, { isOthers: true }, 'otherPerson'],
    ['a disabled account', {}, {}, { byAddress: { ...MAREN, disabledAt: 1 } }, 'disabled'],
    ['a disabled linked account', {}, {}, { linked: { ...MAREN, disabledAt: 1 } }, 'disabled'],
    [
      'an unknown address when accounts are not created',
      { createsAccounts: false },
      {},
      { byAddress: null },
      'noAccount',
    ],
    ['an unknown address without a role', { defaultRole: null }, {}, { byAddress: null }, 'noRole'],
  ] as const)('opens no account for %s', (_what, rules, claims, accounts, reason) => {
    expect(decide(rules, claims, accounts)).toEqual({ kind: 'refused', reason: REFUSALS[reason] });
  });

  it('opens a linked account although its address is not verified again or was changed here', () => {
    const linked = { ...MAREN, email: 'other@northmere.example' };
    expect(decide({}, { emailVerified: false }, { linked, byAddress: null })).toMatchObject({ account: linked });
    expect(decide({}, { email: null }, { linked, byAddress: null })).toMatchObject({ account: linked });
  });

  it('accepts addresses that are not marked as verified only if the provider is trusted with them', () => {
    expect(decide({ trustsAddresses: true }, { emailVerified: false })).toMatchObject({ kind: 'account' });
  });

  it('creates an account with the claimed name, or with the name of the address', () => {
    const made = { kind: 'new', email: CLAIMS.email, role: 'viewer' };
    expect(decide({}, {}, { byAddress: null })).toEqual({ ...made, name: 'Maren' });
    expect(decide({}, { name: ' \u0000' }, { byAddress: null })).toEqual({ ...made, name: 'maren' });
  });

  it('assigns the role of the first matching value at every sign-in, and none to people without one', () => {
    const roles = { roleClaim: 'groups', roles: [{ value: 'crew', role: 'inspector' as const }], defaultRole: null };
    const by = (groups: unknown) => decide(roles, { all: { groups } }, { linked: { ...MAREN, role: 'viewer' } });
    expect(by(['office', 'crew'])).toMatchObject({ role: 'inspector' });
    expect(by('crew')).toMatchObject({ role: 'inspector' });
    expect(by(['office'])).toEqual({ kind: 'refused', reason: REFUSALS.noRole });
    expect(by(undefined)).toEqual({ kind: 'refused', reason: REFUSALS.noRole });
    expect(decide({ ...roles, roleClaim: 'constructor' })).toMatchObject({ kind: 'refused' });
  });

  it('leaves an account its role when the provider assigns none by a claim', () => {
    const roles = [{ value: 'crew', role: 'viewer' as const }];
    const kept = { kind: 'account', role: 'inspector' };
    expect(decide({ roles, defaultRole: 'viewer' }, { all: { groups: ['crew'] } })).toMatchObject(kept);
    expect(decide({ roleClaim: 'groups', defaultRole: 'viewer' }, { all: { groups: ['crew'] } })).toMatchObject(kept);
    expect(decide({ roles, roleClaim: 'groups', defaultRole: 'viewer' })).toMatchObject({ role: 'viewer' });
  });

  it('creates no administrator of a company, but one of the staff', () => {
    const roles = { roleClaim: 'groups', roles: [{ value: 'it', role: 'administrator' as const }] };
    const all = { groups: ['it'] };
    expect(decide(roles, { all })).toEqual({ kind: 'refused', reason: REFUSALS.noRole });
    const staff = { ...MAREN, companyId: null };
    expect(decide({ ...roles, companyId: null }, { all }, { byAddress: staff })).toMatchObject({
      role: 'administrator',
    });
  });

  it('is found by the part of an address after its last @, without regard to case', () => {
    expect(domainOf('Maren@Northmere.Example ')).toBe('northmere.example');
    expect(domainOf('"a@evil.test"@northmere.example')).toBe('northmere.example');
    expect(domainOf('maren')).toBe('');
  });
});

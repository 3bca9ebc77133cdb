import type { Account, Role } from '@holdfast/contract';
import { ROLES } from '@holdfast/contract/roles';
import { Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { useUser } from '../session.tsx';
import { LongSelect } from '../../../ui/admin/LongSelect.tsx';

/** Editable properties of an account. */
export type AccountValues = Pick<Account, 'name' | 'email' | 'role' | 'companyId'>;

/** Values of a new account: role null and company undefined until they are chosen. */
export type NewAccountValues = Omit<AccountValues, 'role' | 'companyId'> & {
  role: Role | null;
  companyId: string | null | undefined;
};

/** Returns the roles that an administrator can assign. */
function rolesGivenBy(giver: Role): readonly Role[] {
  return giver === 'administrator' ? ROLES : ROLES.filter((one) => one !== 'administrator');
}

/** Value of "no company" among the companies. */
const STAFF = 'staff';

/** Returns true when an account can be saved. */
export function isAccountComplete(values: NewAccountValues): values is AccountValues {
  const { name, email, role, companyId } = values;
  return name.trim() !== '' && isAddress(email) && role !== null && companyId !== undefined;
}

/** Returns the reason for which an account cannot be saved; null for none. */
export function hindranceIn(values: NewAccountValues): string | null {
  const { name, email, role, companyId } = values;
  const missing = [
    name.trim() === '' && t('admin.name'),
    email.trim() === '' && t('adminUsers.email'),
    role === null && t('adminUsers.role'),
    companyId === undefined && t('adminUsers.company'),
  ].filter((what) => what !== false);
  if (missing.length > 0) return t('admin.needs', { what: missing.join(', ') });
  return isAccountComplete(values) ? null : t('adminUsers.emailWrong');
}

/** Returns true for a text that may be an email address; the server checks it completely. */
function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(text.trim());
}

/** The inputs for a new or an existing account. */
export function AccountFields({
  values,
  companyNote,
  isEmailTaken = false,
  onChange,
}: {
  values: NewAccountValues;
  /** Note about the effect of choosing another company. */
  companyNote?: string;
  /** True when another account has the email address. */
  isEmailTaken?: boolean;
  onChange(part: Partial<AccountValues>): void;
}) {
  const { data: companies } = useQuery(adminQuery('load the companies', 'getCompanies', {}));
  const user = useUser();
  const { name, email, role, companyId } = values;
  const address = useRef<HTMLInputElement>(null);
  // An address is not marked as wrong while it is being typed.
  const [isLeft, setLeft] = useState(false);
  const isMalformed = isLeft && email.trim() !== '' && !isAddress(email);
  useEffect(() => {
    if (isEmailTaken) address.current?.focus();
  }, [isEmailTaken]);
  return (
    <Stack gap="md">
      <TextInput
        data-autofocus
        size="md"
        label={t('admin.name')}
        required
        maxLength={300}
        autoComplete="off"
        value={name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        size="md"
        type="email"
        label={t('adminUsers.email')}
        ref={address}
        error={isEmailTaken ? t('adminUsers.emailTaken') : isMalformed && t('adminUsers.emailMalformed')}
        onBlur={() => setLeft(true)}
        required
        maxLength={320}
        autoComplete="off"
        value={email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
      <Radio.Group
        size="md"
        label={t('adminUsers.role')}
        value={role}
        required
        onChange={(to) => onChange({ role: to })}
      >
        <Stack gap="xs" mt={6}>
          {rolesGivenBy(user.role).map((one) => (
            <Radio
              key={one}
              size="md"
              value={one}
              label={t(`roles.${one}`)}
              description={t(`adminUsers.roleHint.${one}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <LongSelect
        label={t('adminUsers.company')}
        description={companyNote}
        required
        placeholder={t('adminUsers.companyChoose')}
        allowDeselect={false}
        nothingFoundMessage={t(companies === undefined ? 'dropdown.loading' : 'dropdown.noOptions')}
        data={[
          ...(user.role === 'administrator' ? [{ value: STAFF, label: t('adminUsers.companyNone') }] : []),
          ...(companies ?? []).map((company) => ({ value: company.id, label: company.name })),
        ]}
        value={companyId === undefined ? null : (companyId ?? STAFF)}
        onChange={(to) => onChange({ companyId: to === null || to === STAFF ? null : to })}
      />
    </Stack>
  );
}

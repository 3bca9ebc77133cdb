import type { Account, Role } from '@holdfast/contract';
import { ROLES } from '@holdfast/contract/roles';
import { Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { adminQuery } from '../../../lib/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { useUser } from '../session.tsx';
import { LongSelect } from '../../../ui/admin/LongSelect.tsx';

/** Editable properties of an account. */
export type AccountValues = Pick<Account, 'name' | 'email' | 'role' | 'companyId'>;

/** Those of an account that does not exist yet: role null and company undefined until they are chosen. */
export type NewAccountValues = Omit<AccountValues, 'role' | 'companyId'> & {
  role: Role | null;
  companyId: string | null | undefined;
};

/** The roles that an administrator can give. */
function rolesGivenBy(giver: Role): readonly Role[] {
  return giver === 'administrator' ? ROLES : ROLES.filter((one) => one !== 'administrator');
}

/** Stands for no company in the list of choices. */
const STAFF = 'staff';

/** Returns true when an account can be saved as it is. */
export function isAccountComplete(values: NewAccountValues): values is AccountValues {
  const { name, email, role, companyId } = values;
  return name.trim() !== '' && email.trim() !== '' && role !== null && companyId !== undefined;
}

/** The fields of a new and of a known account. */
export function AccountFields({
  values,
  companyNote,
  isEmailTaken = false,
  onChange,
}: {
  values: NewAccountValues;
  /** Effect of choosing another company. */
  companyNote?: string;
  /** True when another account has the address. */
  isEmailTaken?: boolean;
  onChange(part: Partial<AccountValues>): void;
}) {
  const { data: companies } = useQuery(adminQuery('load the companies', 'getCompanies', {}));
  const user = useUser();
  const { name, email, role, companyId } = values;
  const address = useRef<HTMLInputElement>(null);
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
        error={isEmailTaken && t('adminUsers.emailTaken')}
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

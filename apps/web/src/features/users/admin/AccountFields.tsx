import type { Account, Role } from '@holdfast/contract';
import { Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '../../../lib/adminCalls.ts';
import { t } from '../../../lib/texts/index.ts';
import { LongSelect } from '../../../ui/admin/LongSelect.tsx';

/** Editable properties of an account. */
export type AccountValues = Pick<Account, 'name' | 'email' | 'role' | 'companyId'>;

const ROLES = ['inspector', 'viewer', 'administrator'] as const satisfies Role[];
/** Stands for no company in the list of choices. */
const STAFF = 'staff';

/** Returns true when an account can be saved as it is. */
export function isAccountComplete({ name, email }: AccountValues): boolean {
  return name.trim() !== '' && email.trim() !== '';
}

/** The fields of a new and of a known account. */
export function AccountFields({
  values,
  companyNote,
  onChange,
}: {
  values: AccountValues;
  /** Effect of choosing another company. */
  companyNote?: string;
  onChange(part: Partial<AccountValues>): void;
}) {
  const { data: companies } = useQuery(adminQuery('load the companies', 'getCompanies', {}));
  const { name, email, role, companyId } = values;
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
        required
        maxLength={320}
        autoComplete="off"
        value={email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
      <Radio.Group size="md" label={t('adminUsers.role')} value={role} onChange={(to) => onChange({ role: to })}>
        <Stack gap="xs" mt={6}>
          {ROLES.map((one) => (
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
        allowDeselect={false}
        nothingFoundMessage={t(companies === undefined ? 'dropdown.loading' : 'dropdown.noOptions')}
        data={[
          { value: STAFF, label: t('adminUsers.companyNone') },
          ...(companies ?? []).map((company) => ({ value: company.id, label: company.name })),
        ]}
        value={companyId ?? STAFF}
        onChange={(to) => onChange({ companyId: to === null || to === STAFF ? null : to })}
      />
    </Stack>
  );
}

import type { IdentityProvider } from '@holdfast/contract';
import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { t } from '../../../lib/texts/administration.ts';

type Roles = IdentityProvider['roles'];

/** Values of a claim with the role that each assigns; the first match is used. */
export function RolesOfValues({
  roles,
  mayAdminister,
  fault,
  onChange,
}: {
  roles: Roles;
  /** True when the roles may include administrator. */
  mayAdminister: boolean;
  fault: string | undefined;
  onChange(roles: Roles): void;
}) {
  const change = (index: number, part: Partial<Roles[number]>): void =>
    onChange(roles.map((role, at) => (at === index ? { ...role, ...part } : role)));
  const choices = (['inspector', 'viewer', ...(mayAdminister ? ['administrator' as const] : [])] as const).map(
    (role) => ({ value: role, label: t(`roles.${role}`) }),
  );
  return (
    <Stack gap="xs">
      {roles.map(({ value, role }, index) => (
        // Values have no id; rows are only appended and removed.
        <Group key={index} align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            size="md"
            label={t('providers.value')}
            maxLength={300}
            value={value}
            onChange={(event) => change(index, { value: event.currentTarget.value })}
          />
          <Select
            size="md"
            label={t('providers.roleOf', { value: value === '' ? '…' : value })}
            allowDeselect={false}
            data={choices}
            value={role}
            onChange={(to) => change(index, { role: to ?? 'viewer' })}
          />
          <ActionIcon
            variant="default"
            size={42}
            aria-label={t('providers.removeRole', { value })}
            onClick={() => onChange(roles.filter((_, at) => at !== index))}
          >
            <IconTrash size={20} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {fault !== undefined && (
        <Text c="red" size="sm" role="alert">
          {fault}
        </Text>
      )}
      <Group>
        <Button variant="default" onClick={() => onChange([...roles, { value: '', role: 'viewer' }])}>
          {t('providers.addRole')}
        </Button>
      </Group>
    </Stack>
  );
}

import type { FoundAdministered } from '@holdfast/contract';
import { roleHolds, type RoleName } from '@holdfast/contract/roles';
import { Combobox } from '@mantine/core';
import { useEffect } from 'react';
import { templateAddress } from '../../features/fields/templateTypes.ts';
import { t } from '../../lib/texts/administration.ts';
import { menuOf } from '../admin/menuEntries.ts';
import { type Choice, Found, valueOf } from './Found.tsx';

const GROUPS = [
  ['installation', 'adminPalette.installations'],
  ['company', 'admin.companies'],
  ['user', 'admin.users'],
  ['inspection', 'admin.inspections'],
  ['itemType', 'admin.item-types'],
  ['fieldsTemplate', 'adminPalette.templates'],
  ['report', 'admin.reports'],
] as const;

/** Screens and records of the administration found by a search. */
export default function AdministeredGroups({
  role,
  sought,
  found,
  onShown,
}: {
  role: RoleName;
  /** Search text in lower case. */
  sought: string;
  found: readonly FoundAdministered[];
  onShown(): void;
}) {
  // This part of the application may load after the results have arrived.
  useEffect(onShown);
  const overview = roleHolds(role, 'administer') ? [{ to: '/admin', name: t('admin.overview') }] : [];
  const entries = menuOf(role).map((entry) => ({ to: `/admin/${entry}`, name: t(`admin.${entry}`) }));
  const screens =
    sought === '' ? [] : [...overview, ...entries].filter(({ name }) => name.toLowerCase().includes(sought));
  return (
    <>
      {screens.length > 0 && (
        <Combobox.Group label={t('adminPalette.screens')}>
          {screens.map(({ to, name }) => (
            <Combobox.Option key={to} value={valueOf({ is: 'address', to })} py="sm">
              <Found name={name} within="" />
            </Combobox.Option>
          ))}
        </Combobox.Group>
      )}
      {GROUPS.map(([kind, label]) => {
        const records = found.filter((record) => record.kind === kind);
        if (records.length === 0) return null;
        return (
          <Combobox.Group key={kind} label={t(label)}>
            {records.map((record) => (
              <Combobox.Option key={record.id} value={valueOf(choiceFor(record))} py="sm">
                <Found name={record.name} within={record.within} />
              </Combobox.Option>
            ))}
          </Combobox.Group>
        );
      })}
    </>
  );
}

/** Addresses of records of the administration. Installations are missing, because they have a view of the inspector flow. */
const ADDRESSES: Readonly<
  Record<Exclude<FoundAdministered['kind'], 'installation'>, (record: FoundAdministered) => string>
> = {
  company: ({ id }) => `/admin/companies/${id}`,
  user: ({ id }) => `/admin/users?user=${id}`,
  inspection: ({ id }) => `/admin/inspections/${id}`,
  itemType: ({ id }) => `/admin/item-types/${id}`,
  fieldsTemplate: ({ id, fieldsTemplateTypeId }) =>
    templateAddress({ id, fieldsTemplateTypeId: fieldsTemplateTypeId ?? '' }),
  report: ({ id }) => `/admin/reports?report=${id}`,
};

function choiceFor(record: FoundAdministered): Choice {
  const { kind, id } = record;
  return kind === 'installation'
    ? { is: 'view', view: { at: 'installation', installationId: id } }
    : { is: 'address', to: ADDRESSES[kind](record) };
}

import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSessionStorage } from '@mantine/hooks';
import { queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';

/** The company that a staff user looks at, stored in this tab: staff belong to no company. */
export function useChosenCompany(): [string | null, (companyId: string | null) => void] {
  const [companyId, choose] = useSessionStorage<string | null>({
    key: 'company',
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  return [companyId, choose];
}

/** Chooses the company whose installations are shown. */
export function CompanyPicker({ value, onChoose }: { value: string | null; onChoose(companyId: string | null): void }) {
  const { data: companies, isPending } = useQuery(queryOf('getCompanies', {}));
  return (
    <Select
      aria-label={t('companies.choose')}
      placeholder={t('companies.choose')}
      size="md"
      w={260}
      searchable
      allowDeselect={false}
      data={(companies ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      nothingFoundMessage={isPending ? t('dropdown.loading') : t('dropdown.noOptions')}
      value={value}
      onChange={onChoose}
    />
  );
}

import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { formatDayRange } from '../../../lib/display/formats.ts';
import type { ReportTypeName } from '../reportTypes.ts';
import { t } from '../../../lib/texts/administration.ts';
import { LongSelect, useLongList } from '../../../ui/admin/LongSelect.tsx';
import { choose, type Chosen, NEEDED } from './scopes.ts';

/** Chooses the data for a report of a type. */
export function ScopeFields({
  type,
  chosen,
  onChoose,
  inspectionId,
}: {
  type: ReportTypeName;
  chosen: Chosen;
  onChoose(chosen: Chosen): void;
  /** The inspection type to which a report is limited; null: any. */
  inspectionId?: string | null;
}) {
  const needed = NEEDED[type];
  const { companyId, installationInspectionId } = chosen;
  const take = (part: Partial<Chosen>): void => onChoose(choose(chosen, part));
  return (
    <>
      <Companies value={companyId} onChange={(to) => take({ companyId: to })} />
      {needed.includes('inspectionId') && (
        <InspectionTypes
          only={inspectionId ?? null}
          value={chosen.inspectionId}
          onChange={(to) => take({ inspectionId: to })}
        />
      )}
      {needed.includes('installationInspectionId') && (
        <Inspections
          key={`inspections of ${companyId}`}
          companyId={companyId}
          only={inspectionId ?? null}
          value={installationInspectionId}
          onChange={(to) => take({ installationInspectionId: to })}
        />
      )}
      {needed.includes('installationInspectionItemId') && (
        <Items
          key={`items of ${installationInspectionId}`}
          installationInspectionId={installationInspectionId}
          value={chosen.installationInspectionItemId}
          onChange={(to) => take({ installationInspectionItemId: to })}
        />
      )}
      {needed.includes('installationIds') && (
        <Installations
          companyId={companyId}
          value={chosen.installationIds}
          onChange={(to) => take({ installationIds: to })}
        />
      )}
    </>
  );
}

interface One {
  value: string | null;
  onChange(value: string | null): void;
}

function Choice({ data, ...rest }: ComponentProps<typeof LongSelect>) {
  return (
    <LongSelect
      allowDeselect={false}
      placeholder={t('fields.choose')}
      nothingFoundMessage={t(data === undefined && rest.disabled !== true ? 'dropdown.loading' : 'dropdown.noOptions')}
      data={data ?? []}
      {...rest}
    />
  );
}

function Companies(one: One) {
  const { data } = useQuery(adminQuery('load the companies', 'getCompanies', {}));
  return (
    <Choice
      label={t('adminReports.company')}
      data={data?.map(({ id, name }) => ({ value: id, label: name }))}
      {...one}
    />
  );
}

function InspectionTypes({ only, ...one }: One & { only: string | null }) {
  const { data } = useQuery(adminQuery('load the inspections', 'getAdminInspections', {}));
  return (
    <Choice
      label={t('adminReports.inspectionType')}
      data={data?.filter(({ id }) => only === null || id === only).map(({ id, name }) => ({ value: id, label: name }))}
      {...one}
    />
  );
}

function Inspections({ companyId, only, ...one }: One & { companyId: string | null; only: string | null }) {
  const { data } = useQuery({
    ...adminQuery('load the inspections', 'getAdminInstallationInspections', companyId === null ? {} : { companyId }),
    enabled: companyId !== null,
  });
  return (
    <Choice
      label={t('adminReports.inspection')}
      description={data?.length === 0 ? t('adminReports.noInspections') : null}
      disabled={companyId === null}
      data={data
        ?.filter(({ inspectionId }) => only === null || inspectionId === only)
        .map(({ id, installationName, inspectionName, startDate, expectedEndDate }) => ({
          value: id,
          label: `${installationName}: ${inspectionName}, ${formatDayRange(startDate, expectedEndDate)}`,
        }))}
      {...one}
    />
  );
}

function Items({ installationInspectionId, ...one }: One & { installationInspectionId: string | null }) {
  const { data } = useQuery({
    ...adminQuery('load the items', 'getAdminInstallationInspectionItems', {
      installationInspectionId: installationInspectionId ?? '',
    }),
    enabled: installationInspectionId !== null,
  });
  return (
    <Choice
      label={t('adminReports.item')}
      disabled={installationInspectionId === null}
      data={data?.map(({ id, name }) => ({ value: id, label: name }))}
      {...one}
    />
  );
}

function Installations({
  companyId,
  value,
  onChange,
}: {
  companyId: string | null;
  value: readonly string[];
  onChange(value: string[]): void;
}) {
  const { data } = useQuery({
    ...adminQuery('load the installations', 'getAdminInstallations', companyId === null ? {} : { companyId }),
    enabled: companyId !== null,
  });
  const longList = useLongList();
  return (
    <MultiSelect
      size="md"
      label={t('adminReports.installations')}
      placeholder={value.length === 0 ? t('fields.chooseSeveral') : ''}
      disabled={companyId === null}
      {...longList}
      nothingFoundMessage={t(data === undefined ? 'dropdown.loading' : 'dropdown.noOptions')}
      data={(data ?? []).filter(({ archived }) => !archived).map(({ id, name }) => ({ value: id, label: name }))}
      value={[...value]}
      onChange={onChange}
    />
  );
}

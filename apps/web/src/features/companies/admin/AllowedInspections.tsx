import type { Company } from '@holdfast/contract';
import { useQuery } from '@tanstack/react-query';
import { adminQuery, callAdmin, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { LinkPanel } from '../../../ui/admin/LinkPanel.tsx';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';

/** The inspection types that a company may start. */
export function AllowedInspections({ company: { id, name: company, companyInspections } }: { company: Company }) {
  const { isBusy, write, attempt } = useAdminWrites();
  const confirm = useConfirm();
  const inspections = useQuery(adminQuery('load the inspections', 'getAdminInspections', {}));

  const remove = async (inspectionId: string): Promise<void> => {
    const started = await callAdmin('load the usage', 'getAdminInstallationInspections', { companyId: id });
    const count = started.filter((one) => one.inspectionId === inspectionId).length;
    const name = companyInspections.find((one) => one.inspectionId === inspectionId)?.name ?? '';
    const sure = await confirm({
      title: t('adminCompanies.allowedRemoveTitle', { name }),
      text: t('adminCompanies.allowedRemoveText', { company, count }),
      confirm: t('admin.remove'),
      danger: true,
    });
    if (sure) await write('remove the inspection', 'removeCompanyInspection', { id, inspectionId });
  };

  return (
    <LinkPanel
      title={t('adminCompanies.allowed')}
      hint={t('adminCompanies.allowedHint')}
      none={t('adminCompanies.allowedNone')}
      linked={companyInspections.map(({ inspectionId, name }) => ({
        id: inspectionId,
        name,
        to: `/admin/inspections/${inspectionId}`,
      }))}
      choices={{ ...inspections, data: inspections.data?.map((one) => ({ value: one.id, label: one.name })) }}
      addLabel={t('adminCompanies.allowedAdd')}
      isBusy={isBusy}
      onAdd={(inspectionId) => attempt(() => write('add the inspection', 'addCompanyInspection', { id, inspectionId }))}
      onCreate={(name) => attempt(async () => (await write('create the inspection', 'createInspection', { name })).id)}
      onRemove={(inspectionId) => void attempt(() => remove(inspectionId))}
    />
  );
}

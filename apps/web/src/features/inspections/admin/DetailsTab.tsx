import type { Inspection } from '@holdfast/contract';
import { useQuery } from '@tanstack/react-query';
import { adminQuery, callAdmin, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { TEMPLATE_LISTS, templateAddress } from '../../fields/templateTypes.ts';
import { t } from '../../../lib/texts/administration.ts';
import { usageText } from '../../fields/admin/usageText.ts';
import { LinkPanel } from '../../../ui/admin/LinkPanel.tsx';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';

/** The detail templates: their questions are answered once per inspection. */
export function DetailsTab({ inspection: { id, inspectionFieldsTemplates } }: { inspection: Inspection }) {
  const { isBusy, write, attempt } = useAdminWrites();
  const confirm = useConfirm();
  const fieldsTemplateTypeId = TEMPLATE_LISTS['inspection-details-templates'];
  const templates = useQuery(adminQuery('load the templates', 'getFieldsTemplates', { fieldsTemplateTypeId }));

  const remove = async (templateId: string): Promise<void> => {
    const name = inspectionFieldsTemplates.find(({ fieldsTemplateId }) => fieldsTemplateId === templateId)
      ?.fieldsTemplate.name;
    const usage = await callAdmin('load the usage', 'getFieldsTemplateUsage', { id: templateId });
    const sure = await confirm({
      title: t('adminInspections.detailsRemoveTitle', { name: name ?? '' }),
      text: usageText(usage),
      confirm: t('admin.remove'),
      danger: true,
    });
    if (sure) await write('remove the template', 'removeInspectionFieldsTemplate', { id, templateId });
  };

  return (
    <LinkPanel
      title={t('adminInspections.details')}
      hint={t('adminInspections.detailsHint')}
      none={t('adminInspections.detailsNone')}
      linked={inspectionFieldsTemplates.map(({ fieldsTemplate }) => ({
        id: fieldsTemplate.id,
        name: fieldsTemplate.name,
        to: templateAddress(fieldsTemplate),
        note: t('adminFields.fieldCount', { count: fieldsTemplate.fields.length }),
      }))}
      choices={{ ...templates, data: templates.data?.map((one) => ({ value: one.id, label: one.name })) }}
      addLabel={t('adminInspections.detailsAdd')}
      isBusy={isBusy}
      onAdd={(templateId) =>
        attempt(() => write('add the template', 'addInspectionFieldsTemplate', { id, templateId }))
      }
      onCreate={(name) =>
        attempt(
          async () => (await write('create the template', 'createFieldsTemplate', { name, fieldsTemplateTypeId })).id,
        )
      }
      onRemove={(templateId) => void attempt(() => remove(templateId))}
    />
  );
}

import type { ListedItemType } from '@holdfast/contract';
import { useQuery } from '@tanstack/react-query';
import { adminQuery, callAdmin, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { TEMPLATE_LISTS } from '../../fields/templateTypes.ts';
import { t } from '../../../lib/texts/administration.ts';
import { LinkPanel } from '../../../ui/admin/LinkPanel.tsx';
import { PickerSelect } from '../../../ui/admin/PickerSelect.tsx';
import { Unread } from '../../../ui/admin/ListPage.tsx';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { usageText } from '../../fields/admin/usageText.ts';
import { typesOf } from '../../items/admin/typeTree.ts';

/** Item types of an inspection type, each with its result questions. */
export function ItemTypesTab({ inspectionId }: { inspectionId: string }) {
  const { isBusy, write, attempt } = useAdminWrites();
  const confirm = useConfirm();
  const read = useQuery(adminQuery('load the item types', 'getItemTypes', { inspectionId }));
  const tree = useQuery(adminQuery('load the item types', 'getItemTypesStructured', {}));
  if (read.data === undefined) return <Unread read={read} rows={4} />;
  const types = read.data;

  const remove = async ({ id: itemTypeId, name, inspectionItemTypeId }: ListedItemType): Promise<void> => {
    if (inspectionItemTypeId === undefined) return;
    const { items, answers } = await callAdmin('load the usage', 'getInspectionItemTypeUsage', {
      id: inspectionItemTypeId,
    });
    const sure = await confirm({
      title: t('adminInspections.itemTypesRemoveTitle', { name }),
      text:
        items === 0
          ? t('adminInspections.itemTypesRemoveTextNone')
          : t('adminInspections.itemTypesRemoveText', {
              items: t('admin.usageItems', { count: items }),
              answers: t('admin.usageAnswers', { count: answers }),
            }),
      confirm: t('admin.remove'),
      danger: true,
    });
    if (sure) await write('remove the item type', 'removeInspectionItemType', { inspectionId, itemTypeId });
  };

  return (
    <LinkPanel
      title={t('admin.item-types')}
      hint={t('adminInspections.itemTypesHint')}
      none={t('adminInspections.itemTypesNone')}
      linked={types.map((type) => ({
        id: type.id,
        name: type.name,
        to: `/admin/item-types/${type.id}`,
        ...(type.isQuestion ? { note: t('adminItemTypes.kindQuestion') } : {}),
        controls: <ResultTemplate type={type} />,
      }))}
      choices={{ ...tree, data: tree.data && typesOf(tree.data).map(({ id, name }) => ({ value: id, label: name })) }}
      addLabel={t('adminInspections.itemTypesAdd')}
      isBusy={isBusy}
      onAdd={(itemTypeId) =>
        attempt(() => write('add the item type', 'addInspectionItemType', { inspectionId, itemTypeId }))
      }
      onCreate={(name) =>
        attempt(async () => (await write('create the item type', 'createItemType', { name, isPrompt: '0' })).id)
      }
      onRemove={(id) => void attempt(() => remove(types.find((type) => type.id === id)!))}
    />
  );
}

/** Chooses the result questions for one item type: at once where nothing is recorded, otherwise after a confirmation with the numbers. */
function ResultTemplate({ type: { name, inspectionItemTypeId, fieldsTemplateId } }: { type: ListedItemType }) {
  const { isBusy, write, attempt } = useAdminWrites();
  const confirm = useConfirm();
  const typeOfTemplates = TEMPLATE_LISTS['inspection-templates'];
  const { data: templates } = useQuery(
    adminQuery('load the templates', 'getFieldsTemplates', { fieldsTemplateTypeId: typeOfTemplates }),
  );
  if (inspectionItemTypeId === undefined) return null;
  const isSure = async (): Promise<boolean> => {
    const usage = await callAdmin('load the usage', 'getInspectionItemTypeUsage', { id: inspectionItemTypeId });
    if (usage.answers === 0) return true;
    return confirm({
      title: t('adminInspections.resultTemplateTitle', { name }),
      text: `${usageText(usage)} ${t('adminInspections.resultTemplateText')}`,
      confirm: t('adminInspections.resultTemplateConfirm'),
    });
  };
  const choose = async (to: string | null): Promise<void> => {
    await write('choose the template', 'updateInspectionItemType', { id: inspectionItemTypeId, fieldsTemplateId: to });
  };
  return (
    <PickerSelect
      maw={280}
      aria-label={t('adminInspections.resultTemplate', { name })}
      placeholder={t('adminInspections.resultTemplateNone')}
      clearable
      nothingFoundMessage={t(templates === undefined ? 'dropdown.loading' : 'dropdown.noOptions')}
      disabled={isBusy}
      data={(templates ?? []).map((template) => ({ value: template.id, label: template.name }))}
      value={fieldsTemplateId ?? null}
      onChoose={(to) =>
        void attempt(async () => {
          if (await isSure()) await choose(to);
        })
      }
      onCreate={(named) =>
        void attempt(async () => {
          if (!(await isSure())) return;
          const made = { name: named, fieldsTemplateTypeId: typeOfTemplates };
          await choose((await write('create the template', 'createFieldsTemplate', made)).id);
        })
      }
      addressOf={(templateId) => `/admin/inspection-templates/${templateId}`}
    />
  );
}

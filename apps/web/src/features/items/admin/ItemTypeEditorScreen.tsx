import type { ItemType } from '@holdfast/contract';
import { Badge, Paper, Stack, Switch, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo } from 'react';
import { useParams } from 'react-router';
import { adminQuery, callAdmin, isNotFound, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { DeletedNotice } from '../../deletions/admin/DeletedNotice.tsx';
import { DeleteRecord } from '../../deletions/admin/DeleteRecord.tsx';
import { useDuplicate } from '../../deletions/admin/useDuplicate.ts';
import { useConflictAuthor } from '../../users/people.ts';
import { useRecordDraft, withoutNotFound } from '../../../lib/drafts/recordDraft.ts';
import { TEMPLATE_LISTS, templateAddress } from '../../fields/templateTypes.ts';
import { t } from '../../../lib/texts/administration.ts';
import { idsFrom, typesOf } from './typeTree.ts';
import { usageText } from '../../fields/admin/usageText.ts';
import { DraftConflict } from '../../../ui/admin/DraftConflict.tsx';
import { EditorPage, EditorUnread } from '../../../ui/admin/EditorPage.tsx';
import { LinkPanel } from '../../../ui/admin/LinkPanel.tsx';
import { NameField } from '../../../ui/admin/NameFields.tsx';
import { useIsDrawn } from '../../../ui/admin/useIsDrawn.ts';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';

const valuesOf = ({ name, isLocation }: ItemType) => ({ name, isLocation });

/** The editor of an item type. */
export function ItemTypeEditorScreen() {
  const { itemTypeIdFromUrl: id = '' } = useParams();
  const read = useQuery(adminQuery('load the item type', 'getItemType', { id }));
  const back = { to: '/admin/item-types', label: t('admin.item-types') };
  const isDrawn = useIsDrawn(read.data);
  if (read.data === undefined || !isDrawn) return <EditorUnread back={back} read={read} />;
  return <Editor key={id} itemType={read.data} isGone={isNotFound(read.error)} back={back} />;
}

function Editor({
  itemType,
  isGone,
  back,
}: {
  itemType: ItemType;
  /** True when the record was deleted since it was read. */
  isGone: boolean;
  back: { to: string; label: string };
}) {
  const cache = useQueryClient();
  const { write } = useAdminWrites();
  const { id, isQuestion } = itemType;
  const draft = useRecordDraft({
    record: itemType,
    keptAs: `itemType:${id}`,
    valuesOf,
    clockOf: ({ clock }) => clock,
    save: (values, ifMatch) => write('save the item type', 'updateItemType', { ...itemType, ...values }, { ifMatch }),
    reload: () => cache.fetchQuery({ ...adminQuery('load the item type', 'getItemType', { id }), staleTime: 0 }),
  });
  const who = useConflictAuthor(draft.conflict?.by ?? null);
  const { name, isLocation } = draft.values;
  const { isBusy, duplicate } = useDuplicate({
    kind: 'itemType',
    id,
    make: async (write) => write('duplicate the item type', 'duplicateItemType', { id }),
    text: t('adminItemTypes.duplicatedText'),
  });
  return (
    <EditorPage
      back={back}
      title={itemType.name}
      saving={withoutNotFound(draft)}
      isIncomplete={name.trim() === ''}
      actions={
        <>
          <DeleteRecord kind="itemType" id={id} name={itemType.name} list={back.to} />
          <ReasonedButton
            variant="default"
            isInToolbar
            leftSection={<IconCopy size={18} aria-hidden />}
            reason={draft.isChanged ? t('adminVersions.saveFirst') : null}
            loading={isBusy}
            onClick={duplicate}
          >
            {t('deletions.duplicate')}
          </ReasonedButton>
        </>
      }
    >
      {(isGone || draft.isGone) && <DeletedNotice kind="itemType" id={id} onRestored={draft.forgetFailure} />}
      <DraftConflict
        draft={draft}
        who={who}
        shown={{ name: { name: t('admin.name') }, isLocation: { name: t('adminItemTypes.isLocation') } }}
      />
      <Paper p="lg">
        <Stack gap="md">
          <NameField name={name} onChange={(to) => draft.change({ name: to })} />
          {isQuestion ? (
            <div>
              <Badge variant="default" tt="none" size="lg">
                {t('adminItemTypes.kindQuestion')}
              </Badge>
              <Text size="sm" c="dimmed" mt={4}>
                {t('adminItemTypes.kindQuestionHint')}
              </Text>
            </div>
          ) : (
            <Switch
              size="md"
              label={t('adminItemTypes.isLocation')}
              description={t('adminItemTypes.isLocationHint')}
              checked={isLocation}
              onChange={(event) => draft.change({ isLocation: event.currentTarget.checked })}
            />
          )}
        </Stack>
      </Paper>
      {!isQuestion && <Parents itemType={itemType} />}
      <Templates itemType={itemType} />
    </EditorPage>
  );
}

/**
 * Possible parents of items of a type, without the type itself and its descendants. Memoised: there may be thousands, and a keystroke in
 * the name must not compute them again.
 */
const Parents = memo(function Parents({ itemType: { id, parentItemTypes } }: { itemType: ItemType }) {
  const { isBusy, write, attempt } = useAdminWrites();
  const confirm = useConfirm();
  const tree = useQuery(adminQuery('load the item types', 'getItemTypesStructured', {}));
  const choices = tree.data && possibleParents(tree.data);

  function possibleParents(types: NonNullable<typeof tree.data>): { value: string; label: string }[] {
    const excluded = idsFrom(types, id);
    return typesOf(types)
      .filter((type) => !type.isQuestion && !excluded.has(type.id))
      .map((type) => ({ value: type.id, label: type.name }));
  }

  const remove = async (parentId: string): Promise<void> => {
    const name = parentItemTypes.find(({ parentItemTypeId }) => parentItemTypeId === parentId)?.name ?? '';
    const sure = await confirm({
      title: t('adminItemTypes.parentsRemoveTitle', { name }),
      text: t('adminItemTypes.parentsRemoveText'),
      confirm: t('admin.remove'),
      danger: true,
    });
    if (sure) await attempt(() => write('remove the parent', 'removeItemTypeParent', { id, parentId }));
  };

  return (
    <LinkPanel
      title={t('adminItemTypes.parents')}
      hint={t('adminItemTypes.parentsHint')}
      none={t('adminItemTypes.parentsNone')}
      linked={parentItemTypes.map(({ parentItemTypeId, name }) => ({
        id: parentItemTypeId,
        name,
        to: `/admin/item-types/${parentItemTypeId}`,
      }))}
      choices={{ ...tree, data: choices }}
      addLabel={t('adminItemTypes.parentsAdd')}
      isBusy={isBusy}
      onAdd={(parentId) => attempt(() => write('add the parent', 'addItemTypeParent', { id, parentId }))}
      onCreate={(name) =>
        attempt(async () => (await write('create the item type', 'createItemType', { name, isPrompt: '0' })).id)
      }
      onRemove={(parentId) => void remove(parentId)}
    />
  );
});

/** The own questions of every item of a type. */
const Templates = memo(function Templates({
  itemType: { id, isQuestion, itemTypeFieldsTemplates },
}: {
  itemType: ItemType;
}) {
  const { isBusy, write, attempt } = useAdminWrites();
  const confirm = useConfirm();
  const list = isQuestion ? 'prompt-templates' : 'item-type-templates';
  const fieldsTemplateTypeId = TEMPLATE_LISTS[list];
  const templates = useQuery(adminQuery('load the templates', 'getFieldsTemplates', { fieldsTemplateTypeId }));

  const remove = async (templateId: string): Promise<void> => {
    const usage = await callAdmin('load the usage', 'getFieldsTemplateUsage', { id: templateId });
    const link = itemTypeFieldsTemplates.find(({ fieldsTemplateId }) => fieldsTemplateId === templateId);
    const sure = await confirm({
      title: t('adminItemTypes.templatesRemoveTitle', { name: link?.fieldsTemplate.name ?? '' }),
      text: usageText(usage),
      confirm: t('admin.remove'),
      danger: true,
    });
    if (sure) await write('remove the template', 'removeItemTypeFieldsTemplate', { id, templateId });
  };

  return (
    <LinkPanel
      title={t('adminItemTypes.templates')}
      hint={t('adminItemTypes.templatesHint', { list: t(`admin.${list}`) })}
      none={t('adminItemTypes.templatesNone')}
      linked={itemTypeFieldsTemplates.map(({ fieldsTemplate }) => ({
        id: fieldsTemplate.id,
        name: fieldsTemplate.name,
        to: templateAddress(fieldsTemplate),
        note: t('adminFields.fieldCount', { count: fieldsTemplate.fields.length }),
      }))}
      choices={{ ...templates, data: templates.data?.map((one) => ({ value: one.id, label: one.name })) }}
      addLabel={t('adminItemTypes.templatesAdd')}
      isBusy={isBusy}
      onAdd={(templateId) => attempt(() => write('add the template', 'addItemTypeFieldsTemplate', { id, templateId }))}
      onCreate={(name) =>
        attempt(
          async () => (await write('create the template', 'createFieldsTemplate', { name, fieldsTemplateTypeId })).id,
        )
      }
      onRemove={(templateId) => void attempt(() => remove(templateId))}
    />
  );
});

import type { Inspection } from '@holdfast/contract';
import { Button, Paper, Tabs } from '@mantine/core';
import { IconCopy, IconFileExport } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { adminQuery, isNotFound, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { DeletedNotice } from '../../deletions/admin/DeletedNotice.tsx';
import { DeleteRecord } from '../../deletions/admin/DeleteRecord.tsx';
import { useDuplicate } from '../../deletions/admin/useDuplicate.ts';
import { useConflictAuthor } from '../../users/people.ts';
import { useRecordDraft, withoutNotFound } from '../../../lib/drafts/recordDraft.ts';
import { t } from '../../../lib/texts/administration.ts';
import { DraftConflict } from '../../../ui/admin/DraftConflict.tsx';
import { EditorPage, EditorUnread } from '../../../ui/admin/EditorPage.tsx';
import { NameFields } from '../../../ui/admin/NameFields.tsx';
import { useIsDrawn } from '../../../ui/admin/useIsDrawn.ts';
import { ReasonedIcon } from '../../../ui/ReasonedButton.tsx';
import { DefaultItemsTab } from './DefaultItemsTab.tsx';
import { DetailsTab } from './DetailsTab.tsx';
import classes from './InspectionEditor.module.css';
import { ItemTypesTab } from './ItemTypesTab.tsx';
import { columnsOf, ListViewTab, listViewText } from './ListViewTab.tsx';

const TABS = ['details', 'itemTypes', 'defaults', 'listView'] as const;

const valuesOf = ({ name, shortName, ...inspection }: Inspection) => ({
  name,
  shortName,
  itemTypeListViewFieldNames: inspection.itemTypeListViewFieldNames,
  inspectionItemTypeListViewFieldNames: inspection.inspectionItemTypeListViewFieldNames,
});

/** The editor of an inspection type: its names and columns are saved together, its linked records at once. */
export function InspectionEditorScreen() {
  const { inspectionId = '' } = useParams();
  const read = useQuery(adminQuery('load the inspection', 'getAdminInspection', { id: inspectionId }));
  const back = { to: '/admin/inspections', label: t('admin.inspections') };
  const isDrawn = useIsDrawn(read.data);
  if (read.data === undefined || !isDrawn) return <EditorUnread back={back} read={read} />;
  return <Editor key={inspectionId} inspection={read.data} isGone={isNotFound(read.error)} back={back} />;
}

function Editor({
  inspection,
  isGone,
  back,
}: {
  inspection: Inspection;
  /** True when the record was deleted since it was read. */
  isGone: boolean;
  back: { to: string; label: string };
}) {
  const cache = useQueryClient();
  const { write } = useAdminWrites();
  const [search, setSearch] = useSearchParams();
  const { id } = inspection;
  const draft = useRecordDraft({
    record: inspection,
    keptAs: `inspection:${id}`,
    valuesOf,
    clockOf: ({ clock }) => clock,
    save: (values, ifMatch) =>
      write('save the inspection', 'updateInspection', { ...inspection, ...values }, { ifMatch }),
    reload: () =>
      cache.fetchQuery({ ...adminQuery('load the inspection', 'getAdminInspection', { id }), staleTime: 0 }),
  });
  const who = useConflictAuthor(draft.conflict?.by ?? null);
  const { name, shortName } = draft.values;
  const { isBusy, duplicate } = useDuplicate({
    kind: 'inspection',
    id,
    make: async (write) => write('duplicate the inspection type', 'duplicateInspection', { id }),
    text: t('adminInspections.duplicatedText'),
  });
  const tab = TABS.find((known) => known === search.get('tab')) ?? 'details';
  const columns = (json: string): string =>
    columnsOf(json)
      .map((column) => column.name)
      .join(', ');
  return (
    <EditorPage
      back={back}
      title={inspection.name}
      saving={withoutNotFound(draft)}
      isIncomplete={name.trim() === ''}
      actions={
        <>
          <DeleteRecord kind="inspection" id={id} name={inspection.name} list={back.to} />
          <ReasonedIcon
            size={44}
            hint={t('deletions.duplicate')}
            aria-label={t('deletions.duplicate')}
            reason={draft.isChanged ? t('adminVersions.saveFirst') : null}
            loading={isBusy}
            onClick={duplicate}
          >
            <IconCopy size={20} aria-hidden />
          </ReasonedIcon>
          <Button
            component="a"
            variant="default"
            leftSection={<IconFileExport size={18} aria-hidden />}
            href={`/ext/admin/inspections/${id}/setup`}
            download
          >
            {t('adminSetup.export')}
          </Button>
        </>
      }
    >
      {(isGone || draft.isGone) && <DeletedNotice kind="inspection" id={id} onRestored={draft.forgetFailure} />}
      <DraftConflict
        draft={draft}
        who={who}
        shown={{
          name: { name: t('admin.name') },
          shortName: { name: t('admin.shortName') },
          itemTypeListViewFieldNames: { name: t('adminInspections.columnsItem'), text: columns },
          inspectionItemTypeListViewFieldNames: { name: t('adminInspections.columnsResult'), text: columns },
        }}
      />
      <Paper p="lg">
        <NameFields name={name} shortName={shortName} onChange={draft.change} />
      </Paper>
      <Tabs value={tab} onChange={(to) => setSearch({ tab: to ?? 'details' }, { replace: true })}>
        <Tabs.List aria-label={t('adminInspections.parts')} className={classes['tabs'] ?? ''}>
          {TABS.map((value) => (
            <Tabs.Tab key={value} value={value} h={48}>
              {t(`adminInspections.${value}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="details" pt="md">
          <DetailsTab inspection={inspection} />
        </Tabs.Panel>
        <Tabs.Panel value="itemTypes" pt="md">
          <ItemTypesTab inspectionId={id} />
        </Tabs.Panel>
        <Tabs.Panel value="defaults" pt="md">
          <DefaultItemsTab inspectionId={id} />
        </Tabs.Panel>
        <Tabs.Panel value="listView" pt="md">
          <ListViewTab
            inspection={inspection}
            itemColumns={columnsOf(draft.values.itemTypeListViewFieldNames)}
            resultColumns={columnsOf(draft.values.inspectionItemTypeListViewFieldNames)}
            onItemColumns={(to) => draft.change({ itemTypeListViewFieldNames: listViewText(to) })}
            onResultColumns={(to) => draft.change({ inspectionItemTypeListViewFieldNames: listViewText(to) })}
          />
        </Tabs.Panel>
      </Tabs>
    </EditorPage>
  );
}

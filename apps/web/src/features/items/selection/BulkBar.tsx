import type { InspectionRow } from '@holdfast/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconChevronUp, IconForms, IconMapPin, IconNote, IconX } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { part } from '../../../lib/parts.ts';
import { t } from '../../../lib/texts/index.ts';
import { t as reasonText } from '../../../lib/texts/reasons.ts';
import { useBottomBar } from '../../../ui/hooks/useBottomBar.ts';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { ConditionMenu } from '../../conditions/index.ts';
import { NoteDialog } from '../../notes/index.ts';
import classes from './BulkBar.module.css';
import { useBulk } from './useBulk.ts';
import type { Selection } from './useSelection.ts';

const AnswerDialog = part(() => import('./AnswerDialog.tsx'));
const LocationDialog = part(() => import('./LocationDialog.tsx'));

/** Actions on the selected items: set a condition, set a location, answer a question, add a note. */
export default function BulkBar({
  installationId,
  installationInspectionId,
  rows,
  selection,
}: {
  installationId: string;
  installationInspectionId: string;
  rows: readonly InspectionRow[];
  selection: Selection;
}) {
  const { itemIds } = selection;
  const [dialog, setDialog] = useState<'location' | 'note' | 'answer' | null>(null);
  const bulk = useBulk({ installationId, installationInspectionId }, selection.clear);
  const bar = useBottomBar<HTMLDivElement>();
  const isNone = itemIds.length === 0;
  const reason = isNone ? reasonText('reason.items') : bulk.isBusy ? reasonText('reason.saving') : null;
  const setCondition = {
    rightSection: <IconChevronUp size={18} aria-hidden />,
    className: classes['action'] ?? '',
    children: t('bulk.condition'),
  };
  return (
    <div ref={bar} className={classes['bar']} role="toolbar" aria-label={t('bulk.title')}>
      <ActionIcon variant="default" aria-label={t('bulk.end')} onClick={selection.clear}>
        <IconX size={22} />
      </ActionIcon>
      <span className={classes['count']} role="status">
        {t('bulk.selected', { count: itemIds.length })}
      </span>
      <Button variant="subtle" onClick={selection.all}>
        {t('bulk.all')}
      </Button>
      <div className={classes['actions']}>
        {isNone ? (
          <ReasonedButton isInToolbar reason={reason} {...setCondition} />
        ) : (
          <ConditionMenu
            position="top-end"
            target={<Button loading={bulk.isBusy} {...setCondition} />}
            onChoose={(id) => bulk.setCondition(itemIds, id)}
          />
        )}
        <ReasonedButton
          isInToolbar
          variant="default"
          reason={reason}
          leftSection={<IconMapPin size={20} aria-hidden />}
          className={classes['action'] ?? ''}
          onClick={() => setDialog('location')}
        >
          {t('bulk.location')}
        </ReasonedButton>
        <ReasonedButton
          isInToolbar
          variant="default"
          reason={reason}
          leftSection={<IconForms size={20} aria-hidden />}
          className={classes['action'] ?? ''}
          onClick={() => setDialog('answer')}
        >
          {t('bulk.answer')}
        </ReasonedButton>
        <ReasonedButton
          isInToolbar
          variant="default"
          reason={reason}
          leftSection={<IconNote size={20} aria-hidden />}
          className={classes['action'] ?? ''}
          onClick={() => setDialog('note')}
        >
          {t('notes.add')}
        </ReasonedButton>
      </div>
      {dialog === 'location' && (
        <Suspense>
          <LocationDialog
            installationId={installationId}
            itemIds={itemIds}
            rows={rows}
            onClose={() => setDialog(null)}
            onChoose={(newParentId) => {
              setDialog(null);
              bulk.setParent(itemIds, newParentId);
            }}
          />
        </Suspense>
      )}
      {dialog === 'answer' && (
        <Suspense>
          <AnswerDialog
            installationInspectionId={installationInspectionId}
            itemIds={itemIds}
            onClose={() => setDialog(null)}
            onGive={(answer) => {
              setDialog(null);
              bulk.setAnswer(itemIds, answer);
            }}
          />
        </Suspense>
      )}
      <NoteDialog
        title={t('bulk.noteOf', { count: itemIds.length })}
        about={`selected:${installationInspectionId}`}
        itemId={null}
        opened={dialog === 'note'}
        onClose={() => setDialog(null)}
        onAdd={(content) => {
          setDialog(null);
          bulk.addNote(itemIds, content);
        }}
      />
    </div>
  );
}

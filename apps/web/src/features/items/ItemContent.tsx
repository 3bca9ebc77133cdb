import type { InspectionRow } from '@holdfast/contract';
import { CallError } from '@holdfast/contract/client';
import { ActionIcon, Alert, Button, Paper, Stack, Text } from '@mantine/core';
import { IconCamera, IconCloudOff, IconPlayerTrackNext } from '@tabler/icons-react';
import { type queryOptions, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useDeferredValue, useMemo } from 'react';
import { useConnected } from '../../lib/calls/connection.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { t as unreadText } from '../../lib/texts/unreadItems.ts';
import { offerBriefUndo } from '../../ui/offers.tsx';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import { useBottomBar } from '../../ui/hooks/useBottomBar.ts';
import { useMedia } from '../../ui/hooks/useMedia.ts';
import { useRunCommand } from '../../ui/shortcuts/commands.tsx';
import {
  ConditionBar,
  ConditionRefusal,
  type InspectedItem,
  itemQuery,
  needsNoFinding,
  useConditionAppearance,
  useSetWithUndo,
} from '../conditions/index.ts';
import { PhotosPanel } from '../media/index.ts';
import { NotesPanel } from '../notes/index.ts';
import { noteStep, noteUndo, stopSecondPress } from './doublePress.ts';
import { ItemInspections } from './ItemInspections.tsx';
import { ItemRecords, ItemFacts, DeferredPart, type DeferredParts } from './DeferredParts.tsx';
import classes from './ItemScreen.module.css';
import { LastTime } from './LastTime.tsx';
import { SpeedMode } from './SpeedMode.tsx';
import { useLastTime } from './useLastTime.ts';
import type { Walk } from './walk.ts';

/** The item on screen, in the inspection from which it was opened. */
export interface ItemScreenProps {
  installationId: string;
  installationInspectionId: string;
  itemId: string;
  /** True when the user may view, but not record. */
  readOnly: boolean;
}

/**
 * The contents of an item: condition, previous result, photos and notes, answers, facts. The condition, photos and notes are
 * rendered first, everything else after them.
 */
export function ItemContent({
  installationId,
  installationInspectionId,
  itemId,
  name,
  conditionId,
  path,
  isQuestion,
  noteCount,
  readOnly,
  onInclude,
  onNextNotChecked,
  goesOn,
  speed,
}: ItemScreenProps & {
  name: string;
  /** Its condition in the working list, with unsent changes applied. */
  conditionId: string | null;
  path: readonly InspectionRow[];
  isQuestion: boolean;
  /** Number of its notes in the working list. */
  noteCount: number;
  onInclude(): void;
  /** null: all other items of the list are checked. */
  onNextNotChecked: (() => void) | null;
  /** True when the next item is opened automatically after a condition that needs no finding. */
  goesOn: boolean;
  /** In speed mode: the position in the list, and functions that open the next item and return to this one; null otherwise. */
  speed: { walk: Walk; onNext(): void; onReturn(): void } | null;
}) {
  const inspected = { installationInspectionId, itemId };
  const isConnected = useConnected();
  const { data: member, error } = useQuery(itemQuery(inspected));
  const isNoMember = error instanceof CallError && error.status === 404 && member === undefined;
  const form = useQuery(queryOf('getFieldsForInstallationInspection', inspected));
  const { isSettled } = useLastTime(inspected, !isNoMember);
  const isInspectionsLoaded = useIsLoaded(queryOf('getInspectionsForItem', { itemId }));
  const isFieldsLoaded = useIsLoaded(queryOf('getFieldsForItem', { itemId }));
  const timeZone = useQuery(queryOf('getInstallation', { installationId })).data?.timeZone ?? 'UTC';
  const isNarrow = useMedia('(max-width: 70em)');
  const conditionBar = useBottomBar<HTMLDivElement>();
  const isFast = speed !== null && !readOnly;
  const { set, choose, goOn } = useConditionSteps({ ...inspected, name }, conditionId, {
    onNext: isFast ? (onNextNotChecked ?? speed.onNext) : goesOn ? onNextNotChecked : null,
    onTakenBack: isFast ? speed.onReturn : () => undefined,
  });
  const memberId = member?.id;
  const deferred = useDeferredParts({
    ...inspected,
    installationId,
    name,
    path,
    isQuestion,
    isMember: !isNoMember,
    memberId,
    readOnly,
    timeZone,
  });
  if (isFast) {
    return (
      <SpeedMode
        item={inspected}
        name={name}
        memberId={memberId}
        noteCount={noteCount}
        conditionId={conditionId}
        isComing={member === undefined && error === null}
        onChoose={choose}
        onCondition={set}
        onDone={goOn}
        onNext={speed.walk.next === null ? null : speed.onNext}
      />
    );
  }
  const evidence = !isNoMember && (
    <div className={classes['evidence']}>
      <PhotosPanel item={inspected} installationInspectionItemId={member?.id} readOnly={readOnly} />
      <NotesPanel item={inspected} installationInspectionItemId={member?.id} expected={noteCount} readOnly={readOnly} />
    </div>
  );
  const isUnread = !isConnected && member === undefined && !isNoMember && form.data === undefined;
  const notice = isUnread && (
    <Alert color="gray" role="status" icon={<IconCloudOff aria-hidden />} title={unreadText('unread.title')}>
      {unreadText(readOnly ? 'unread.hintViewer' : 'unread.hint')}
    </Alert>
  );
  const isAwaited = deferred?.itemId !== itemId;
  // Parts below the questions are shown together with the questions, so that they are not moved down by them.
  const isQuestionsAwaited = !isNoMember && (!isSettled || (form.data === undefined && form.error === null));
  const isFactsAwaited = isQuestionsAwaited || !isInspectionsLoaded;
  const since = !isNoMember && (
    <LastTime
      item={inspected}
      name={name}
      readOnly={readOnly}
      condition={conditionId}
      onCondition={set}
      onDone={(taken) => needsNoFinding(taken) && goOn()}
    />
  );
  const results = (
    <ItemInspections
      {...inspected}
      name={name}
      isMember={!isNoMember}
      conditionId={conditionId}
      readOnly={readOnly}
      timeZone={timeZone}
      deferred={deferred}
      isAwaited={isAwaited || isQuestionsAwaited}
    />
  );
  const facts = (
    <DeferredPart isAwaited={isAwaited || isFactsAwaited}>
      {deferred !== null && <ItemFacts {...deferred} />}
    </DeferredPart>
  );
  const records = (
    <DeferredPart isAwaited={isAwaited || (isNarrow && (isFactsAwaited || !isFieldsLoaded))}>
      {deferred !== null && <ItemRecords {...deferred} />}
    </DeferredPart>
  );
  return (
    <>
      <div ref={conditionBar} className={classes['condition']} onClickCapture={stopSecondPress}>
        {isNoMember ? (
          <Paper p="md" className={classes['outside']}>
            <Text>{t('items.notInInspection')}</Text>
            {!readOnly && <Button onClick={onInclude}>{t('items.include')}</Button>}
          </Paper>
        ) : (
          <QuickBar
            itemName={name}
            value={conditionId}
            isComing={member === undefined && error === null}
            disabled={readOnly}
            onChoose={choose}
            onNextNotChecked={onNextNotChecked}
          />
        )}
        <ConditionRefusal {...inspected} />
      </div>
      <Body {...{ notice, evidence, since, results, facts, records }} />
    </>
  );
}

/**
 * Returns functions that set the condition of the item on screen. `set` returns a function that undoes it, or null when the item has this
 * condition already; `goOn` opens the next item; `choose` does both when the condition needs no finding, and offers Undo in a message.
 */
function useConditionSteps(
  item: InspectedItem & { name: string },
  conditionId: string | null,
  {
    onNext,
    onTakenBack,
  }: {
    /** null: the item stays on screen. */
    onNext: (() => void) | null;
    onTakenBack(): void;
  },
) {
  const setWithUndo = useSetWithUndo(item, conditionId);
  const appearanceOf = useConditionAppearance();
  const set = (chosen: string | null) => {
    const undo = setWithUndo(chosen);
    if (undo === null) return null;
    return (): void => {
      noteUndo();
      undo();
      onTakenBack();
    };
  };
  const goOn = (): void => {
    if (onNext === null) return;
    noteStep();
    onNext();
  };
  const choose = (chosen: string | null): void => {
    const undo = set(chosen);
    // A finding needs a photo or a note, so the item stays on screen.
    if (onNext === null || !needsNoFinding(chosen)) return;
    goOn();
    if (undo === null) return;
    offerBriefUndo(t('conditions.undone', { item: item.name, condition: appearanceOf(chosen).label }), undo);
  };
  return { set, choose, goOn };
}

/**
 * The parts of an item in one column, or in two on a wide screen. Their order and their elements are the same in every window, so that a
 * window that changes keeps their state.
 */
function Body({
  notice,
  evidence,
  since,
  results,
  facts,
  records,
}: Record<'notice' | 'evidence' | 'since' | 'results' | 'facts' | 'records', ReactNode>) {
  return (
    <div className={classes['body']}>
      {notice !== false && <div className={classes['main']}>{notice}</div>}
      {evidence}
      {notice === false && (
        <>
          <Stack gap="md" className={classes['main'] ?? ''}>
            {since}
            {results}
            {facts}
          </Stack>
          <div className={classes['records']}>{records}</div>
        </>
      )}
    </div>
  );
}

/** Returns true once a query was answered or has failed. Later answers do not render the component again. */
function useIsLoaded<T>(query: ReturnType<typeof queryOptions<T>>): boolean {
  const { data, error } = useQuery({ ...query, select: isAnswered });
  return data !== undefined || error !== null;
}

function isAnswered(): true {
  return true;
}

/** Returns the parts of an item that are rendered after the rest of the screen. Until then: null, or the parts of the previous item. */
function useDeferredParts(parts: DeferredParts): DeferredParts | null {
  const { installationId, installationInspectionId, itemId, name, path } = parts;
  const { isQuestion, isMember, memberId, readOnly, timeZone } = parts;
  const rest = useMemo(
    () => ({
      installationId,
      installationInspectionId,
      itemId,
      name,
      path,
      isQuestion,
      isMember,
      memberId,
      readOnly,
      timeZone,
    }),
    [installationId, installationInspectionId, itemId, name, path, isQuestion, isMember, memberId, readOnly, timeZone],
  );
  return useDeferredValue<DeferredParts | null>(rest, null);
}

/** The condition with the buttons beside it: camera, next unchecked item. */
function QuickBar({
  onNextNotChecked,
  ...condition
}: ComponentProps<typeof ConditionBar> & {
  /** null: all other items of the list are checked. */
  onNextNotChecked: (() => void) | null;
}) {
  const run = useRunCommand();
  return (
    <div className={classes['bar']}>
      <ConditionBar {...condition} />
      {!condition.disabled && (
        <ActionIcon
          variant="default"
          className={classes['quick'] ?? ''}
          aria-label={t('items.camera')}
          title={t('items.camera')}
          onClick={() => run('photo')}
        >
          <IconCamera size={24} />
        </ActionIcon>
      )}
      <ReasonedButton
        isInToolbar
        variant="default"
        h="auto"
        className={classes['quick'] ?? ''}
        aria-label={t('items.nextNotChecked')}
        {...(onNextNotChecked !== null && { title: t('items.nextNotChecked') })}
        reason={onNextNotChecked === null ? t('items.noneNotChecked') : null}
        onClick={() => onNextNotChecked?.()}
      >
        <span className={classes['words']}>{t('items.nextNotChecked')}</span>
        <IconPlayerTrackNext size={22} aria-hidden />
      </ReasonedButton>
    </div>
  );
}

import type { InspectionRow } from '@holdfast/contract';
import { CallError } from '@holdfast/contract/client';
import { ActionIcon, Button, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconCamera, IconPlayerTrackNext } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react';
import { reasonOf } from '../../lib/failures.ts';
import { part } from '../../lib/parts.ts';
import { queryOf } from '../../lib/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { useViews } from '../../lib/views.ts';
import { useWaitingItems } from './list/waitingItems.ts';
import { offerBriefUndo } from '../../ui/offers.tsx';
import { useCommands, useRunCommand } from '../../ui/shortcuts/commands.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { useBottomBar } from '../../ui/hooks/useBottomBar.ts';
import { useSwipe } from '../../ui/hooks/useSwipe.ts';
import {
  ConditionBar,
  ConditionConflict,
  itemQuery,
  needsNoFinding,
  noteChosen,
  useChooseCondition,
  useConditionLook,
  useConditionUndo,
  useTakeBack,
} from '../conditions/index.ts';
import { focusNextQuestion } from '../fields/index.ts';
import { PhotosPanel } from '../media/index.ts';
import { NotesPanel } from '../notes/index.ts';
import { useListColumns } from './list/columns.ts';
import { ItemHeader } from './ItemHeader.tsx';
import { ItemInspections } from './ItemInspections.tsx';
import { ItemRecords, ItemRegister, Rest, type RestOfItem } from './ItemRest.tsx';
import classes from './ItemScreen.module.css';
import { LastTime } from './LastTime.tsx';
import { ListBeside } from './list/ListBeside.tsx';
import { pathOf } from './list/listing.ts';
import { useListMemory } from './list/listMemory.ts';
import { useInspectionRows, useWalkedRows } from './queries.ts';
import { useItemActions } from './useItemActions.tsx';
import { useLastTime } from './useLastTime.ts';
import { usePrefetchedItems } from './usePrefetchedItems.ts';
import { SpeedMode } from './SpeedMode.tsx';
import { stepped, type Walk, walkFrom } from './walk.ts';

/** Key under which this browser keeps that the next item follows by itself. */
const GO_ON = 'holdfast:go-on';
/** Key under which this browser keeps that items are shown in speed mode. */
const SPEED = 'holdfast:speed';

const TagDialog = part(() => import('./TagDialog.tsx'));

interface ItemScreenProps {
  installationId: string;
  installationInspectionId: string;
  itemId: string;
  /** The person may look, but not record. */
  readOnly: boolean;
}

/** One item as one inspection has it: its condition always in reach, then everything recorded about it. */
export function ItemScreen({ installationId, installationInspectionId, itemId, readOnly }: ItemScreenProps) {
  const { open, up } = useViews();
  const place = { installationId, installationInspectionId };
  const { rows, error, refetch } = useInspectionRows(installationInspectionId);
  const memory = useListMemory(installationInspectionId);
  const { trail } = memory;
  const { searchable } = useListColumns(installationInspectionId);
  const { ordered, matches } = useWalkedRows(installationInspectionId, rows, searchable);
  const row = rows?.find((known) => known.itemId === itemId);
  const walk = useMemo(() => walkFrom(ordered, matches, itemId, trail), [ordered, matches, itemId, trail]);
  const undo = useConditionUndo(installationInspectionId);
  usePrefetchedItems(installationInspectionId, [walk.next, walk.nextNotChecked]);
  const actions = useItemActions({ installationInspectionId, itemId });
  const waiting = useWaitingItems();
  const top = useRef<HTMLDivElement>(null);
  const recorded = useRef<HTMLDivElement>(null);
  const lastFocused = useRef<Element | null>(null);
  const [isTagging, setTagging] = useState(false);
  const hasListBeside = useMediaQuery('(min-width: 90em)', false, { getInitialValueInEffect: false });
  const [isFast, setFast] = useLocalStorage({ key: SPEED, defaultValue: false, getInitialValueInEffect: false });
  const [goesOn, setGoesOn] = useLocalStorage({ key: GO_ON, defaultValue: false, getInitialValueInEffect: false });

  const go = (to: string | null): void => {
    if (to === null) return;
    leaveField(recorded.current);
    lastFocused.current = null;
    memory.remember(to, stepped(trail, itemId, to));
    top.current?.scrollTo(0, 0);
    open({ at: 'item', ...place, itemId: to });
  };
  const remove = async (name: string): Promise<void> => {
    if (await actions.remove(name)) up();
  };
  useCommands([
    { id: 'next', group: t('shortcuts.item'), label: t('items.next'), keys: 'j', run: () => go(walk.next) },
    { id: 'previous', group: t('shortcuts.item'), label: t('items.previous'), keys: 'k', run: () => go(walk.previous) },
    {
      id: 'nextNotChecked',
      group: t('shortcuts.item'),
      label: t('items.nextNotChecked'),
      keys: 'u',
      run: () => go(walk.nextNotChecked),
    },
    ...(readOnly
      ? []
      : [
          {
            id: 'speed',
            group: t('shortcuts.item'),
            label: t(isFast ? 'speed.end' : 'speed.begin'),
            keys: 'f',
            run: () => setFast(!isFast),
          },
          {
            id: 'question',
            group: t('shortcuts.item'),
            label: t('items.nextQuestion'),
            keys: 'q',
            run: () => recorded.current !== null && focusNextQuestion(recorded.current, lastFocused.current),
          },
        ]),
    ...(undo === null || readOnly
      ? []
      : [{ id: 'undo', group: t('shortcuts.item'), label: undo.words, keys: 'mod+z', run: undo.undo }]),
    { id: 'up', group: t('shortcuts.item'), label: t('actions.backToInspection'), keys: 'escape', run: up },
  ]);
  const path = useMemo(() => (rows === undefined ? undefined : pathOf(rows, itemId)) ?? [], [rows, itemId]);
  const swipe = useSwipe({ onLeft: () => go(walk.next), onRight: () => go(walk.previous) });

  if (rows === undefined) {
    return error === null ? (
      <ItemSkeleton />
    ) : (
      <Failed isInset what={t('items.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
    );
  }
  if (row === undefined) {
    return <Empty title={t('items.gone')} action={<Button onClick={up}>{t('actions.backToInspection')}</Button>} />;
  }
  const screen = (
    <div className={classes['screen']} ref={top} {...swipe}>
      <div className={classes['head']}>
        <ItemHeader
          name={row.name}
          path={path}
          walk={walk}
          undo={undo?.words ?? null}
          onUndo={() => undo?.undo()}
          goesOn={goesOn}
          onGoOn={setGoesOn}
          isFast={isFast}
          onFast={setFast}
          isWaiting={waiting.has(itemId)}
          canEdit={!readOnly}
          onUp={up}
          onPrevious={() => go(walk.previous)}
          onNext={() => go(walk.next)}
          onDuplicate={() => void actions.duplicate().then(go)}
          onDelete={() => void remove(row.name)}
          onTag={() => setTagging(true)}
        />
        <Suspense>
          {isTagging && <TagDialog itemId={itemId} name={row.name} onClose={() => setTagging(false)} />}
        </Suspense>
      </div>
      <div
        ref={recorded}
        className={classes['recorded']}
        onFocus={({ target }) => {
          lastFocused.current = target;
        }}
      >
        <Recorded
          {...place}
          itemId={itemId}
          name={row.name}
          conditionId={row.conditionId}
          path={path}
          isQuestion={row.isQuestion}
          readOnly={readOnly}
          onInclude={() => void actions.include()}
          onNextNotChecked={walk.nextNotChecked === null ? null : () => go(walk.nextNotChecked)}
          goesOn={goesOn}
          speed={isFast ? { walk, onNext: () => go(walk.next) } : null}
        />
      </div>
    </div>
  );
  if (!hasListBeside || isFast) return screen;
  return (
    <div className={classes['split']}>
      <ListBeside
        installationInspectionId={installationInspectionId}
        rows={rows}
        itemId={itemId}
        onOpen={(to) => to !== itemId && go(to)}
      />
      {screen}
    </div>
  );
}

function Recorded({
  installationId,
  installationInspectionId,
  itemId,
  name,
  conditionId,
  path,
  isQuestion,
  readOnly,
  onInclude,
  onNextNotChecked,
  goesOn,
  speed,
}: ItemScreenProps & {
  name: string;
  /** Its condition as the working list has it, with what is on its way to the server. */
  conditionId: string | null;
  path: readonly InspectionRow[];
  isQuestion: boolean;
  onInclude(): void;
  /** null: everything else in the list is checked. */
  onNextNotChecked: (() => void) | null;
  /** The next item follows by itself after a condition that asks for no finding. */
  goesOn: boolean;
  /** In speed mode: the walk, and the step to the next item; null otherwise. */
  speed: { walk: Walk; onNext(): void } | null;
}) {
  const inspected = { installationInspectionId, itemId };
  const { data: member, error } = useQuery(itemQuery(inspected));
  const isNoMember = error instanceof CallError && error.status === 404 && member === undefined;
  const form = useQuery(queryOf('getFieldsForInstallationInspection', inspected));
  const { isSettled } = useLastTime(inspected, !isNoMember);
  const timeZone = useQuery(queryOf('getInstallation', { installationId })).data?.timeZone ?? 'UTC';
  const choose = useChooseCondition({ ...inspected, name }, member, conditionId);
  const isNarrow = useMediaQuery('(max-width: 70em)', false, { getInitialValueInEffect: false });
  const conditionBar = useBottomBar<HTMLDivElement>();
  const lookOf = useConditionLook();
  const takeBack = useTakeBack();
  const set = (to: string | null): (() => void) => {
    const chosen = { ...inspected, name, before: conditionId };
    if (to !== conditionId) noteChosen(chosen);
    choose(to);
    return () => void takeBack(chosen);
  };
  const goOn = (chosen: string | null): boolean => {
    if (!goesOn || onNextNotChecked === null || !needsNoFinding(chosen)) return false;
    onNextNotChecked();
    return true;
  };
  const chooseAndGoOn = (chosen: string | null): void => {
    const undo = set(chosen);
    const words = t('conditions.undone', { item: name, condition: lookOf(chosen).label });
    if (goOn(chosen)) offerBriefUndo(words, undo);
  };
  const memberId = member?.id;
  const rest = useRestOfItem({
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
  if (speed !== null && !readOnly) {
    return (
      <SpeedMode
        item={inspected}
        name={name}
        path={path}
        memberId={member?.id}
        timeZone={timeZone}
        conditionId={conditionId}
        isComing={member === undefined}
        onChoose={(chosen) => {
          const undo = set(chosen);
          // A finding asks for a photo or a note: the item stays.
          if (chosen === null || !needsNoFinding(chosen)) return;
          offerBriefUndo(t('conditions.undone', { item: name, condition: lookOf(chosen).label }), undo);
          (onNextNotChecked ?? speed.onNext)();
        }}
        onCondition={set}
        onDone={() => (onNextNotChecked ?? speed.onNext)()}
        onNext={speed.walk.next === null ? null : speed.onNext}
      />
    );
  }
  const isAwaited = rest?.itemId !== itemId;
  // What is below the questions appears with them, so that they do not push it down.
  const isQuestionsAwaited = !isNoMember && (!isSettled || (form.data === undefined && form.error === null));
  const since = !isNoMember && (
    <LastTime
      item={inspected}
      timeZone={timeZone}
      readOnly={readOnly}
      condition={conditionId}
      onCondition={set}
      onDone={goOn}
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
      rest={rest}
      isAwaited={isAwaited || isQuestionsAwaited}
    />
  );
  const evidence = !isNoMember && (
    <div className={classes['evidence']}>
      <PhotosPanel item={inspected} installationInspectionItemId={member?.id} readOnly={readOnly} />
      <NotesPanel item={inspected} installationInspectionItemId={member?.id} readOnly={readOnly} />
    </div>
  );
  const register = (
    <Rest isAwaited={isAwaited || isQuestionsAwaited}>{rest !== null && <ItemRegister {...rest} />}</Rest>
  );
  const records = (
    <Rest isAwaited={isAwaited || (isNarrow && isQuestionsAwaited)}>{rest !== null && <ItemRecords {...rest} />}</Rest>
  );
  return (
    <>
      <div ref={conditionBar} className={classes['condition']}>
        {isNoMember ? (
          <Paper p="md" className={classes['outside']}>
            <Text>{t('items.notInInspection')}</Text>
            {!readOnly && <Button onClick={onInclude}>{t('items.include')}</Button>}
          </Paper>
        ) : (
          <QuickBar
            itemName={name}
            value={conditionId}
            isComing={member === undefined}
            disabled={readOnly}
            onChoose={chooseAndGoOn}
            onNextNotChecked={onNextNotChecked}
          />
        )}
        <ConditionConflict {...inspected} />
      </div>
      <Body isNarrow={isNarrow} {...{ evidence, since, results, register, records }} />
    </>
  );
}

/** The parts of an item in one column, or in two where the screen is wide. */
function Body({
  isNarrow,
  evidence,
  since,
  results,
  register,
  records,
}: { isNarrow: boolean } & Record<'evidence' | 'since' | 'results' | 'register' | 'records', ReactNode>) {
  return (
    <div className={classes['body']}>
      {isNarrow ? (
        <Stack gap="md">
          {evidence}
          {since}
          {results}
          {register}
          {records}
        </Stack>
      ) : (
        <>
          <Stack gap="md" className={classes['main'] ?? ''}>
            {since}
            {results}
            {register}
          </Stack>
          <Stack gap="md" className={classes['side'] ?? ''}>
            {evidence}
            {records}
          </Stack>
        </>
      )}
    </div>
  );
}

/** The parts of an item that are drawn after the rest of the screen: null, or those of the item before, until then. */
function useRestOfItem(parts: RestOfItem): RestOfItem | null {
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
  return useDeferredValue<RestOfItem | null>(rest, null);
}

/** The condition with the buttons beside it: camera, next item without a condition. */
function QuickBar({
  onNextNotChecked,
  ...condition
}: ComponentProps<typeof ConditionBar> & {
  /** null: everything else in the list is checked. */
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
      <Button
        variant="default"
        h="auto"
        className={classes['quick'] ?? ''}
        aria-label={t('items.nextNotChecked')}
        title={t(onNextNotChecked === null ? 'items.noneNotChecked' : 'items.nextNotChecked')}
        disabled={onNextNotChecked === null}
        onClick={() => onNextNotChecked?.()}
      >
        <span className={classes['words']}>{t('items.nextNotChecked')}</span>
        <IconPlayerTrackNext size={22} aria-hidden />
      </Button>
    </div>
  );
}

/** Ends typing in a field of an item that is left: a field that the next one has too is no place to type on. */
function leaveField(within: HTMLElement | null): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && within?.contains(activeElement)) activeElement.blur();
}

function ItemSkeleton() {
  return (
    <Loading>
      <Stack p="md">
        <Skeleton height={48} />
        <Skeleton height={64} />
        <Skeleton height={240} radius="lg" />
      </Stack>
    </Loading>
  );
}

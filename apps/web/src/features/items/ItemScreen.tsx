import { Button, Skeleton, Stack } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { reasonOf } from '../../lib/calls/failures.ts';
import { useStateOf } from '../../lib/drafts/stateOf.ts';
import { part } from '../../lib/parts.ts';
import { t } from '../../lib/texts/index.ts';
import { useViews } from '../../lib/navigation/views.ts';
import { useMedia } from '../../ui/hooks/useMedia.ts';
import { useSwipe } from '../../ui/hooks/useSwipe.ts';
import { useCommands } from '../../ui/shortcuts/commands.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { useConditionUndo } from '../conditions/index.ts';
import { focusNextQuestion } from '../fields/index.ts';
import { ItemContent, type ItemScreenProps } from './ItemContent.tsx';
import { ItemHeader } from './ItemHeader.tsx';
import classes from './ItemScreen.module.css';
import { useListColumns } from './list/columns.ts';
import { SideList } from './list/SideList.tsx';
import { pathOf } from './list/listing.ts';
import { useListMemory } from './list/listMemory.ts';
import { useWaitingItems } from './list/waitingItems.ts';
import { useInspectionRows, useWalkedRows } from './queries.ts';
import { useItemActions } from './useItemActions.tsx';
import { usePrefetchedItems } from './usePrefetchedItems.ts';
import { itemsAhead, stepped, type Walk, walkFrom } from './walk.ts';

/** Key under which this browser stores whether the next item is opened automatically. */
const GO_ON = 'holdfast:go-on';
/** Number of items that are prefetched in the order of the list, and of unchecked ones. */
const AHEAD = 10;
/** Key under which this browser stores whether items are shown in speed mode. */
const SPEED = 'holdfast:speed';

const RecentlyDeletedDialog = part(() => import('../deletions/RecentlyDeletedDialog.tsx'));
const TagDialog = part(() => import('./TagDialog.tsx'));

/** An item within one inspection: its condition always visible, then everything recorded about it. */
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
  usePrefetchedItems(installationInspectionId, [walk.next, walk.nextNotChecked], () =>
    itemsAhead(ordered, matches, itemId, AHEAD),
  );
  const actions = useItemActions({ installationInspectionId, itemId });
  const waiting = useWaitingItems();
  const top = useRef<HTMLDivElement>(null);
  const recorded = useRef<HTMLDivElement>(null);
  const lastFocused = useRef<Element | null>(null);
  const [isTagging, setTagging] = useState(false);
  const [isShowingDeleted, setShowingDeleted] = useStateOf(itemId, false);
  const hasSideList = useMedia('(min-width: 90em)');
  const [isFast, setFast] = useLocalStorage({ key: SPEED, defaultValue: false, getInitialValueInEffect: false });
  const [goesOn, setGoesOn] = useLocalStorage({ key: GO_ON, defaultValue: false, getInitialValueInEffect: false });

  const go = (to: string | null): void => {
    if (to === null || to === itemId) return;
    leaveField(recorded.current);
    lastFocused.current = null;
    memory.remember(to, stepped(trail, itemId, to));
    top.current?.scrollTo(0, 0);
    open({ at: 'item', ...place, itemId: to });
  };
  // The Undo of a message may be pressed after further steps, perhaps on another screen.
  const goNow = useRef<typeof go | null>(null);
  useEffect(() => {
    goNow.current = go;
    return () => {
      goNow.current = null;
    };
  });
  const remove = async (name: string): Promise<void> => {
    if (await actions.remove(name)) up();
  };
  useItemCommands({
    walk,
    undo,
    readOnly,
    isFast,
    onGo: go,
    onUp: up,
    onFast: () => setFast(!isFast),
    onQuestion: () => recorded.current !== null && focusNextQuestion(recorded.current, lastFocused.current),
    onRecentlyDeleted: () => setShowingDeleted(true),
  });
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
  return (
    <div className={classes['split']}>
      {hasSideList && !isFast && (
        <SideList
          installationInspectionId={installationInspectionId}
          rows={rows}
          itemId={itemId}
          onOpen={(to) => to !== itemId && go(to)}
        />
      )}
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
            onLocation={(locationId) => {
              memory.narrow({ search: '', condition: null, locationId, only: null });
              up();
            }}
            onPrevious={() => go(walk.previous)}
            onNext={() => go(walk.next)}
            onDuplicate={() => void actions.duplicate().then(go)}
            onDelete={() => void remove(row.name)}
            onTag={() => setTagging(true)}
            onRecentlyDeleted={() => setShowingDeleted(true)}
          />
          <Suspense>
            {isTagging && <TagDialog itemId={itemId} name={row.name} onClose={() => setTagging(false)} />}
            {isShowingDeleted && (
              <RecentlyDeletedDialog
                installationInspectionId={installationInspectionId}
                itemId={itemId}
                onClose={() => setShowingDeleted(false)}
              />
            )}
          </Suspense>
        </div>
        <div
          ref={recorded}
          className={classes['recorded']}
          onFocus={({ target }) => {
            lastFocused.current = target;
          }}
        >
          <ItemContent
            {...place}
            itemId={itemId}
            name={row.name}
            conditionId={row.conditionId}
            path={path}
            isQuestion={row.isQuestion}
            noteCount={row.notes}
            readOnly={readOnly}
            onInclude={() => void actions.include()}
            onNextNotChecked={walk.nextNotChecked === null ? null : () => go(walk.nextNotChecked)}
            goesOn={goesOn}
            speed={isFast ? { walk, onNext: () => go(walk.next), onReturn: () => goNow.current?.(itemId) } : null}
          />
        </div>
      </div>
    </div>
  );
}

/** Adds the keyboard shortcuts of an item. */
function useItemCommands({
  walk,
  undo,
  readOnly,
  isFast,
  onGo,
  onUp,
  onFast,
  onQuestion,
  onRecentlyDeleted,
}: {
  walk: Walk;
  undo: ReturnType<typeof useConditionUndo>;
  readOnly: boolean;
  isFast: boolean;
  onGo(itemId: string | null): void;
  onUp(): void;
  onFast(): void;
  onQuestion(): void;
  onRecentlyDeleted(): void;
}): void {
  useCommands([
    { id: 'next', group: t('shortcuts.item'), label: t('items.next'), keys: 'j', run: () => onGo(walk.next) },
    {
      id: 'previous',
      group: t('shortcuts.item'),
      label: t('items.previous'),
      keys: 'k',
      run: () => onGo(walk.previous),
    },
    {
      id: 'nextNotChecked',
      group: t('shortcuts.item'),
      label: t('items.nextNotChecked'),
      keys: 'u',
      run: () => onGo(walk.nextNotChecked),
    },
    ...(readOnly
      ? []
      : [
          {
            id: 'speed',
            group: t('shortcuts.item'),
            label: t(isFast ? 'speed.end' : 'speed.begin'),
            keys: 'f',
            run: onFast,
          },
          {
            id: 'question',
            group: t('shortcuts.item'),
            label: t('items.nextQuestion'),
            keys: 'q',
            run: onQuestion,
          },
        ]),
    ...(undo === null || readOnly
      ? []
      : [{ id: 'undo', group: t('shortcuts.item'), label: undo.words, keys: 'mod+z', run: undo.undo }]),
    {
      id: 'deleted',
      group: t('shortcuts.item'),
      label: t('deleted.title'),
      run: onRecentlyDeleted,
    },
    { id: 'up', group: t('shortcuts.item'), label: t('actions.backToInspection'), keys: 'escape', run: onUp },
  ]);
}

/** Removes the focus from a field of an item that is left, so that typing does not continue in the same field of the next item. */
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

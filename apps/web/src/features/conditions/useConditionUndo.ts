import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { t } from '../../lib/texts/index.ts';
import { notifyBriefly, withdrawBrief } from '../../ui/offers.tsx';
import { useSetCondition } from './mutations.ts';
import { type InspectedItem, knownRow, useConditionAppearance } from './queries.ts';

/** A condition chosen on this page. */
interface Chosen extends InspectedItem {
  name: string;
  before: string | null;
}

let last: Chosen | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Records that a condition was chosen, so that it can be undone. */
function noteChosen(chosen: Chosen | null): void {
  last = chosen;
  for (const listener of listeners) listener();
}

/** Returns a function that restores the previous condition of an item and reports it. */
function useUndoChoice(): (chosen: Chosen) => void {
  const cache = useQueryClient();
  const setCondition = useSetCondition();
  const appearanceOf = useConditionAppearance();
  return (chosen) => {
    const { installationInspectionId, itemId, name, before } = chosen;
    if (last === chosen) noteChosen(null);
    const known = knownRow(cache, { installationInspectionId, itemId });
    if (known === undefined) return;
    setCondition({ installationInspectionId, itemId, name, ...known }, before);
    notifyBriefly(t('conditions.undone', { item: name, condition: appearanceOf(before).label }));
  };
}

/**
 * Sets the condition of an item on screen, loaded or not, and removes the message about the previous change.
 * @param shown the condition on screen
 * @returns a function that sets a condition and returns its undo function; null: it was shown already, so that nothing is saved
 */
export function useSetWithUndo(
  item: InspectedItem & { name: string },
  shown: string | null,
): (conditionId: string | null) => (() => void) | null {
  const cache = useQueryClient();
  const setCondition = useSetCondition();
  const takeBack = useUndoChoice();
  return (conditionId) => {
    withdrawBrief();
    if (conditionId === shown) return null;
    const { installationInspectionId, itemId } = item;
    const known = knownRow(cache, { installationInspectionId, itemId });
    // A condition is shown only when the item or its row in the working list is loaded.
    if (known === undefined) return () => undefined;
    const chosen = { ...item, before: shown };
    noteChosen(chosen);
    setCondition({ ...item, ...known }, conditionId);
    return () => takeBack(chosen);
  };
}

/** Undo of the newest condition that was set in an inspection, on any item; null when there is none. */
export function useConditionUndo(installationInspectionId: string): { words: string; undo(): void } | null {
  const takeBack = useUndoChoice();
  const appearanceOf = useConditionAppearance();
  const chosen = useSyncExternalStore(subscribe, () => last);
  if (chosen === null || chosen.installationInspectionId !== installationInspectionId) return null;
  const { name, before } = chosen;
  return {
    words: t('conditions.undo', { item: name, condition: appearanceOf(before).label }),
    undo: () => takeBack(chosen),
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { notifications } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';
import { reasonOf } from '../../lib/failures.ts';
import { t } from '../../lib/texts/index.ts';
import { useSetCondition } from './mutations.ts';
import { type InspectedItem, itemQuery, useConditionLook } from './queries.ts';

/** A condition chosen on this page. */
export interface Chosen extends InspectedItem {
  name: string;
  before: string | null;
}

let last: Chosen | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Notes that a condition was chosen, so that it can be taken back. */
export function noteChosen(chosen: Chosen | null): void {
  last = chosen;
  for (const listener of listeners) listener();
}

/** Returns the function that puts back the condition an item had before, and says so. */
export function useTakeBack(): (chosen: Chosen) => Promise<void> {
  const cache = useQueryClient();
  const setCondition = useSetCondition();
  const lookOf = useConditionLook();
  return async (chosen) => {
    const { installationInspectionId, itemId, name, before } = chosen;
    const inspected = { installationInspectionId, itemId };
    if (last === chosen) noteChosen(null);
    try {
      const { id, clock } = await cache.ensureQueryData(itemQuery(inspected));
      setCondition({ ...inspected, name, row: id, clock }, before);
      notifications.show({ message: t('conditions.undone', { item: name, condition: lookOf(before).label }) });
    } catch (error) {
      noteChosen(chosen);
      notifications.show({ color: 'red', title: t('conditions.notSet', { item: name }), message: reasonOf(error) });
    }
  };
}

/** Undoes the newest condition that was set in an inspection, on any item; null when there is none. */
export function useConditionUndo(installationInspectionId: string): { words: string; undo(): void } | null {
  const takeBack = useTakeBack();
  const lookOf = useConditionLook();
  const chosen = useSyncExternalStore(subscribe, () => last);
  if (chosen === null || chosen.installationInspectionId !== installationInspectionId) return null;
  const { name, before } = chosen;
  return {
    words: t('conditions.undo', { item: name, condition: lookOf(before).label }),
    undo: () => void takeBack(chosen),
  };
}

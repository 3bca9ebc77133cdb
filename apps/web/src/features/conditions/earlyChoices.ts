/** Conditions chosen for items that are still loading, until they can be saved. */
import { useSyncExternalStore } from 'react';
import type { InspectedItem } from './queries.ts';

/** A condition chosen before its item was loaded. */
export interface EarlyChoice extends InspectedItem {
  conditionId: string | null;
  /** The condition that was on screen. */
  before: string | null;
}

let choices: readonly EarlyChoice[] = [];
const listeners = new Set<() => void>();

function show(next: readonly EarlyChoice[]): void {
  choices = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The choice that is kept for an item. */
export function earlyChoiceOf({ installationInspectionId, itemId }: InspectedItem): EarlyChoice | undefined {
  return choices.find((one) => one.itemId === itemId && one.installationInspectionId === installationInspectionId);
}

/** Keeps a choice in place of an earlier one for the same item. */
export function keepEarlyChoice(choice: EarlyChoice): void {
  const former = earlyChoiceOf(choice);
  show([...choices.filter((one) => one !== former), choice]);
}

/** Drops a choice. @returns false when a later one had replaced it */
export function dropEarlyChoice(choice: EarlyChoice | undefined): boolean {
  if (choice === undefined || !choices.includes(choice)) return false;
  show(choices.filter((one) => one !== choice));
  return true;
}

/** Every choice that is kept. */
export function useEarlyChoices(): readonly EarlyChoice[] {
  return useSyncExternalStore(subscribe, () => choices);
}

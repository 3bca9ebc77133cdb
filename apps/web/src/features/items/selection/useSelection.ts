import type { InspectionRow } from '@holdfast/contract';
import { useMemo, useState } from 'react';
import type { Listing } from '../list/listing.ts';
import { type Branches, branchesOf, type Chosen, chosenOf, extended, toggled } from './selecting.ts';

/** Rows of the working list that are chosen together. */
export interface Selection {
  /** True while rows are being chosen: a press then chooses instead of opening. */
  isOn: boolean;
  /** Of items that are still in the list. */
  itemIds: readonly string[];
  chosen(itemId: string): Chosen;
  /** Begins choosing. */
  begin(): void;
  /** Chooses what a row stands for, or lets it go. */
  toggle(itemId: string): void;
  /** Chooses one item alone, or deselects it, without its contents. */
  toggleOne(itemId: string): void;
  /** Chooses everything from the row chosen last to this one. */
  extendTo(itemId: string): void;
  /** Chooses everything the filters leave. */
  all(): void;
  /** Ends choosing. */
  clear(): void;
}

const NOTHING: ReadonlySet<string> = new Set();
const NONE: readonly string[] = [];

/** The choice over a list; it outlives changes of the filters. */
export function useSelection(rows: readonly InspectionRow[], listing: Listing | undefined): Selection {
  const [{ isOn, selected }, set] = useState<{
    isOn: boolean;
    selected: ReadonlySet<string>;
    anchor: string | null;
  }>({ isOn: false, selected: NOTHING, anchor: null });
  const branches = useMemo(() => (isOn ? branchesIn(rows, listing) : null), [isOn, rows, listing]);
  const itemIds = useMemo(
    () => (selected.size === 0 ? NONE : rows.filter(({ itemId }) => selected.has(itemId)).map(({ itemId }) => itemId)),
    [rows, selected],
  );
  return useMemo(() => {
    const branch = (itemId: string): readonly string[] =>
      // Most lists are only read: the branches are worked out when the first row is chosen.
      (branches ?? branchesIn(rows, listing)).get(itemId) ?? [itemId];
    return {
      isOn,
      itemIds,
      chosen: (itemId) => chosenOf(branch(itemId), selected),
      begin: () => set((known) => ({ ...known, isOn: true })),
      toggle: (itemId) =>
        set((known) => ({ isOn: true, selected: toggled(known.selected, branch(itemId)), anchor: itemId })),
      toggleOne: (itemId) =>
        set((known) => ({ isOn: true, selected: toggled(known.selected, [itemId]), anchor: itemId })),
      extendTo: (itemId) =>
        set((known) => ({
          isOn: true,
          selected: extended(known.selected, listing?.rows ?? [], known.anchor, itemId),
          anchor: known.anchor ?? itemId,
        })),
      all: () =>
        set((known) => ({
          ...known,
          isOn: true,
          selected: new Set([
            ...known.selected,
            ...(listing?.matches ?? []).filter(({ isLocation }) => !isLocation).map(({ itemId }) => itemId),
          ]),
        })),
      clear: () => set({ isOn: false, selected: NOTHING, anchor: null }),
    };
  }, [isOn, itemIds, selected, branches, rows, listing]);
}

function branchesIn(rows: readonly InspectionRow[], listing: Listing | undefined): Branches {
  return listing === undefined ? new Map() : branchesOf(rows, listing);
}

import type { InspectionRow } from '@holdfast/contract';
import { useMemo, useState } from 'react';
import type { Listing } from '../list/listing.ts';
import { type Branches, branchesOf, type Chosen, chosenOf, extended, toggled } from './selecting.ts';

/** Rows of the working list that are selected together. */
export interface Selection {
  /** True in selection mode: a press then selects instead of opening. */
  isOn: boolean;
  /** Selected items that are still in the list. */
  itemIds: readonly string[];
  chosen(itemId: string): Chosen;
  /** Starts selection mode. */
  begin(): void;
  /** Selects the items of a row, or deselects them. */
  toggle(itemId: string): void;
  /** Selects one item without its contents, or deselects it. */
  toggleOne(itemId: string): void;
  /** Selects everything from the last selected row to this one. */
  extendTo(itemId: string): void;
  /** Selects all items that match the filters. */
  all(): void;
  /** Ends selection mode. */
  clear(): void;
}

const NOTHING: ReadonlySet<string> = new Set();
const NONE: readonly string[] = [];

/** The selection in a list; it is kept when the filters change. */
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
      // Most lists are only read, so the branches are computed when the first row is selected.
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

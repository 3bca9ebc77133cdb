import { useContext, useMemo, useSyncExternalStore } from 'react';
import { ViewerContext } from '../../../lib/navigation/views.ts';
import type { ListFilter } from './listing.ts';
import { BY_PLACE, type ListOrder } from './ordering.ts';
import { NO_TRAIL, type Trail } from '../walk.ts';

/** Stored state of an inspection's list. */
interface Remembered extends ListFilter {
  /** Items whose children are hidden. */
  collapsed: readonly string[];
  /** The item that was opened last; the list opens at its row. */
  lastItemId: string | null;
  trail: Trail;
  order: ListOrder;
}

const FRESH: Remembered = {
  search: '',
  condition: null,
  locationId: null,
  only: null,
  collapsed: [],
  lastItemId: null,
  trail: NO_TRAIL,
  order: BY_PLACE,
};

/** State of an inspection's list in this tab, of the signed-in user, kept while items are opened from it and over reloads. */
export interface ListMemory {
  filter: ListFilter;
  collapsed: ReadonlySet<string>;
  lastItemId: string | null;
  narrow(filter: Partial<ListFilter>): void;
  toggle(itemId: string): void;
  trail: Trail;
  order: ListOrder;
  arrange(order: ListOrder): void;
  /** Records that an item was opened: from the list, or along a trail. */
  remember(itemId: string, trail?: Trail): void;
}

/** Parsed entries, cached so that every reader gets the same object. */
const read = new Map<string, { text: string | null; remembered: Remembered }>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function rememberedOf(key: string): Remembered {
  const text = sessionStorage.getItem(key);
  const known = read.get(key);
  if (known?.text === text && known !== undefined) return known.remembered;
  const remembered = { ...FRESH, ...(text === null ? {} : (JSON.parse(text) as Partial<Remembered>)) };
  read.set(key, { text, remembered });
  return remembered;
}

function change(key: string, by: (known: Remembered) => Partial<Remembered>): void {
  const known = rememberedOf(key);
  const remembered = { ...known, ...by(known) };
  const text = JSON.stringify(remembered);
  sessionStorage.setItem(key, text);
  // Unchanged properties stay the same objects: a step to another item does not compute the list again.
  read.set(key, { text, remembered });
  for (const listener of listeners) listener();
}

const walks = new Map<string, readonly string[]>();

/** Stores the order of an inspection's items at the time when one was opened from its list, until the page is closed. */
export function storeWalk(installationInspectionId: string, itemIds: readonly string[]): void {
  walks.set(installationInspectionId, itemIds);
}

/** Returns the stored order. */
export function storedWalk(installationInspectionId: string): readonly string[] | undefined {
  return walks.get(installationInspectionId);
}

/** Returns the state of an inspection's list. Its functions stay the same between renders. */
export function useListMemory(installationInspectionId: string): ListMemory {
  const key = `list:${useContext(ViewerContext)}:${installationInspectionId}`;
  const remembered = useSyncExternalStore(subscribe, () => rememberedOf(key));
  const functions = useMemo(
    (): Pick<ListMemory, 'narrow' | 'toggle' | 'remember' | 'arrange'> => ({
      narrow: (narrower) => change(key, () => narrower),
      toggle: (itemId) =>
        change(key, ({ collapsed }) => ({
          collapsed: collapsed.includes(itemId)
            ? collapsed.filter((other) => other !== itemId)
            : [...collapsed, itemId],
        })),
      arrange: (order) => change(key, () => ({ order })),
      remember: (itemId, trail = NO_TRAIL) => change(key, () => ({ lastItemId: itemId, trail })),
    }),
    [key],
  );
  const { search, condition, locationId, only, collapsed, lastItemId, trail, order } = remembered;
  const filter = useMemo(
    (): ListFilter => ({ search, condition, locationId, only }),
    [search, condition, locationId, only],
  );
  const closed = useMemo(() => new Set(collapsed), [collapsed]);
  return useMemo(
    () => ({ filter, collapsed: closed, lastItemId, trail, order, ...functions }),
    [filter, closed, lastItemId, trail, order, functions],
  );
}

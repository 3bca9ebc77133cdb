import { useSessionStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import type { ListFilter } from './listing.ts';

/** How somebody left the list of an inspection. */
interface Remembered extends ListFilter {
  /** Items whose children are hidden. */
  collapsed: string[];
  /** The item that was opened last; the list opens at its row. */
  lastItemId: string | null;
}

const FRESH: Remembered = {
  search: '',
  condition: null,
  locationId: null,
  only: null,
  collapsed: [],
  lastItemId: null,
};

/** What the list of an inspection remembers in this tab, over items opened from it and over reloads. */
export interface ListMemory {
  filter: ListFilter;
  collapsed: ReadonlySet<string>;
  lastItemId: string | null;
  narrow(filter: Partial<ListFilter>): void;
  toggle(itemId: string): void;
  remember(itemId: string): void;
}

/** What the list of an inspection remembers. */
export function useListMemory(installationInspectionId: string): ListMemory {
  const [remembered, set] = useSessionStorage<Remembered>({
    key: `list:${installationInspectionId}`,
    defaultValue: FRESH,
    getInitialValueInEffect: false,
  });
  const acts = useMemo(
    (): Pick<ListMemory, 'narrow' | 'toggle' | 'remember'> => ({
      narrow: (narrower) => set((known) => ({ ...known, ...narrower })),
      toggle: (itemId) =>
        set((known) => ({
          ...known,
          collapsed: known.collapsed.includes(itemId)
            ? known.collapsed.filter((other) => other !== itemId)
            : [...known.collapsed, itemId],
        })),
      remember: (itemId) => set((known) => ({ ...known, lastItemId: itemId })),
    }),
    [set],
  );
  return useMemo(() => {
    const { collapsed, lastItemId, ...filter } = { ...FRESH, ...remembered };
    return { filter, collapsed: new Set(collapsed), lastItemId, ...acts };
  }, [remembered, acts]);
}

import { Select, type SelectProps } from '@mantine/core';
import { useDeferredValue, useState } from 'react';

/** How many choices are drawn at first, and how many more each time the end of the list is reached: thousands at once would hold up the page. */
const CHOICES = 30;
/** How many are drawn in one go with the control itself; the others follow in slices, before anybody opens the list. */
const AT_ONCE = 4;

/** What a choice among many needs: it is searched, and drawn as far as somebody goes down it. */
export function useLongList() {
  const [limit, setLimit] = useState(CHOICES);
  const drawn = useDeferredValue(limit, AT_ONCE);
  const anew = (): void => setLimit(CHOICES);
  return {
    searchable: true,
    limit: drawn,
    scrollAreaProps: { onBottomReached: () => setLimit((shown) => shown + CHOICES) },
    onDropdownClose: anew,
    onSearchChange: anew,
  } as const;
}

/** A choice of one among many. */
export function LongSelect(props: Omit<SelectProps, keyof ReturnType<typeof useLongList>>) {
  return <Select size="md" {...props} {...useLongList()} />;
}

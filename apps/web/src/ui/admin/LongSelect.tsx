import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';

/** How many choices are drawn at first, and how many more each time the end of the list is reached: thousands at once would hold up the page. */
const CHOICES = 30;

/** What a choice among many needs: it is searched, and drawn as far as somebody goes down it. */
export function useLongList() {
  const [limit, setLimit] = useState(CHOICES);
  const anew = (): void => setLimit(CHOICES);
  return {
    searchable: true,
    limit,
    scrollAreaProps: { onBottomReached: () => setLimit((shown) => shown + CHOICES) },
    onDropdownClose: anew,
    onSearchChange: anew,
  } as const;
}

/** A choice of one among many. */
export function LongSelect(props: Omit<SelectProps, keyof ReturnType<typeof useLongList>>) {
  return <Select size="md" {...props} {...useLongList()} />;
}

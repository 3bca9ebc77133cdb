import type { SelectProps } from '@mantine/core';
import { type MouseEvent, useDeferredValue, useState } from 'react';
import { LateSelect } from '../inputs/LateSelect.tsx';

/** Number of options rendered at first, and added each time the end of the list is reached: thousands at once would block the page. */
const CHOICES = 30;
/** Number of options rendered together with the control; more follow in slices before the list is opened. */
const AT_ONCE = 4;

/** Returns the properties of a searchable select with many options, which are rendered as the user scrolls. */
export function useLongList() {
  const [limit, setLimit] = useState(CHOICES);
  const drawn = useDeferredValue(limit, AT_ONCE);
  const again = (): void => setLimit(CHOICES);
  return {
    searchable: true,
    limit: drawn,
    scrollAreaProps: { onBottomReached: () => setLimit((shown) => shown + CHOICES) },
    onDropdownClose: again,
    onSearchChange: again,
    // A search replaces the name of the selected option.
    onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>): void => currentTarget.select(),
  } as const;
}

/** A select with many options. */
export function LongSelect(props: Omit<SelectProps, keyof ReturnType<typeof useLongList>>) {
  return <LateSelect {...props} {...useLongList()} />;
}

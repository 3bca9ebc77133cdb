import { useEffect, useState } from 'react';

/**
 * Delays the list of a choice in a long form until the control first has the focus. A form has dozens of choices, and
 * each list would be measured and placed with it.
 */
export function useLateList() {
  const [list, setList] = useState<'away' | 'coming' | 'there'>('away');
  useEffect(() => {
    if (list !== 'coming') return undefined;
    // A select that opens on focus is rendered before its list has an id: it is rendered once more with `aria-controls`.
    const timer = setTimeout(() => setList('there'));
    return () => clearTimeout(timer);
  }, [list]);
  return {
    comboboxProps: { keepMounted: list !== 'away' },
    onFocus: () => setList((known) => (known === 'away' ? 'coming' : known)),
  };
}

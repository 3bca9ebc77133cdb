import { useCallback, useEffect, useState } from 'react';

/**
 * Delays rendering the options of a select in a long form until it first has the focus. A form has dozens of selects, and the browser
 * would measure and position every list of options.
 */
export function useLateList() {
  const [list, setList] = useState<'away' | 'coming' | 'there'>('away');
  useEffect(() => {
    if (list !== 'coming') return undefined;
    // A select that opens on focus is rendered before its list has an id. It is rendered once more, with `aria-controls`.
    const timer = setTimeout(() => setList('there'));
    return () => clearTimeout(timer);
  }, [list]);
  return {
    comboboxProps: { keepMounted: list !== 'away' },
    onFocus: () => setList((known) => (known === 'away' ? 'coming' : known)),
    /** Renders the options without the focus. */
    render: useCallback(() => setList((known) => (known === 'away' ? 'there' : known)), []),
  };
}

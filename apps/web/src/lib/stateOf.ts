import { useCallback, useState } from 'react';

/**
 * State of a component that stays on screen while what it shows changes: it begins again with each new subject.
 * @param about what the state is about; a change that comes late, for an earlier subject, is without effect
 */
export function useStateOf<T>(about: string, initial: T): [T, (next: T) => void] {
  const [held, setHeld] = useState({ about, value: initial });
  const change = useCallback((value: T) => setHeld({ about, value }), [about]);
  return [held.about === about ? held.value : initial, change];
}

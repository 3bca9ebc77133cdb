import { useCallback, useState } from 'react';

/**
 * State of a component that stays on screen while its subject changes. The state is reset for each new subject.
 * @param about the subject of the state; a late change for an earlier subject has no effect
 */
export function useStateOf<T>(about: string, initial: T): [T, (next: T) => void] {
  const [held, setHeld] = useState({ about, value: initial });
  const change = useCallback((value: T) => setHeld({ about, value }), [about]);
  return [held.about === about ? held.value : initial, change];
}

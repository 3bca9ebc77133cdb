import { useEffect, useEffectEvent } from 'react';
import { collectKeys } from '../../lib/navigation/collectKeys.ts';

/**
 * Collects keys typed between the request for a field and the moment it has the focus.
 * @param isAsked starts collecting when it becomes true; ends when a field receives the focus
 * @param onTyped receives a function that adds the pressed key to the text so far
 * @param onGiveUp called when the user presses Escape or the pointer before the field exists: keys then belong to the page again
 */
export function useTypedAhead(
  isAsked: boolean,
  onTyped: (change: (text: string) => string) => void,
  onGiveUp: () => void,
): void {
  const typed = useEffectEvent(onTyped);
  const givenUp = useEffectEvent(onGiveUp);
  useEffect(() => {
    if (!isAsked) return undefined;
    const listening = collectKeys(
      (change) => typed(change),
      () => givenUp(),
    );
    return () => listening.abort();
  }, [isAsked]);
}

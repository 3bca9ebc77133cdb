/** State of a screen that its address carries, so that it can be reloaded, sent and returned to. */
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';

/** Delay in ms before the address follows: browsers refuse changes of the address for every key typed. */
const FOLLOW_MS = 250;

/**
 * State that the address carries as a parameter, replaced in place: the way back does not lead through every key typed. The empty text leaves
 * the parameter out.
 */
export function useAddressState(name: string): [string, (to: string) => void] {
  const [search, setSearch] = useSearchParams();
  const { state } = useNavigation();
  const [value, setValue] = useState(() => search.get(name) ?? '');
  // The function is another one after each navigation; what it does is not.
  const follow = useEffectEvent(() => {
    // What stands there now: a dialog may have been opened since this was drawn.
    const next = new URLSearchParams(window.location.search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  });
  useEffect(() => {
    // A navigation under way is not interrupted. Of two parameters that change at once the second follows after the first.
    if ((search.get(name) ?? '') === value || state !== 'idle') return undefined;
    const timer = setTimeout(() => follow(), FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [name, search, state, value]);
  return [value, setValue];
}

/**
 * The id of the record that a screen shows in a dialog, as a parameter of the address; null: none. Opening is a step that the way back undoes.
 * Other parameters stay.
 */
export function useAddressRecord(name: string): [string | null, (id: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const show = (id: string | null): void =>
    setSearch(
      () => {
        const next = new URLSearchParams(window.location.search);
        if (id === null) next.delete(name);
        else next.set(name, id);
        return next;
      },
      { replace: id === null },
    );
  return [search.get(name), show];
}

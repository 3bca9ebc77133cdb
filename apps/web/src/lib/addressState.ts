/** State of a screen that its address carries, so that it can be reloaded, sent and returned to. */
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** Delay in ms before the address follows; browsers refuse changes of the address for every key typed. */
const FOLLOW_MS = 250;

/**
 * State that the address carries as a parameter, replaced in place: the way back does not lead through every key typed. The empty text leaves
 * the parameter out.
 */
export function useAddressState(name: string): [string, (to: string) => void] {
  const [value, setValue] = useState(() => new URLSearchParams(window.location.search).get(name) ?? '');
  useEffect(() => {
    const timer = setTimeout(() => {
      const url = new URL(window.location.href);
      if ((url.searchParams.get(name) ?? '') === value) return;
      if (value === '') url.searchParams.delete(name);
      else url.searchParams.set(name, value);
      // Past the router: the screen is drawn from its own state, and a navigation under way is not interrupted.
      window.history.replaceState(window.history.state, '', url);
    }, FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [name, value]);
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
        // Search, order and filters change the address past the router.
        const next = new URLSearchParams(window.location.search);
        if (id === null) next.delete(name);
        else next.set(name, id);
        return next;
      },
      { replace: id === null },
    );
  return [search.get(name), show];
}

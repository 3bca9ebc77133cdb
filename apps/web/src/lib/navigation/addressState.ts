/** State of a screen that is kept in its address, so that it survives a reload and can be shared as a link. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router';

/** State of a history entry that opened a dialog over the entry below it. */
const OPENING = { isOpening: true };

/** Delay in ms before the address is updated: browsers limit how often a page may change its address, so not every key is written. */
const FOLLOW_MS = 250;

/**
 * State kept in a parameter of the address. The entry is replaced in place, so that Back does not step through every key typed. An empty
 * text removes the parameter.
 */
export function useAddressState(name: string): [string, (to: string) => void] {
  const [search, setSearch] = useSearchParams();
  const { state } = useNavigation();
  const [value, setValue] = useState(() => search.get(name) ?? '');
  // React Router returns a new function after each navigation; its behaviour stays the same.
  const follow = useEffectEvent(() => {
    // Reads the current address: a dialog may have been opened since this render.
    const next = new URLSearchParams(window.location.search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  });
  useEffect(() => {
    // A running navigation is not interrupted. When two parameters change at once, the second is written after the first.
    if ((search.get(name) ?? '') === value || state !== 'idle') return undefined;
    const timer = setTimeout(() => follow(), FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [name, search, state, value]);
  return [value, setValue];
}

/**
 * The id of the record that a screen shows in a dialog, as a parameter of the address; null: none. Back closes the dialog. Other
 * parameters stay.
 */
export function useAddressRecord(name: string): [string | null, (id: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const { key, state } = useLocation();
  const left = useRef<string | null>(null);
  const show = (id: string | null): void => {
    // The entry below is the same screen without the dialog. Replacing this entry by another copy of it would require Back twice.
    if (id === null && isOpening(state)) {
      // A dialog that is closed twice navigates back only once.
      if (left.current !== key) void navigate(-1);
      left.current = key;
      return;
    }
    setSearch(
      () => {
        const next = new URLSearchParams(window.location.search);
        if (id === null) next.delete(name);
        else next.set(name, id);
        return next;
      },
      id === null ? { replace: true } : { state: OPENING },
    );
  };
  return [search.get(name), show];
}

function isOpening(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isOpening' in state && state.isOpening === true;
}

import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type AdminWrites, useAdminWrites } from '../calls/adminCalls.ts';
import { collectKeys } from './collectKeys.ts';

/** State of the router's entry of a record that has just been created: its editor selects the proposed name. */
const NEW_RECORD = { isNew: true };

/** Text typed since a record was requested, for its name. */
let ahead = '';
let collecting: AbortController | null = null;

/** Collects the name of a requested record until its editor has the focus. @param before text typed for an earlier request that failed */
function collectName(before: string): void {
  ahead = before;
  collecting?.abort();
  collecting = collectKeys(
    (change) => (ahead = change(ahead)),
    (by) => {
      if (by === 'escape') ahead = '';
      collecting?.abort();
    },
  );
}

/** Ends the collection, and returns its text. */
function takeName(): string {
  collecting?.abort();
  const text = ahead;
  ahead = '';
  return text;
}

/** Returns true on the screen of a record that has just been created. */
export function useIsNewRecord(): boolean {
  const state = useLocation().state as Partial<typeof NEW_RECORD> | null;
  return state?.isNew === true;
}

/** Passes on the text that was typed before the editor of a new record had a field for it. */
export function useNameTypedAhead(isNew: boolean, onTyped: (text: string) => void): void {
  const typed = useEffectEvent(onTyped);
  useEffect(() => {
    const text = isNew ? takeName() : '';
    if (text !== '') typed(text);
  }, [isNew]);
}

/**
 * Creates a record of a list and opens its editor. `make` resolves to the address of the editor. What is typed meanwhile becomes the name of
 * the record, or of the next one when it could not be created.
 */
export function useCreate(make: (write: AdminWrites['write']) => Promise<string>): { isBusy: boolean; run(): void } {
  const navigate = useNavigate();
  const { isBusy, write, attempt } = useAdminWrites();
  const kept = useRef('');
  return {
    isBusy,
    run: () =>
      void attempt(async () => {
        collectName(kept.current);
        try {
          const address = await make(write);
          kept.current = '';
          await navigate(address, { state: NEW_RECORD });
        } catch (error) {
          kept.current = takeName();
          throw error;
        }
      }),
  };
}

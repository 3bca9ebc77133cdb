/** Typed text that is saved after a pause and never lost (product decision 18). */
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { onLeaving } from '../calls/session.ts';
import { useStateOf } from './stateOf.ts';

/** A draft over a saved value. */
export interface Draft {
  /** Displayed value of the field. */
  value: string;
  /** Records typed input. */
  change(value: string): void;
  /** Saves pending input at once: on blur. */
  flush(): void;
}

/**
 * Keeps typed text until a pause, then saves it; also on blur, when the field is removed or shows another value, on sign-out and when the
 * page is hidden.
 * @param saved the value last saved or being sent
 * @param save saves a value; returns `false` when the value cannot be saved as it is and stays a draft
 * @param delayMs the pause (docs/acceptance.md, CNST); 0 saves at once
 * @param about the subject of the value, for a field that stays on screen while the subject changes: a draft is never shown for another
 * subject
 */
export function useAutosave(
  saved: string,
  save: (value: string) => boolean | void,
  delayMs: number,
  about = '',
): Draft {
  const [draft, setDraft] = useStateOf<string | null>(about, null);
  // A draft is saved with the `save` of the render in which it was begun: on top of the value shown then, regardless of values that
  // arrived since.
  const latest = useRef({ draft, save, begun: save });
  useLayoutEffect(() => {
    latest.current.save = save;
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const value = latest.current.draft;
    if (value === null || latest.current.begun(value) === false) return;
    latest.current.draft = null;
    setDraft(null);
  }, [setDraft]);

  const change = useCallback(
    (value: string) => {
      if (latest.current.draft === null) latest.current.begun = latest.current.save;
      latest.current.draft = value;
      setDraft(value);
      clearTimeout(timer.current);
      if (delayMs === 0) flush();
      else timer.current = setTimeout(flush, delayMs);
    },
    [delayMs, flush, setDraft],
  );

  useEffect(() => onLeaving(flush), [flush]);
  // Runs before the next paint, so that the draft is saved with the `save` of the subject it was typed for.
  useLayoutEffect(
    () => () => {
      flush();
      latest.current.draft = null;
    },
    [flush],
  );

  return { value: draft ?? saved, change, flush };
}

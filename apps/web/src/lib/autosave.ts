/** Words that are being typed, saved after a pause and never lost (product decision 18). */
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { onLeaving } from './session.ts';
import { useStateOf } from './stateOf.ts';

/** A draft over a saved value. */
export interface Draft {
  /** Displayed value of the field. */
  value: string;
  /** Something was typed. */
  change(value: string): void;
  /** Saves pending input at once: on blur. */
  flush(): void;
}

/**
 * Keeps what is typed until there was a pause, then saves it; also on blur, when the field goes away or shows something else, on sign-out and
 * when the page is hidden.
 * @param saved the value last saved or being sent
 * @param save takes a value over; `false` when it cannot be saved as it is, and stays a draft
 * @param delayMs the pause (docs/acceptance.md, CNST); 0 saves at once
 * @param about what the value belongs to, for a field that stays on screen while that changes: a draft never shows for something else
 */
export function useAutosave(
  saved: string,
  save: (value: string) => boolean | void,
  delayMs: number,
  about = '',
): Draft {
  const [draft, setDraft] = useStateOf<string | null>(about, null);
  // A draft is saved as of the render it was begun in: on top of what was then shown, independent of values that arrived meanwhile.
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
  // Before the next picture: the save that a draft was begun with is the one of what is shown now.
  useLayoutEffect(
    () => () => {
      flush();
      latest.current.draft = null;
    },
    [flush],
  );

  return { value: draft ?? saved, change, flush };
}

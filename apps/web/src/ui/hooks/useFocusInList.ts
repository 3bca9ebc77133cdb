import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a list when the entry that had it is removed: it moves to the last button of the entry that takes its place, or to
 * `otherwise` when the list is empty.
 * @returns the handler that the list calls when something in it gets the focus
 */
export function useFocusInList(
  list: RefObject<HTMLElement | null>,
  otherwise: RefObject<HTMLElement | null>,
): (event: FocusEvent) => void {
  const last = useRef<{ entry: Element; index: number } | null>(null);
  useEffect(() => {
    if (last.current === null || last.current.entry.isConnected || list.current === null) return;
    const { index } = last.current;
    last.current = null;
    // The user may already have gone on.
    if (document.activeElement !== document.body) return;
    const { children } = list.current;
    const buttons = children[Math.min(index, children.length - 1)]?.querySelectorAll('button') ?? [];
    ([...buttons].at(-1) ?? otherwise.current)?.focus();
  });
  return ({ target }) => {
    const index = [...(list.current?.children ?? [])].findIndex((entry) => entry.contains(target));
    // The focus may be in a menu of the entry that is shown elsewhere in the page.
    if (index !== -1) last.current = { entry: list.current!.children[index]!, index };
  };
}

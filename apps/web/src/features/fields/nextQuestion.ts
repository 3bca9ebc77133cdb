/** Marks the place of a control that is still being loaded. */
export const COMING = { 'data-coming': true } as const;

const CONTROL = 'input:not([type="hidden"]), textarea, button';
/** Parts of the page that are still being loaded: controls and forms, and what is drawn after the rest of the screen. */
const ARRIVING = '[data-coming], [data-awaited]';

let stopWaiting = (): void => undefined;

/**
 * Focuses the control of the next question without an answer, from the start again at the end; where all are answered, that of the next question.
 * Parts of the page that are inert are passed over. Where something that is still being loaded comes before it, waits for that, unless the focus
 * went elsewhere by then.
 * @param within the part of the page that holds the questions
 * @param from where to start: the element that had the focus last, or null for the start
 */
export function focusNextQuestion(within: HTMLElement, from: Element | null): void {
  stopWaiting();
  if (focusNext(within, from) || within.querySelector(ARRIVING) === null) return;
  const arrivals = new MutationObserver(() => focusNext(within, from));
  stopWaiting = () => {
    arrivals.disconnect();
    document.removeEventListener('focusin', stopWaiting);
  };
  arrivals.observe(within, { childList: true, subtree: true, attributeFilter: ['inert'] });
  document.addEventListener('focusin', stopWaiting);
}

/** Returns true when there is a next question whose control has the focus now. */
function focusNext(within: HTMLElement, from: Element | null): boolean {
  const places = [...within.querySelectorAll<HTMLElement>(`[data-question], ${ARRIVING}`)].filter(
    (place) =>
      place.checkVisibility() &&
      !place.contains(from) &&
      (place.matches('[data-question]')
        ? place.closest('[inert]') === null && place.querySelector(`${CONTROL}, [data-coming]`) !== null
        : place.parentElement?.closest('[data-question], [inert]') === null),
  );
  const isAfter = (place: HTMLElement): boolean =>
    from === null || (from.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const ahead = [...places.filter(isAfter), ...places.filter((place) => !isAfter(place))];
  const next = ahead.find(({ dataset }) => dataset['question'] !== 'answered') ?? ahead[0];
  if (next === undefined || next.matches(ARRIVING) || next.querySelector('[data-coming]') !== null) return false;
  next.querySelector<HTMLElement>(CONTROL)?.focus();
  return true;
}

/** Marks the placeholder of a control that is still being loaded. */
export const COMING = { 'data-coming': true } as const;

const CONTROL = 'input:not([type="hidden"]), textarea, button';
/** Parts of the page that are still being loaded: controls and forms, and parts that are rendered after the rest of the screen. */
const ARRIVING = '[data-coming], [data-awaited]';

let stopWaiting = (): void => undefined;

/**
 * Focuses the control of the next question without an answer, continuing from the start at the end. When all questions are answered,
 * focuses the control of the next question. Inert parts of the page are skipped. If a part that is still being loaded comes before the
 * control, waits for that part, unless the focus has moved by then.
 * @param within the part of the page with the questions
 * @param from the element that had the focus last; null starts at the first question
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

/** Returns true when a next question exists and its control has the focus now. */
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

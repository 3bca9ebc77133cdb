/** Marks the place of a control that is still being loaded. */
export const COMING = { 'data-coming': true } as const;

const CONTROL = 'input:not([type="hidden"]), textarea, button';

let stopWaiting = (): void => undefined;

/**
 * Focuses the control of the next question without an answer, from the start again at the end; where all are answered, that of the next question.
 * Parts of the page that are inert are passed over. A control that is still being loaded is focused once it is there, unless the focus went
 * elsewhere by then.
 * @param within the part of the page that holds the questions
 * @param from where to start: the element that had the focus last, or null for the start
 */
export function focusNextQuestion(within: HTMLElement, from: Element | null): void {
  stopWaiting();
  if (focusNext(within, from) || within.querySelector('[data-coming]') === null) return;
  const arrivals = new MutationObserver(() => focusNext(within, from));
  stopWaiting = () => {
    arrivals.disconnect();
    document.removeEventListener('focusin', stopWaiting);
  };
  arrivals.observe(within, { childList: true, subtree: true });
  document.addEventListener('focusin', stopWaiting);
}

/** Returns true when there is a next question whose control has the focus now. */
function focusNext(within: HTMLElement, from: Element | null): boolean {
  const questions = [...within.querySelectorAll<HTMLElement>('[data-question]')].filter(
    (question) =>
      question.closest('[inert]') === null &&
      question.checkVisibility() &&
      !question.contains(from) &&
      question.querySelector(`${CONTROL}, [data-coming]`) !== null,
  );
  const isAfter = (question: HTMLElement): boolean =>
    from === null || (from.compareDocumentPosition(question) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const ahead = [...questions.filter(isAfter), ...questions.filter((question) => !isAfter(question))];
  const next = ahead.find(({ dataset }) => dataset['question'] === 'open') ?? ahead[0];
  if (next === undefined || next.querySelector('[data-coming]') !== null) return false;
  next.querySelector<HTMLElement>(CONTROL)?.focus();
  return true;
}

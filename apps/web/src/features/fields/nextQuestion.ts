/**
 * Focuses the control of the next question without an answer, from the start again at the end; where all are answered, that of the next question.
 * Parts of the page that are inert are passed over.
 * @param within the part of the page that holds the questions
 * @param from where to start: the element that had the focus last, or null for the start
 */
export function focusNextQuestion(within: HTMLElement, from: Element | null): void {
  const questions = [...within.querySelectorAll<HTMLElement>('[data-question]')].filter(
    (question) => question.closest('[inert]') === null && question.checkVisibility() && !question.contains(from),
  );
  const isAfter = (question: HTMLElement): boolean =>
    from === null || (from.compareDocumentPosition(question) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const ahead = [...questions.filter(isAfter), ...questions.filter((question) => !isAfter(question))];
  const next = ahead.find(({ dataset }) => dataset['question'] === 'open') ?? ahead[0];
  next?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, button')?.focus();
}

/** Decimal numbers as people type them, with a point or a comma, and as they are stored, with a point. */

/** What stands in a number field. */
export interface NumberTyping {
  text: string;
  /** Characters that were typed and not let in; the number may lack a part, so that it is not taken over until it was corrected. */
  refused: string;
}

/** Why a text cannot be taken over as a number. */
export type NumberProblem = 'refused' | 'noDigit' | 'separators' | 'sign';

const OTHER = /[^\d.,-]+/g;
const COMPLETE = /^-?(?:\d+[.,]?\d*|[.,]\d+)$/;

/** What stands in the field after a change: letters and signs that occur in no number stay out, everything else stands as it was typed. */
export function typeNumber(before: NumberTyping, typed: string): NumberTyping {
  const refused = typed.match(OTHER)?.join('').trim();
  if (refused !== undefined) return { text: before.text, refused: refused === '' ? '␣' : refused };
  return { text: typed, refused: isInsertion(before.text, typed) ? before.refused : '' };
}

/** Whether a text became another by something put into it, and nothing taken away. */
function isInsertion(before: string, after: string): boolean {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  return before !== '' && after.length > before.length && after.endsWith(before.slice(same));
}

/** The number in a text as it is stored, "-12.5" for "-12,5"; null when it is none. */
export function numberIn(text: string): string | null {
  return COMPLETE.test(text) ? text.replace(',', '.').replace(/\.$/, '') : null;
}

/** What is wrong with what stands in the field; null when it is a number, or nothing. */
export function numberProblem({ text, refused }: NumberTyping): NumberProblem | null {
  if (refused !== '') return 'refused';
  if (text === '' || COMPLETE.test(text)) return null;
  if (!/\d/.test(text)) return 'noDigit';
  return text.lastIndexOf('-') > 0 ? 'sign' : 'separators';
}

/** Decimal numbers as people type them, with a point or a comma, and as they are stored, with a point. */

/** State of a number field. */
export interface NumberTyping {
  text: string;
  /** Characters that were typed and not let in; the number may lack a part, so that it is not taken over until it was corrected. */
  refused: string;
}

/** Reason why a text is not accepted as a number. */
export type NumberProblem = 'refused' | 'noDigit' | 'separators' | 'sign';

const OTHER = /[^\d.,-]+/g;
const COMPLETE = /^-?(?:\d+[.,]?\d*|[.,]\d+)$/;

/** Returns the state of the field after a change: characters that occur in no number are left out, all others are kept as typed. */
export function typeNumber(before: NumberTyping, typed: string): NumberTyping {
  const refused = typed.match(OTHER)?.join('').trim();
  if (refused !== undefined) return { text: before.text, refused: refused === '' ? '␣' : refused };
  return { text: typed, refused: isInsertion(before.text, typed) ? before.refused : '' };
}

/** Returns true when a text was changed by an insertion only. */
function isInsertion(before: string, after: string): boolean {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  return before !== '' && after.length > before.length && after.endsWith(before.slice(same));
}

/** The number in a text as it is stored, "-12.5" for "-12,5"; null when it is none. */
export function numberIn(text: string): string | null {
  return COMPLETE.test(text) ? text.replace(',', '.').replace(/\.$/, '') : null;
}

/** Returns the error in the field; null when it contains a number, or nothing. */
export function numberProblem({ text, refused }: NumberTyping): NumberProblem | null {
  if (refused !== '') return 'refused';
  if (text === '' || COMPLETE.test(text)) return null;
  if (!/\d/.test(text)) return 'noDigit';
  return text.lastIndexOf('-') > 0 ? 'sign' : 'separators';
}

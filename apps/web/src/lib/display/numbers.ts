/** Decimal numbers as they are typed, with a point or a comma, and as they are stored, with a point. */

/** State of a number field. */
export interface NumberTyping {
  text: string;
  /** Typed characters that were left out. The number may be incomplete, so it is not accepted until the user corrects it. */
  refused: string;
}

/** Reason why a text is not accepted as a number. */
export type NumberProblem = 'refused' | 'noDigit' | 'separators' | 'sign';

const OTHER = /[^\d.,-]+/g;
/** Spaces between the digits of a number. */
const GROUPS = /(?<=\d)\s+(?=\d)/g;
const COMPLETE = /^-?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/;

/**
 * Returns the state of the field after a change: characters that occur in no number are left out, all others stay as typed. A number in the
 * field is kept when a text that is no number is pasted over it; an empty field takes the number of a text that contains only one.
 */
export function typeNumber(before: NumberTyping, entered: string): NumberTyping {
  // Copied texts often begin or end with a space.
  const typed = before.text === '' ? entered.trim() : entered;
  const refused = typed.match(OTHER)?.join('').trim();
  if (refused !== undefined) {
    const [only, ...others] = typed.replace(GROUPS, '').match(/[\d.,-]+/g) ?? [];
    const text = before.text === '' && only !== undefined && others.length === 0 ? only : before.text;
    return { text, refused: refused === '' ? '␣' : refused };
  }
  return { text: typed, refused: isInsertion(before.text, typed) ? before.refused : '' };
}

/** Returns true when characters were only inserted. */
function isInsertion(before: string, after: string): boolean {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  return before !== '' && after.length > before.length && after.endsWith(before.slice(same));
}

/** Converts a text to a number as it is stored: "-12.5" for "-12,5"; null when the text is no number. */
export function numberIn(text: string): string | null {
  return COMPLETE.test(text) ? text.replace(',', '.').replace(/\.$/, '') : null;
}

/** Returns the error in the field; null when it contains a number or is empty. */
export function numberProblem({ text, refused }: NumberTyping): NumberProblem | null {
  if (refused !== '') return 'refused';
  if (text === '' || COMPLETE.test(text)) return null;
  if (!/\d/.test(text)) return 'noDigit';
  return text.lastIndexOf('-') > 0 ? 'sign' : 'separators';
}

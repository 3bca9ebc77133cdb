import { typeNameOf } from '../../expression/formats/toText.ts';
import type { Value } from '../../expression/values/values.ts';
import type { TemplateObject } from '../../template/model.ts';
import type { Run } from '../run.ts';

/** A condition of the template that must be true or false. */
interface Condition {
  /** Its name at the beginning of a sentence. */
  readonly name: string;
  readonly expression: string;
  readonly place: TemplateObject;
}

/** Returns whether the value of a condition is true; one that is neither true nor false is reported like a failed expression. */
export function isTrue(run: Run, value: Value, { name, expression, place }: Condition): boolean {
  if (typeof value === 'boolean') return value;
  const found = value === null ? 'no value' : `a value of type ${typeNameOf(value)}`;
  run.fail({
    message: `${name} has ${found}, but must be true or false.`,
    object: place.name,
    line: place.line,
    expression,
  });
  run.failures += 1;
  return false;
}

/**
 * Returns the expression in an attribute that decides whether an object is shown (`VisibleExpression`, `PrintableExpression`,
 * `ExportableExpression`). Only here the whole may stand in brackets even if it is a calculation, and true and false may have capital letters.
 */
export function shownExpression(source: string): string {
  const inside = withoutBrackets(source);
  return truthInSmallLetters(FIRST_OPENS_AND_LAST_CLOSES.test(inside) ? inside : source);
}

/** A text without square brackets, or one whose first bracket opens and whose last one closes. */
const FIRST_OPENS_AND_LAST_CLOSES = /^[^[\]]*(?:\[.*\][^[\]]*)?$/s;

/** Removes the first and last character of an expression if they are square brackets. */
export function withoutBrackets(source: string): string {
  return source.startsWith('[') && source.endsWith(']') ? source.slice(1, -1) : source;
}

/** Writes an expression that is the word true or false in small letters, as the reference does where it compiles expressions late. */
export function truthInSmallLetters(source: string): string {
  return /^(?:true|false)$/i.test(source) ? source.toLowerCase() : source;
}

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

import { ExpressionError } from '../../../expression/errors.ts';
import { declare } from '../registry.ts';

/** Refuses unsupported members of types implemented in C# by name, with an error that a script cannot catch. */
declare('Holdfast', 'static class NotAvailableHere', {
  'static void Refuse(string what)': (_c, what: string) => {
    throw new ExpressionError(`Not available here: ${what}`);
  },
});

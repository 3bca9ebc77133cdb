import { ExpressionError } from '../../../expression/errors.ts';
import { declare } from '../registry.ts';

/** Refusal by name of what types written in C# do not do: no exception that a script can catch. */
declare('Holdfast', 'static class NotAvailableHere', {
  'static void Refuse(string what)': (_c, what: string) => {
    throw new ExpressionError(`Not available here: ${what}`);
  },
});

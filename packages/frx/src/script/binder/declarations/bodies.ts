import { ExpressionError, NetException } from '../../../expression/errors.ts';
import { FunctionContext } from '../context.ts';
import type { Context } from '../context.ts';
import type { Code } from './functions.ts';

/** Returns functions that bind and compile a body once, on demand. */
export function compiledBody(
  bind: ((context: Context) => () => Code) | undefined,
  context: Context,
  isAsync: boolean,
): { code: () => Code; check: () => readonly ExpressionError[] } {
  let made: (() => Code) | undefined;
  let code: Code | undefined;
  let errors: readonly ExpressionError[] | undefined;
  const check = (): readonly ExpressionError[] => {
    if (errors) return errors;
    const fn = new FunctionContext(undefined, undefined, isAsync);
    errors = fn.errors;
    try {
      made = bind?.({ ...context, fn });
    } catch (error) {
      if (!(error instanceof ExpressionError) || error instanceof NetException) throw error;
      fn.errors.push(error);
    }
    return errors;
  };
  return {
    check,
    code: () => {
      if (code) return code;
      const [first] = check();
      if (first) throw first;
      if (!made) throw new ExpressionError('CS0501: The member must declare a body');
      return (code = made());
    },
  };
}

import { ExpressionError } from './errors.ts';
import type { Binding, Scope } from './scope.ts';

/** A name of data, looked up as a column, a parameter, a system variable and a total, in this order. */
export function resolveData<Env>(scope: Scope<Env>, name: string, direct: boolean): Binding<Env> | undefined {
  return (
    scope.resolveColumn(name, direct) ??
    scope.resolveParameter(name) ??
    scope.resolveSystemVariable(name) ??
    scope.resolveTotal(name)
  );
}

/** `IsNull(name)`: asks for the value as it is stored. The name is looked up once for each text it is called with. */
export function nullTest<Env>(scope: Scope<Env>): (name: string, env: Env) => boolean {
  const known = new Map<string, Binding<Env>>();
  return (name, env) => {
    let binding = known.get(name);
    if (!binding) {
      binding = resolveData(scope, name, true);
      if (!binding) throw new ExpressionError(`There is no column, parameter or total '${name}'`);
      known.set(name, binding);
    }
    return binding.isNull ? binding.isNull(env) : binding.read(env) === null;
  };
}

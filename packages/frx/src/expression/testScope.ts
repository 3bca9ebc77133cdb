import { defaultLimits } from '../limits.ts';
import { createBudget } from './budget.ts';
import { dateTime } from './calendar.ts';
import { compile } from './compile.ts';
import { cultureByName } from './cultures.ts';
import type { Binding, Scope } from './scope.ts';
import { toText, typeNameOf } from './toText.ts';
import type { Value } from './values.ts';

/** A scope for tests: names of data and objects with fixed values. Names of data are found without regard to case. */
export function testScope(
  data: Readonly<Record<string, Value>> = {},
  objects: Readonly<Record<string, Value>> = {},
  culture = 'en-US',
): Scope<void> {
  const lower = new Map(Object.entries(data).map(([name, value]) => [name.toLowerCase(), value]));
  const bind = (values: ReadonlyMap<string, Value>, name: string): Binding<void> | undefined => {
    if (!values.has(name)) return undefined;
    const value = values.get(name) ?? null;
    return { type: value === null ? 'object' : typeNameOf(value), read: () => value };
  };
  const byName = new Map(Object.entries(objects));
  return {
    runtime: {
      culture: cultureByName(culture),
      now: () => dateTime(2026, 1, 15, 12),
      budget: createBudget(defaultLimits, () => 0),
    },
    resolveColumn: (path) => bind(lower, path.toLowerCase()),
    resolveParameter: () => undefined,
    resolveSystemVariable: () => undefined,
    resolveTotal: () => undefined,
    resolveObject: (name) => bind(byName, name),
    resolveFunction: () => undefined,
  };
}

/** Value of an expression in a test scope. */
export function evaluate(source: string, scope: Scope<void> = testScope()): Value {
  return compile(source, scope).evaluate();
}

/** What an expression prints, as `General` writes it. */
export function shown(source: string, scope: Scope<void> = testScope()): string {
  return toText(evaluate(source, scope), scope.runtime.culture);
}

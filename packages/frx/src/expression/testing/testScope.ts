import { defaultLimits } from '../../limits.ts';
import { loadScript, type Compiled } from '../../script/index.ts';
import { createBudget } from '../budget.ts';
import { dateTime, withKind } from '../values/calendar.ts';
import { cultureByName } from '../cultures/cultures.ts';
import type { Binding, Runtime, Scope } from '../scope.ts';
import { nearest } from '../similar.ts';
import { toText, typeNameOf } from '../formats/toText.ts';
import { LOCAL } from '../values/values.ts';
import type { Value } from '../values/values.ts';

/** Names for the expressions of tests. */
export interface TestScope extends Scope {
  readonly runtime: Runtime;
  readonly language?: 'CSharp' | 'Vb';
  /** Objects by their names, as in the report. */
  readonly objects: Readonly<Record<string, Value>>;
}

/** A scope for tests: names of data and objects with fixed values. Names of data are case-insensitive. */
export function testScope(
  data: Readonly<Record<string, Value>> = {},
  objects: Readonly<Record<string, Value>> = {},
  culture = 'en-US',
): TestScope {
  const lower = new Map(Object.entries(data).map(([name, value]) => [name.toLowerCase(), value]));
  const bind = (values: ReadonlyMap<string, Value>, name: string): Binding | undefined => {
    if (!values.has(name)) return undefined;
    const value = values.get(name) ?? null;
    return { type: value === null ? 'object' : typeNameOf(value), read: () => value };
  };
  return {
    runtime: {
      culture: cultureByName(culture),
      now: () => withKind(dateTime(2026, 1, 15, 12), LOCAL),
      budget: createBudget(defaultLimits, () => 0),
    },
    objects,
    resolveColumn: (path) => bind(lower, path.toLowerCase()),
    resolveParameter: () => undefined,
    resolveSystemVariable: () => undefined,
    resolveTotal: () => undefined,
    suggest: (path) => nearest(path, Object.keys(data)),
    resolveObject: () => undefined,
    resolveFirst: () => undefined,
    resolveFunction: () => undefined,
  };
}

/** Compiles an expression of a template without a script. */
export function compile(source: string, scope: TestScope): Compiled {
  const { runtime, language, objects } = scope;
  const script = loadScript('', {
    runtime,
    language,
    resolveObject: (name) => (Object.hasOwn(objects, name) ? () => objects[name] ?? null : undefined),
  });
  return script.compile(source, scope);
}

/** Value of an expression in a test scope. */
export function evaluate(source: string, scope: TestScope = testScope()): Value {
  return compile(source, scope).evaluate();
}

/** Prints the value of an expression in the format `General`. */
export function shown(source: string, scope: TestScope = testScope()): string {
  return toText(evaluate(source, scope), scope.runtime.culture);
}

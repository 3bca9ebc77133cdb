import { ExpressionError } from '../expression/errors.ts';
import type { Argument, Binding, BoundFunction } from '../expression/scope.ts';
import type { Value } from '../expression/values.ts';
import { defaultLimits, LimitError } from '../limits.ts';
import { loadClasses, SCRIPT_CLASS } from './classes.ts';
import type { ScriptHost } from './classes.ts';
import type { Instance } from './instance.ts';
import { parseScript } from './parseScript.ts';

export type { ScriptHost } from './classes.ts';
export type { Frame } from './frame.ts';

/** A report's script, loaded: an object of its class whose methods can be called. */
export interface Script {
  /** Tells whether the script has a method of that name. */
  has(method: string): boolean;
  /** Calls a method, for instance an event with `[sender, e]`. Throws ExpressionError, NetException and LimitError. */
  call(method: string, args: readonly Value[]): Value;
  /** A field or property of the class, for expressions of the template. */
  resolveObject<Env>(name: string): Binding<Env> | undefined;
  /** A method of the class, for expressions of the template. */
  resolveFunction<Env>(name: string, args: readonly Argument<Env>[]): BoundFunction<Env> | undefined;
  /** Compiles all of the script and gives what is wrong with it; without this, methods are compiled when they are first called. */
  check(): ExpressionError[];
}

/**
 * Reads a script and makes the object of its class: `ReportScript`, else the first class. Throws ExpressionError with the place in the script
 * when it cannot be read.
 */
export function loadScript(source: string, host: ScriptHost): Script {
  const file = parseScript(source);
  const classes = loadClasses(file, source, host);
  const type = classes.find(SCRIPT_CLASS) ?? (file.classes[0] && classes.find(file.classes[0].name));
  let self: Instance | undefined;
  const object = (): Instance => {
    if (!type) throw new ExpressionError('The script has no class', source, 0);
    self ??= bounded(() => type.create([]));
    return self;
  };
  return {
    has: (method) => type?.hasMethod(method) ?? false,
    call: (method, args) => bounded(() => object().call(method, args)),
    resolveObject(name) {
      const member = type?.member(name) ?? type?.statics.type.member(name);
      if (!type || !member) return undefined;
      const owner = type.member(name) ? object : () => type.statics;
      const { write } = member;
      return {
        type: member.type,
        variant: member.type === 'dynamic',
        read: () => member.read(owner()),
        write: write && ((_env, value) => write(owner(), value)),
      };
    },
    resolveFunction(name, args) {
      if (!type?.hasMethod(name)) return undefined;
      const values = args.map(({ evaluate }) => evaluate);
      return {
        type: type.declaration.methods.find((method) => method.name === name)?.type ?? 'object',
        evaluate: (env) => {
          const given = values.map((evaluate) => evaluate(env));
          return bounded(() => object().call(name, given));
        },
      };
    },
    check: () => file.classes.flatMap(({ name }) => classes.find(name)?.check() ?? []),
  };
}

/** A script that nests deeper than the machine's own stack ends like one that nests deeper than the budget. */
function bounded<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError && /call stack/iu.test(error.message))
      throw new LimitError('nesting', defaultLimits.nesting);
    throw error;
  }
}

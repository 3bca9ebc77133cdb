import type { Argument as ScopeArgument, BoundFunction, Scope } from '../../expression/scope.ts';
import type { TypeName, Value } from '../../expression/values/values.ts';
import type { Argument, Bound, Eval, Frame } from '../binder/bound.ts';
import { bindFunctionError, bracketError, located, nameError } from './errors.ts';
import type { Context, Outside, World } from '../binder/context.ts';
import { NO_FRAME } from '../binder/types/conversions.ts';
import { emitValue, require } from '../binder/types/convert.ts';
import type { ScriptType } from '../binder/declarations/declarations.ts';
import { bindValue } from '../binder/entry.ts';
import { isDynamic, special } from '../binder/types/specials.ts';
import { display } from '../binder/types/types.ts';
import { bindBasicFunction, bindNullTest, bindSharpFunction, isNullTest } from '../functions.ts';
import { libraryType } from '../library/registry.ts';
import { bindingType, dataBound, nullTest, resolveData } from './data.ts';
import { readExpression } from './reader.ts';

/** A compiled expression. That of a single column or variable is the `read` of its binding. */
export interface Compiled {
  /** C# name of the static type; `dynamic` when only the value knows. */
  readonly type: TypeName;
  readonly evaluate: () => Value;
}

/** The script of a template, whose members an expression can use like the methods of the script. */
export interface Surroundings {
  readonly world: World;
  readonly type: ScriptType;
  /** Returns the script's object, which is created at first use. */
  readonly object: () => Value;
}

/**
 * Compiles an expression of a template: the text between brackets, or an attribute that is an expression. The whole may be the name of a
 * column, parameter, variable or total, with or without brackets; otherwise it is C# or Visual Basic like the script, with names of data in
 * brackets. Names and types are bound once, here. @throws ExpressionError with the source and, if known, the position
 */
export function compileExpression(source: string, scope: Scope, script: Surroundings): Compiled {
  const whole = resolveData(scope, source.startsWith('[') && source.endsWith(']') ? source.slice(1, -1) : source, true);
  if (whole) return { type: display(bindingType(whole)), evaluate: whole.read };
  try {
    return bindWhole(source, scope, script);
  } catch (error) {
    throw located(nameError(error, source, scope), source);
  }
}

function bindWhole(source: string, scope: Scope, script: Surroundings): Compiled {
  const context = contextOf(source, scope, script);
  const bound = bindValue(context, read(source, script.world.isBasic));
  const value = bound.form === undefined ? bound : require(context, bound, special('object'));
  const run = emitValue(value);
  const { slots } = context.fn;
  const frame = (): Frame => frameOf(script, slots);
  const shared = slots === 0 ? frame() : undefined;
  return {
    type: display(bound.type),
    evaluate: () => {
      try {
        return run(shared ?? frame()) ?? null;
      } catch (error) {
        throw located(error, source);
      }
    },
  };
}

function read(source: string, isBasic: boolean): ReturnType<typeof readExpression> {
  return readExpression(source, isBasic, (name) => libraryType(name) !== undefined);
}

function frameOf(script: Surroundings, slots: number): Frame {
  return {
    ...NO_FRAME,
    v: Array.from<Value>({ length: slots }).fill(null),
    k: [],
    // The script's object is created when an expression first accesses it.
    get self() {
      return script.object();
    },
  };
}

/** Returns the context of a member of the script's class, extended by the names of data. */
function contextOf(source: string, scope: Scope, { world, type }: Surroundings): Context {
  return { ...type.context(false), world: { ...world, source, outside: outsideOf(source, scope, world) } };
}

function outsideOf(source: string, scope: Scope, { outside, isBasic }: World): Outside {
  const { rt } = outside;
  const isNull = nullTest(scope);
  const call: Call = { frame: NO_FRAME };
  const functionBound = (found: BoundFunction | undefined, position: number): Bound | undefined =>
    found && {
      type: bindingType({ type: 'object', variant: found.variant }),
      position,
      emit: () => calling(call, found),
    };
  const given = (args: readonly Argument[]): ScopeArgument[] => args.map((arg) => argumentOf(call, arg, source));
  return {
    ...outside,
    object: (name) => {
      const own = scope.resolveObject(name);
      return own ? { type: bindingType(own), read: own.read } : outside.object(name);
    },
    bindFirst: (name, args, position) => functionBound(scope.resolveFirst(name, given(args)), position),
    bindFunction: (name, args, position, context) => {
      const own = functionBound(scope.resolveFunction(name, given(args)), position);
      if (own) return own;
      if (isNullTest(name, isBasic)) return bindNullTest(args, isNull, position);
      const found = isBasic
        ? bindBasicFunction(name, args, position, rt, true)
        : bindSharpFunction(context, name, args, position);
      return found ?? bindFunctionError(name, source, position);
    },
    data: (context, path, position) => {
      const binding = resolveData(scope, path, false);
      if (binding) return dataBound(context, binding, position);
      throw bracketError(path, scope, source, position);
    },
  };
}

/** The frame of the call whose arguments are calculated. */
interface Call {
  frame: Frame;
}

function calling(call: Call, { evaluate }: BoundFunction): Eval {
  return (frame) => {
    const before = call.frame;
    call.frame = frame;
    try {
      return evaluate();
    } finally {
      call.frame = before;
    }
  };
}

function argumentOf(call: Call, { bound, span }: Argument, source: string): ScopeArgument {
  let run: Eval | undefined;
  return {
    type: isDynamic(bound.type) ? 'object' : display(bound.type),
    evaluate: () => (run ??= emitValue(bound))(call.frame),
    source: source.slice(...(span ?? [0, 0])).trim(),
  };
}

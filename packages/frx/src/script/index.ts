import { builtInFunction } from '../expression/functions/index.ts';
import { ExpressionError } from '../expression/errors.ts';
import type { Argument, BoundFunction, Runtime, Scope } from '../expression/scope.ts';
import { NetArray } from '../expression/values/values.ts';
import type { Value } from '../expression/values/values.ts';
import { stackEndAsLimit } from '../limits.ts';
import type { Bound, Eval, Frame } from './binder/bound.ts';
import { bindBasicFunction, bindNullTest, bindSharpFunction, isNullTest } from './functions.ts';
import { compileExpression, type Compiled } from './expressions/compile.ts';
import { parseBasicUnit } from './basic/declarations.ts';
import { bindInvocation } from './binder/expressions/calls.ts';
import type { Context, Outside, World } from './binder/context.ts';
import { NO_FRAME } from './binder/types/conversions.ts';
import { declareProgram } from './binder/world.ts';
import { declareTypes } from './binder/declarations/declareTypes.ts';
import type { ScriptType } from './binder/declarations/declarations.ts';
import { lookup, methodsOf } from './binder/types/lookup.ts';
import { memberBound } from './binder/expressions/names.ts';
import type { Argument as BoundArgument } from './binder/bound.ts';

import { isDynamic, isVariant, special } from './binder/types/specials.ts';
import { isRefusal, tryType } from './binder/types/typeNames.ts';
import { display } from './binder/types/types.ts';
import type { Call, MethodMember, Type } from './binder/types/types.ts';
import { Parser, parseUnit } from './grammar/declarations.ts';
import { tokenize } from './grammar/tokens.ts';
import { hostType } from './library/host.ts';
import { need } from './library/index.ts';
import { ListObj } from './runtime/collections.ts';
import { TypedArray } from './runtime/objects.ts';
import { isValueType, nullReference } from './runtime/values.ts';

export { propertyType, reportClassNames, setReportClasses } from './library/reportTypes.ts';
export type { ReportClass } from './library/reportTypes.ts';
export type { Compiled } from './expressions/compile.ts';
export { nullTest } from './expressions/data.ts';

/** Names that are resolved outside the script. */
export interface ScriptHost {
  readonly runtime: Runtime;
  /** Language of the script; C# when absent. */
  readonly language?: 'CSharp' | 'Vb' | undefined;
  /** Resolves an object of the report by name (`Report`, `Engine`, `Text1` …); returns undefined if there is none. */
  resolveObject(name: string): (() => Value) | undefined;
  /** Returns the constructor of a class of the report engine. */
  resolveClass?(name: string): ((args: readonly Value[]) => Value) | undefined;
  /** Returns the names of the report's objects, for "did you mean". */
  objectNames?(): readonly string[];
  /** Returns the class of an object of the report, with which its members are checked before the code runs. */
  typeOf?(name: string): string | undefined;
  /** Returns true if a column, parameter or total is null; the function IsNull of reports. */
  readonly isNull?: (name: string) => boolean;
}

/** A loaded script of a report: an object of its class whose methods can be called. */
export interface Script {
  /** Returns true when the script has a method of that name. */
  has(method: string): boolean;
  /** Calls a method, for instance an event with `[sender, e]`. @throws ExpressionError, NetException or LimitError */
  call(method: string, args: readonly Value[]): Value;
  /** Binds a method of the class for expressions. */
  resolveFunction(name: string, args: readonly Argument[]): BoundFunction | undefined;
  /**
   * Compiles an expression of the template, which can use the members of the class. @throws ExpressionError with the position in the
   * expression
   */
  compile(source: string, scope: Scope): Compiled;
  /** Binds the whole script and returns its errors. Otherwise methods are bound when they are first called. */
  check(): readonly ExpressionError[];
  /**
   * Returns the errors of `check` because of which .NET does not compile the script either. The list is empty if the script uses types of
   * .NET that are not available here, since its other errors may follow from them.
   */
  refused(): readonly ExpressionError[];
}

/** Name of the class of which the script object is created, and whose fields are the objects of the report. */
const SCRIPT_CLASS = 'ReportScript';

/**
 * Parses a script and creates the object of its class: `ReportScript`, or else the first class. @throws ExpressionError with the position
 * in the script if it cannot be parsed
 */
export function loadScript(source: string, host: ScriptHost): Script {
  const { runtime: rt } = host;
  const isBasic = host.language === 'Vb';
  const unit = isBasic ? parseBasicUnit(source) : parseUnit(source);
  const program = declareProgram(unit, source, outsideOf(host), isBasic);
  const classes = program.types.filter(({ definition }) => definition.kind === 'class');
  const type = classes.find(({ definition }) => definition.name === SCRIPT_CLASS) ?? classes[0];
  const own = type ?? plainClass(program.world);
  let self: Value = null;
  const callOf = (): Call => ({ rt, t: [], type: own.definition.open });
  const object = (): Value => {
    if (self === null) {
      const constructor = methodsOf(own.definition, '.ctor').find(({ parameters }) => parameters.length === 0);
      if (!constructor)
        throw new ExpressionError(
          `CS7036: The class '${own.definition.name}' has no constructor without parameters`,
          source,
          0,
        );
      self = bounded(() => constructor.invoke(null, [], callOf()));
    }
    return self;
  };
  const methods = (name: string): MethodMember[] =>
    type
      ? lookup(type.definition.open, name, type.context(false)).flatMap(({ member }) =>
          member.k === 'method' && member.isScript ? [member] : [],
        )
      : [];
  return {
    has: (method) => methods(method).length > 0,
    call: (name, args) => {
      const found = methods(name);
      const method =
        found.find(({ parameters }) => parameters.length === args.length) ??
        found.find(({ parameters }) => parameters.length <= args.length);
      if (!method)
        throw new ExpressionError(
          `CS1501: No overload for method '${name}' takes ${String(args.length)} arguments`,
          source,
          0,
        );
      if (method.broken) throw method.broken;
      const owner = method.isStatic ? null : object();
      return bounded(() => method.invoke(owner, args.slice(0, method.parameters.length), callOf()));
    },
    resolveFunction: (name, args) =>
      type && methods(name).length > 0 ? functionOf(type, name, args, object) : undefined,
    compile: (code, scope) => compileExpression(code, scope, { world: program.world, type: own, object }),
    check: () => program.check(),
    refused: () => {
      const errors = program.check();
      return errors.some(({ message }) => isRefusal(message)) ? [] : errors;
    },
  };
}

/** Returns the class for expressions of a template whose script has none. */
function plainClass(world: World): ScriptType {
  const [type] = declareTypes(world, parseUnit(`class ${SCRIPT_CLASS} { }`).types);
  if (!type) throw new Error('A class without members cannot be declared');
  return type;
}

function outsideOf(host: ScriptHost): Outside {
  const known = new Map<string, { readonly type: Type; readonly read: () => Value } | undefined>();
  return {
    rt: host.runtime,
    object: (name) => {
      if (!known.has(name)) {
        const read = host.resolveObject(name);
        known.set(name, read && { type: hostType(host.typeOf?.(name) ?? '') ?? special('dynamic'), read });
      }
      return known.get(name);
    },
    type: hostType,
    create: (name, args) => host.resolveClass?.(name)?.(args),
    names: () => host.objectNames?.() ?? [],
    isFunction: (name) => builtInFunction(name) !== undefined,
    bindFunction: (name, args, position, context) => {
      const isBasic = host.language === 'Vb';
      const { isNull, runtime } = host;
      const type = context.type?.definition.name;
      if (isNull && type === SCRIPT_CLASS && isNullTest(name, isBasic)) return bindNullTest(args, isNull, position);
      return isBasic
        ? bindBasicFunction(name, args, position, runtime, type === SCRIPT_CLASS)
        : bindSharpFunction(context, name, args, position);
    },
  };
}

/** Returns the context for code outside the script that uses its members. */
function outer(type: ScriptType): Context {
  return type.context(false);
}

function frameOf(context: Context, self: Value, values: readonly Value[]): Frame {
  const v: Value[] = [...values];
  while (v.length < context.fn.slots) v.push(null);
  return { ...NO_FRAME, self, v, k: [], c: [] };
}

/** Binds a call of a script method by an expression: the overload is chosen once, by the types of the arguments. */
function functionOf(type: ScriptType, name: string, args: readonly Argument[], object: () => Value): BoundFunction {
  const context = outer(type);
  context.fn.slots = args.length;
  const given = args.map((argument, index): BoundArgument => ({
    name: undefined,
    mode: 'value',
    bound: argumentBound(context, argument.type, index),
  }));
  const callee = memberBound(
    context,
    lookup(type.definition.open, name, context),
    name,
    undefined,
    type.definition.open,
    [],
    0,
  );
  const bound = bindInvocation(context, callee, given, 0);
  let evaluate: Eval | undefined;
  const values = args.map((argument) => argument.evaluate);
  return {
    type: isDynamic(bound.type) ? 'object' : display(bound.type),
    variant: isVariant(bound.type),
    evaluate: () => {
      const ready = values.map((value) => inward(value()));
      const run = (evaluate ??= bound.emit());
      return bounded(() => run(frameOf(context, object(), ready)));
    },
  };
}

/** Converts a value of the expression engine for the script: a list becomes a List<object>. */
function inward(value: Value): Value {
  // All values of a cell are passed to a function as a list.
  const isList = value instanceof NetArray && !(value instanceof TypedArray) && value.elementType === 'object';
  return isList ? objectList(value.items) : value;
}

/** Returns a `List<object>` of values, as scripts see it. */
export function objectList(items: Iterable<Value>): ListObj {
  return new ListObj(need('List', 1).of([special('object')]), [...items]);
}

/** Returns an argument as a bound expression; if its static type is not known, the overload is chosen at run time. */
function argumentBound(context: Context, name: string, index: number): Bound {
  const type = name === 'object' || name === '' || name === 'null' ? undefined : typeByName(context, name);
  const mayBeNull = !type || !isValueType(type);
  return {
    type: type ?? special('dynamic'),
    position: 0,
    emit: () =>
      mayBeNull
        ? (frame) => frame.v[index] ?? null
        : (frame) => {
            const value = frame.v[index] ?? null;
            if (value === null) throw nullReference();
            return value;
          },
  };
}

function typeByName(context: Context, name: string): Type | undefined {
  try {
    const type = tryType(context, new Parser(name, tokenize(name)).type());
    return type && hostType(display(type)) === type && display(type) !== 'Color' ? undefined : type;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return undefined;
  }
}

/** Runs code; an overflow of the machine's stack becomes the limit of calls. */
function bounded<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw stackEndAsLimit(error);
  }
}

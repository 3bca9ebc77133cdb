import type { Argument, Bound, Candidate } from '../bound.ts';
import { isIntegral, isNumeric } from '../../runtime/arithmetic.ts';
import { fail } from '../context.ts';
import type { Context } from '../context.ts';
import { implicitConversion, widens as widensNumber } from './conversions.ts';
import { convert, noConversion, convertLoosely } from './convert.ts';
import { inferTypes, signatureOf } from './inference.ts';
import { methodsOf } from './lookup.ts';
import type { InferenceArgument } from './inference.ts';
import { groupReturn, lambdaErrors, lambdaReturn } from '../entry.ts';
import { isDelegate, isDynamic, isEnum, isSpecial, isVariant, specialOf, underlying } from './specials.ts';
import { ArrayType, display, NamedType, same, substitute, TypeParameter } from './types.ts';
import type { Parameter, Type } from './types.ts';

/** Overload resolution (C# specification, Overload resolution). */

/** A method chosen for a call. */
export interface Resolution {
  readonly candidate: Candidate;
  readonly typeArguments: readonly Type[];
  readonly parameters: readonly Parameter[];
  /** Index of the argument for each parameter; -1 for its default. */
  readonly map: readonly number[];
  /** Arguments that become the items of the `params` array; undefined in the normal form. */
  readonly expanded: readonly number[] | undefined;
  readonly returns: Type;
}

interface Applicable extends Resolution {
  /** Type of the parameter for each argument. */
  readonly argumentTypes: readonly Type[];
  /** The same before type parameters were replaced. */
  readonly openTypes: readonly Type[];
}

/** Chooses the method of a call. @throws ExpressionError with the compiler's message if no method fits or the call is ambiguous */
export function resolveOverload(
  context: Context,
  name: string,
  candidates: readonly Candidate[],
  args: readonly Argument[],
  typeArguments: readonly Type[],
  position: number,
): Resolution {
  const found = tryResolve(context, candidates, args, typeArguments);
  if (found === 'ambiguous') return ambiguous(context, name, candidates, position);
  return found ?? explain(context, name, candidates, args, typeArguments, position);
}

function ambiguous(context: Context, name: string, candidates: readonly Candidate[], position: number): never {
  const [a, b] = candidates;
  return fail(
    context,
    `CS0121: The call is ambiguous between the following methods or properties: '${describe(a, name)}' and '${describe(b, name)}'`,
    position,
  );
}

function describe(candidate: Candidate | undefined, name: string): string {
  if (!candidate) return name;
  return `${name}(${candidate.method.parameters.map(({ type }) => display(type)).join(', ')})`;
}

export function tryResolve(
  context: Context,
  candidates: readonly Candidate[],
  args: readonly Argument[],
  typeArguments: readonly Type[],
): Resolution | 'ambiguous' | undefined {
  const found = resolveAmong(context, candidates, args, typeArguments);
  if (found || !context.world.isBasic) return found;
  return resolveAmong({ ...context, narrows: true }, candidates, args, typeArguments);
}

function resolveAmong(
  context: Context,
  candidates: readonly Candidate[],
  args: readonly Argument[],
  typeArguments: readonly Type[],
): Resolution | 'ambiguous' | undefined {
  let applicable: Applicable[] = [];
  for (const candidate of candidates) {
    const normal = apply(context, candidate, args, typeArguments, false);
    if (normal) applicable.push(normal);
    else {
      const expanded = apply(context, candidate, args, typeArguments, true);
      if (expanded) applicable.push(expanded);
    }
  }
  // Methods of a base class are removed if one of a derived class applies.
  applicable = applicable.filter(
    ({ candidate }) =>
      !applicable.some(
        (other) =>
          other.candidate.type !== candidate.type &&
          !other.candidate.method.isExtension &&
          isBaseOf(candidate.type, other.candidate.type),
      ),
  );
  if (applicable.length <= 1) return applicable[0];
  if (context.narrows === true && narrowsToSeveral(applicable, args)) return 'ambiguous';
  const best = applicable.filter((one) =>
    applicable.every((other) => one === other || better(context, one, other, args)),
  );
  return best[0] ?? 'ambiguous';
}

/** Returns true where a text or a Boolean of Visual Basic would become the number of one of several methods. */
function narrowsToSeveral(applicable: readonly Applicable[], args: readonly Argument[]): boolean {
  return args.some(({ bound: { type, form } }, index) => {
    const wanted = applicable.map(({ argumentTypes }) => argumentTypes[index]);
    const isNumber = wanted.every((each) => each !== undefined && isNumeric(specialOf(each)));
    const isOther = form === undefined && (isSpecial(type, 'string') || isSpecial(type, 'bool'));
    return isOther && isNumber && new Set(wanted).size > 1;
  });
}

function isBaseOf(base: NamedType, derived: NamedType): boolean {
  return (
    base.definition !== derived.definition &&
    derived.definition.kind !== 'interface' &&
    derived.as(base.definition) !== undefined
  );
}

function apply(
  context: Context,
  candidate: Candidate,
  args: readonly Argument[],
  typeArguments: readonly Type[],
  expand: boolean,
): Applicable | undefined {
  const { method, type } = candidate;
  const { parameters } = method;
  const last = parameters.at(-1);
  if (expand && !last?.isParams) return undefined;
  const map = parameters.map(() => -1);
  const expanded: number[] = [];
  let named = false;
  for (const [index, argument] of args.entries()) {
    if (argument.name !== undefined) {
      const at = parameters.findIndex((parameter) => parameter.name === argument.name);
      if (at < 0 || map[at] !== -1) return undefined;
      if (at !== index) named = true;
      if (expand && at === parameters.length - 1) expanded.push(index);
      else map[at] = index;
      continue;
    }
    const at = argument.place ?? index;
    if (named) return undefined;
    if (expand && argument.place !== undefined && at >= parameters.length) return undefined;
    if (expand && at >= parameters.length - 1) expanded.push(index);
    else if (at >= parameters.length) return undefined;
    else map[at] = index;
  }
  for (const [index, parameter] of parameters.entries()) {
    if (map[index] !== -1 || (expand && index === parameters.length - 1)) continue;
    if (!parameter.initial) return undefined;
  }
  const openTypes = args.map((_argument, index) => {
    if (expanded.includes(index)) return last?.type instanceof ArrayType ? last.type.element : undefined;
    return parameters[map.indexOf(index)]?.type;
  });
  const within = openTypes.map((each) => each && substitute(each, type.environment));
  let types = typeArguments;
  if (method.typeParameters.length > 0 && typeArguments.length === 0) {
    const inferenceArgs: InferenceArgument[] = [];
    for (const [index, argument] of args.entries()) {
      const parameterType = within[index];
      if (parameterType && !argument.declare)
        inferenceArgs.push({
          bound: argument.bound,
          type: parameterType,
          isRef: argument.mode === 'ref' || argument.mode === 'out',
        });
    }
    const inferred = inferTypes(context, method.typeParameters, inferenceArgs);
    if (!inferred) return undefined;
    types = inferred;
  } else if (method.typeParameters.length !== typeArguments.length) return undefined;
  if (!satisfies(context, method.typeParameters, types)) return undefined;
  const environment = new Map([
    ...type.environment,
    ...method.typeParameters.map((parameter, index) => [parameter, types[index] ?? parameter] as const),
  ]);
  const argumentTypes: Type[] = [];
  for (const [index, argument] of args.entries()) {
    const open = openTypes[index];
    if (!open) return undefined;
    const wanted = substitute(open, environment);
    const mode = expanded.includes(index) ? 'value' : (parameters[map.indexOf(index)]?.mode ?? 'value');
    if (!accepts(context, argument, wanted, mode)) return undefined;
    argumentTypes.push(wanted);
  }
  return {
    candidate,
    typeArguments: types,
    parameters: parameters.map((parameter) => ({ ...parameter, type: substitute(parameter.type, environment) })),
    map,
    expanded: expand ? expanded : undefined,
    returns: substitute(method.returns, environment),
    argumentTypes,
    openTypes: openTypes.map((each, index) => each ?? argumentTypes[index] ?? type),
  };
}

/** Returns true if types satisfy the constraints of their parameters (C# specification, Satisfying constraints). */
function satisfies(context: Context, parameters: readonly TypeParameter[], types: readonly Type[]): boolean {
  return violation(context, parameters, types) === undefined;
}

/** Returns the first type that does not satisfy the constraints of its parameter, with the message of the error. */
export function violation(
  context: Context,
  parameters: readonly TypeParameter[],
  types: readonly Type[],
): { readonly index: number; message(owner: string): string } | undefined {
  const environment = new Map(parameters.map((parameter, index) => [parameter, types[index] ?? parameter] as const));
  for (const [index, parameter] of parameters.entries()) {
    const type = types[index];
    if (!type) return { index, message: () => 'CS0305: Using the generic type requires other type arguments' };
    const isValue =
      type instanceof TypeParameter ? type.isStruct : type instanceof NamedType && type.definition.isValueType;
    const must = (code: string, what: string) => ({
      index,
      message: (owner: string) =>
        `${code}: The type '${display(type)}' must be a ${what} in order to use it as parameter '${parameter.name}' in the generic type or method '${owner}'`,
    });
    if (parameter.isClass && isValue) return must('CS0452', 'reference type');
    if (parameter.isStruct && (!isValue || underlying(type))) return must('CS0453', 'non-nullable value type');
    if (parameter.hasNew && !isValue && !canCreate(type))
      return must('CS0310', 'non-abstract type with a public parameterless constructor');
    const missed = parameter.constraints.find(
      (constraint) => implicitConversion(type, substitute(constraint, environment), context, false) === undefined,
    );
    if (missed)
      return {
        index,
        message: (owner) =>
          `${isValue ? 'CS0315' : 'CS0311'}: The type '${display(type)}' cannot be used as type parameter '${parameter.name}' in the generic type or method '${owner}'. There is no implicit ${isValue ? 'boxing' : 'reference'} conversion from '${display(type)}' to '${display(substitute(missed, environment))}'.`,
      };
  }
  return undefined;
}

/** Returns true for a type that `new T()` can create (C# specification, Satisfying constraints). */
function canCreate(type: Type): boolean {
  if (type instanceof TypeParameter) return type.hasNew;
  if (!(type instanceof NamedType) || type.definition.isAbstract) return false;
  return methodsOf(type.definition, '.ctor').some(
    ({ parameters, access }) => parameters.length === 0 && access === 'public',
  );
}

function accepts(context: Context, argument: Argument, wanted: Type, mode: Parameter['mode']): boolean {
  if (mode === 'ref' || mode === 'out') {
    // Visual Basic has no keyword for arguments passed by reference. A value that is not a variable of the type is passed as a copy.
    if (context.world.isBasic && argument.mode === 'value') return becomes(context, argument.bound, wanted);
    if (argument.mode !== mode) return false;
    return argument.declare !== undefined || same(argument.bound.type, wanted);
  }
  if (argument.mode === 'ref' || argument.mode === 'out') return false;
  return becomes(context, argument.bound, wanted);
}

function becomes(context: Context, bound: Bound, wanted: Type): boolean {
  // Visual Basic converts no character to a number, not even one of type Object.
  const isOther = !isSpecial(wanted, 'char') && isNumeric(specialOf(wanted));
  if (context.world.isBasic && isSpecial(bound.type, 'char') && isOther) return false;
  if (context.world.isBasic && context.narrows !== true) {
    const isWide = widens(bound.type, wanted);
    if (isWide !== undefined) return isWide;
    // A constant that fits a narrower type becomes it in the second attempt only.
    const isNumber = bound.constant !== undefined && isNumeric(specialOf(bound.type)) && isNumeric(specialOf(wanted));
    if (isNumber) return implicitConversion(bound.type, wanted, context) !== undefined;
  }
  return (context.narrows === true ? convertLoosely : convert)(context, bound, wanted) !== undefined;
}

/**
 * Widening conversions of Visual Basic that C# does not have, and the other way round (Visual Basic language specification, Widening
 * Conversions); undefined where both agree.
 */
function widens(from: Type, to: Type): boolean | undefined {
  const [source, target] = [specialOf(from), specialOf(to)];
  if (isEnum(from) && isNumeric(target)) return target === 'int' || widensNumber('int', target);
  if (source === 'char' && target !== 'char') return target === 'string' ? true : isNumeric(target) ? false : undefined;
  return source === 'decimal' && (target === 'float' || target === 'double') ? true : undefined;
}

/** Returns true when one member is better than the other (C# specification, Better function member). */
function better(context: Context, a: Applicable, b: Applicable, args: readonly Argument[]): boolean {
  let isBetter = false;
  for (const [index, argument] of args.entries()) {
    const ta = a.argumentTypes[index];
    const tb = b.argumentTypes[index];
    if (!ta || !tb) continue;
    if (betterConversion(context, argument.bound, tb, ta)) return false;
    if (betterConversion(context, argument.bound, ta, tb)) isBetter = true;
  }
  if (isBetter) return true;
  // A member of another length is compared by its form alone, as the compiler does even for other types.
  const [usedA, usedB] = [usedParameters(a, args), usedParameters(b, args)];
  if (usedA !== usedB) {
    if (!a.expanded !== !b.expanded) return !a.expanded;
    return usedA === args.length;
  }
  if (!a.argumentTypes.every((type, index) => same(type, b.argumentTypes[index] ?? type))) return false;
  const ga = a.candidate.method.typeParameters.length > 0;
  const gb = b.candidate.method.typeParameters.length > 0;
  if (ga !== gb) return !ga;
  if (!a.expanded !== !b.expanded) return !a.expanded;
  if (a.expanded && b.expanded && a.parameters.length !== b.parameters.length)
    return a.parameters.length > b.parameters.length;
  let specific = 0;
  for (const [index, open] of a.openTypes.entries()) {
    const other = b.openTypes[index];
    if (other) specific += moreSpecific(open, other);
  }
  if (specific !== 0) return specific > 0;
  // Extension methods of the script take precedence over those of the library.
  if (a.candidate.method.isExtension && a.candidate.method.isScript !== b.candidate.method.isScript)
    return a.candidate.method.isScript;
  return false;
}

/** Number of parameters that a call uses, with those that have defaults; a parameter array counts once for each of its arguments. */
function usedParameters({ parameters, expanded }: Applicable, args: readonly Argument[]): number {
  if (!expanded) return parameters.length;
  return args.length < parameters.length ? parameters.length - 1 : args.length;
}

/** Returns 1 if `a` is more specific than `b`, -1 if it is less specific, 0 otherwise (C# specification, Better function member). */
function moreSpecific(a: Type, b: Type): number {
  const openA = a instanceof TypeParameter;
  const openB = b instanceof TypeParameter;
  if (openA !== openB) return openA ? -1 : 1;
  if (a instanceof ArrayType && b instanceof ArrayType) return moreSpecific(a.element, b.element);
  if (a instanceof NamedType && b instanceof NamedType && a.definition === b.definition)
    return Math.sign(a.args.reduce((sum, arg, index) => sum + moreSpecific(arg, b.args[index] ?? arg), 0));
  return 0;
}

/** Returns true when the conversion to `a` is better than that to `b` (C# specification, Better conversion from expression). */
function betterConversion(context: Context, bound: Bound, a: Type, b: Type): boolean {
  if (same(a, b)) return false;
  const exactA = exactly(context, bound, a);
  const exactB = exactly(context, bound, b);
  if (exactA !== exactB) return exactA;
  return betterTarget(context, bound, a, b);
}

function exactly(context: Context, bound: Bound, type: Type): boolean {
  if (bound.form === 'lambda') {
    const signature = signatureOf(type);
    if (!signature) return false;
    const returned = lambdaReturn(context, bound, signature.parameters);
    return returned !== undefined && same(returned, signature.returns);
  }
  if (bound.form !== undefined && bound.form !== 'tuple') return false;
  if (bound.form === 'tuple' && bound.items && type.kind === 'named' && type.special === 'tuple')
    return bound.items.every((item, index) => exactly(context, item, type.args[index] ?? type));
  return bound.type === type || (!isVariant(bound.type) && same(bound.type, type));
}

const SIGNED = new Set(['sbyte', 'short', 'int', 'long']);
const UNSIGNED = new Set(['byte', 'ushort', 'uint', 'ulong']);

function betterTarget(context: Context, bound: Bound, a: Type, b: Type): boolean {
  // Between targets dynamic is object: its conversions to other types are those of values.
  if (isDynamic(a) !== isDynamic(b)) return isDynamic(b) && !isSpecial(a, 'object');
  const isWide = (from: Type, to: Type): boolean =>
    implicitConversion(from, to, context) !== undefined || (context.world.isBasic && widens(from, to) === true);
  const [toB, toA] = [isWide(a, b), isWide(b, a)];
  if (toB !== toA) return toB;
  if (isDelegate(a) && isDelegate(b) && (bound.form === 'lambda' || bound.form === 'group')) {
    const [sa, sb] = [signatureOf(a), signatureOf(b)];
    if (!sa || !sb) return false;
    if (isSpecial(sb.returns, 'void') && !isSpecial(sa.returns, 'void')) return true;
    if (isSpecial(sa.returns, 'void') || isSpecial(sb.returns, 'void') || same(sa.returns, sb.returns)) return false;
    const returned =
      bound.form === 'lambda'
        ? lambdaReturn(context, bound, sa.parameters)
        : groupReturn(context, bound, sa.parameters);
    if (returned && same(returned, sa.returns)) return true;
    if (returned && same(returned, sb.returns)) return false;
    return betterTarget(context, { ...bound, form: undefined }, sa.returns, sb.returns);
  }
  const [sa, sb] = [specialOf(underlying(a) ?? a), specialOf(underlying(b) ?? b)];
  return isIntegral(sa) && isIntegral(sb) && SIGNED.has(sa ?? '') && UNSIGNED.has(sb ?? '');
}

/** Throws the error that explains why no candidate applies. */
function explain(
  context: Context,
  name: string,
  candidates: readonly Candidate[],
  args: readonly Argument[],
  typeArguments: readonly Type[],
  position: number,
): never {
  for (const { bound } of args) {
    const [first] = bound.form === 'lambda' ? lambdaErrors(bound) : [];
    if (first) throw first;
  }
  const title = name === '.ctor' ? (candidates[0]?.type.definition.name ?? name) : name;
  const matching = candidates.filter(({ method }) => {
    const least = method.parameters.filter(({ initial, isParams }) => !initial && !isParams).length;
    return args.length >= least && (args.length <= method.parameters.length || method.parameters.at(-1)?.isParams);
  });
  const [only] = matching;
  if (!only) {
    const named = args.find(
      (each) =>
        each.name !== undefined &&
        !candidates.some(({ method }) => method.parameters.some((parameter) => parameter.name === each.name)),
    );
    if (named)
      fail(
        context,
        `CS1739: The best overload for '${title}' does not have a parameter named '${named.name ?? ''}'`,
        position,
      );
    const [single] = candidates;
    const missing =
      candidates.length === 1 && single
        ? single.method.parameters.slice(args.length).find(({ initial, isParams }) => !initial && !isParams)
        : undefined;
    if (missing && single && !args.some((each) => each.name !== undefined))
      fail(
        context,
        `CS7036: There is no argument given that corresponds to the required formal parameter '${missing.name}' of '${describe(single, title)}'`,
        position,
      );
    if (candidates[0]?.method.name === '.ctor')
      fail(
        context,
        `CS1729: '${title}' does not contain a constructor that takes ${String(args.length)} arguments`,
        position,
      );
    fail(context, `CS1501: No overload for method '${title}' takes ${String(args.length)} arguments`, position);
  }
  const { method, type } = only;
  const unknown = args.find(
    ({ name: written }) => written !== undefined && !method.parameters.some((parameter) => parameter.name === written),
  );
  if (unknown && candidates.length === 1)
    fail(
      context,
      `CS1739: The best overload for '${title}' does not have a parameter named '${unknown.name ?? ''}'`,
      unknown.bound.position,
    );
  for (const [index, argument] of args.entries()) {
    const at =
      argument.name === undefined
        ? Math.min(index, method.parameters.length - 1)
        : method.parameters.findIndex((parameter) => parameter.name === argument.name);
    const parameter = method.parameters[at];
    if (!parameter) continue;
    const wanted = substitute(
      parameter.type,
      new Map([
        ...type.environment,
        ...method.typeParameters.map((each, place) => [each, typeArguments[place] ?? each] as const),
      ]),
    );
    if (
      !context.world.isBasic &&
      (argument.mode === 'ref' || argument.mode === 'out') !== (parameter.mode === 'ref' || parameter.mode === 'out')
    )
      fail(
        context,
        parameter.mode === 'value'
          ? `CS1615: Argument ${String(index + 1)} may not be passed with the '${argument.mode}' keyword`
          : `CS1620: Argument ${String(index + 1)} must be passed with the '${parameter.mode}' keyword`,
        argument.bound.position,
      );
    const open = method.typeParameters.length > 0 && typeArguments.length === 0;
    if (open || parameter.isParams || accepts(context, argument, wanted, parameter.mode)) continue;
    if (argument.bound.form !== undefined) noConversion(context, argument.bound, wanted);
    fail(
      context,
      `CS1503: Argument ${String(index + 1)}: cannot convert from '${display(argument.bound.type)}' to '${display(wanted)}'. Cannot implicitly convert type '${display(argument.bound.type)}' to '${display(wanted)}'`,
      argument.bound.start ?? argument.bound.position,
    );
  }
  if (method.typeParameters.length > 0 && typeArguments.length === 0)
    fail(
      context,
      `CS0411: The type arguments for method '${title}' cannot be inferred from the usage. Try specifying the type arguments explicitly.`,
      position,
    );
  fail(
    context,
    `CS1503: The arguments do not fit '${title}(${method.parameters.map((parameter) => display(parameter.type)).join(', ')})'`,
    position,
  );
}

/** Returns true for a type whose calls are bound when they run. A Variant is none in C#: its members and conversions are known. */
export function bindsLate(context: Context, type: Type): boolean {
  return isDynamic(type) && (context.world.isBasic || !isVariant(type));
}

export function hasDynamic(context: Context, args: readonly Argument[]): boolean {
  return args.some(({ bound }) => bindsLate(context, bound.type));
}

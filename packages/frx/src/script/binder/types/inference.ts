import { varianceOf } from '../../runtime/values.ts';
import type { Bound } from '../bound.ts';
import type { Context } from '../context.ts';
import { implicitConversion, isReference } from './conversions.ts';
import { groupReturn, lambdaReturn } from '../entry.ts';
import {
  isDelegate,
  isDynamic,
  isEnum,
  isSpecial,
  isTuple,
  isVariant,
  special,
  specialOf,
  underlying,
} from './specials.ts';
import { ArrayType, display, NamedType, same, substitute, TypeParameter } from './types.ts';
import type { Parameter, Type } from './types.ts';

/** Type inference of generic methods (C# specification, Type inference). */

interface Bounds {
  readonly exact: Set<Type>;
  readonly lower: Set<Type>;
  readonly upper: Set<Type>;
}

/** An argument with the type of its parameter, in which type parameters are not replaced. */
export interface InferenceArgument {
  readonly bound: Bound;
  readonly type: Type;
  readonly isRef: boolean;
}

export function signatureOf(
  type: Type,
): { parameters: readonly Type[]; modes: readonly Parameter['mode'][]; returns: Type } | undefined {
  if (!isDelegate(type)) return undefined;
  const signature = type.definition.signature?.();
  if (!signature) return undefined;
  return {
    parameters: signature.parameters.map((parameter) => substitute(parameter.type, type.environment)),
    modes: signature.parameters.map(({ mode }) => mode),
    returns: substitute(signature.returns, type.environment),
  };
}

/** Returns the type arguments of a call; undefined if they cannot be inferred. */
export function inferTypes(
  context: Context,
  parameters: readonly TypeParameter[],
  args: readonly InferenceArgument[],
): Type[] | undefined {
  const inference = new Inference(context, parameters, args);
  return inference.run();
}

class Inference {
  readonly #context: Context;
  readonly #parameters: readonly TypeParameter[];
  readonly #args: readonly InferenceArgument[];
  readonly #bounds = new Map<TypeParameter, Bounds>();
  readonly #fixed = new Map<TypeParameter, Type>();
  readonly #pending: Set<InferenceArgument>;

  constructor(context: Context, parameters: readonly TypeParameter[], args: readonly InferenceArgument[]) {
    this.#context = context;
    this.#parameters = parameters;
    this.#args = args;
    for (const parameter of parameters)
      this.#bounds.set(parameter, { exact: new Set(), lower: new Set(), upper: new Set() });
    this.#pending = new Set(args.filter(({ bound, type }) => this.#hasOutput(bound) && signatureOf(type)));
  }

  #hasOutput(bound: Bound): boolean {
    return bound.form === 'lambda' || bound.form === 'group';
  }

  run(): Type[] | undefined {
    for (const argument of this.#args) this.#first(argument.bound, argument.type, argument.isRef);
    for (let turn = 0; turn < 20; turn++) {
      if (this.#fixed.size === this.#parameters.length) break;
      const progress = this.#outputs();
      const open = this.#parameters.filter((parameter) => !this.#fixed.has(parameter));
      const independent = open.filter((parameter) => this.#hasBounds(parameter) && !this.#dependsOnOpen(parameter));
      const chosen =
        independent.length > 0
          ? independent
          : open.filter((parameter) => this.#hasBounds(parameter) && this.#isNeeded(parameter));
      if (chosen.length === 0 && !progress) break;
      for (const parameter of chosen) if (!this.#fix(parameter)) return undefined;
    }
    const result: Type[] = [];
    for (const parameter of this.#parameters) {
      const type = this.#fixed.get(parameter);
      if (!type) return undefined;
      result.push(type);
    }
    return result;
  }

  #first(bound: Bound, type: Type, isRef: boolean): void {
    if (bound.form === 'lambda') {
      const signature = signatureOf(type);
      bound.lambda?.parameters?.forEach((parameter, index) => {
        const given = parameter.type && bound.syntax ? lambdaParameterType(this.#context, bound, index) : undefined;
        const wanted = signature?.parameters[index];
        if (given && wanted) this.#exact(given, wanted);
      });
      return;
    }
    if (bound.form === 'tuple' && bound.items) {
      const target = underlying(type) ?? type;
      if (isTuple(target) && target.args.length === bound.items.length) {
        bound.items.forEach((item, index) => {
          const part = target.args[index];
          if (part) this.#first(item, part, false);
        });
        return;
      }
    }
    if (bound.form !== undefined && bound.form !== 'tuple' && bound.form !== 'arms') return;
    if (isSpecial(bound.type, 'null') || isSpecial(bound.type, 'error') || isSpecial(bound.type, 'void')) return;
    if (isRef) this.#exact(bound.type, type);
    else this.#lower(bound.type, type);
  }

  #mentions(type: Type, parameter: TypeParameter): boolean {
    if (type instanceof TypeParameter) return type === parameter;
    if (type instanceof ArrayType) return this.#mentions(type.element, parameter);
    return type.args.some((arg) => this.#mentions(arg, parameter));
  }

  #isOpen(type: Type): boolean {
    return this.#parameters.some((parameter) => !this.#fixed.has(parameter) && this.#mentions(type, parameter));
  }

  #inputs(argument: InferenceArgument): readonly Type[] {
    const { bound } = argument;
    // A lambda with explicit parameter types depends on none.
    if (
      bound.form === 'lambda' &&
      (!bound.lambda?.parameters || bound.lambda.parameters.every(({ type }) => type !== undefined))
    )
      return [];
    return signatureOf(argument.type)?.parameters ?? [];
  }

  #outputs(): boolean {
    let progress = false;
    for (const argument of this.#pending) {
      if (this.#inputs(argument).some((type) => this.#isOpen(type))) continue;
      this.#pending.delete(argument);
      const signature = signatureOf(argument.type);
      if (!signature) continue;
      const { bound } = argument;
      // The result of a lambda with explicit parameter types can be inferred before the parameter types of the method.
      const given = signature.parameters.map(
        (type, index) =>
          (bound.form === 'lambda' && bound.lambda?.parameters?.[index]?.type && bound.syntax
            ? lambdaParameterType(this.#context, bound, index)
            : undefined) ?? substitute(type, this.#fixed),
      );
      const returned =
        bound.form === 'lambda' ? lambdaReturn(this.#context, bound, given) : groupReturn(this.#context, bound, given);
      if (returned && !isSpecial(returned, 'null') && !isSpecial(returned, 'void')) {
        this.#lower(returned, signature.returns);
        progress = true;
      }
    }
    return progress;
  }

  #hasBounds(parameter: TypeParameter): boolean {
    const bounds = this.#bounds.get(parameter);
    return bounds !== undefined && bounds.exact.size + bounds.lower.size + bounds.upper.size > 0;
  }

  /** Returns true when the type of a parameter depends on another one that is not inferred yet. */
  #dependsOnOpen(parameter: TypeParameter): boolean {
    for (const argument of this.#pending) {
      const signature = signatureOf(argument.type);
      if (
        signature &&
        this.#mentions(signature.returns, parameter) &&
        this.#inputs(argument).some((type) => this.#isOpen(type))
      )
        return true;
    }
    return false;
  }

  #isNeeded(parameter: TypeParameter): boolean {
    for (const argument of this.#pending)
      if (this.#inputs(argument).some((type) => this.#mentions(type, parameter))) return true;
    return false;
  }

  #add(kind: keyof Bounds, parameter: TypeParameter, type: Type): void {
    this.#bounds.get(parameter)?.[kind].add(type);
  }

  #openParameter(type: Type): TypeParameter | undefined {
    return type instanceof TypeParameter && this.#bounds.has(type) && !this.#fixed.has(type) ? type : undefined;
  }

  #exact(from: Type, to: Type): void {
    const parameter = this.#openParameter(to);
    if (parameter) this.#add('exact', parameter, from);
    else if (from instanceof ArrayType && to instanceof ArrayType && from.rank === to.rank)
      this.#exact(from.element, to.element);
    else if (from instanceof NamedType && to instanceof NamedType && from.definition === to.definition)
      from.args.forEach((arg, index) => {
        const wanted = to.args[index];
        if (wanted) this.#exact(arg, wanted);
      });
  }

  #lower(from: Type, to: Type): void {
    const parameter = this.#openParameter(to);
    if (parameter) {
      this.#add('lower', parameter, from);
      return;
    }
    if (from instanceof ArrayType) {
      const element =
        to instanceof ArrayType
          ? to.rank === from.rank
            ? to.element
            : undefined
          : to instanceof NamedType && to.args.length === 1 && to.definition.kind === 'interface'
            ? to.args[0]
            : undefined;
      if (!element) return;
      if (isReference(from.element)) this.#lower(from.element, element);
      else this.#exact(from.element, element);
      return;
    }
    const inner = underlying(to);
    if (inner) {
      this.#lower(underlying(from) ?? from, inner);
      return;
    }
    if (!(to instanceof NamedType)) return;
    if (from instanceof TypeParameter) {
      for (const constraint of from.constraints) this.#lower(constraint, to);
      return;
    }
    if (from.args.length > 0 && from.definition === to.definition && isTuple(from)) {
      from.args.forEach((arg, index) => {
        const wanted = to.args[index];
        if (wanted) this.#lower(arg, wanted);
      });
      return;
    }
    const bases =
      from.definition === to.definition ? [from] : from.bases.filter(({ definition }) => definition === to.definition);
    // With several candidates nothing is inferred.
    const [base] = bases;
    if (!base || bases.length > 1) return;
    base.args.forEach((arg, index) => {
      const wanted = to.args[index];
      if (!wanted) return;
      const kind = isReference(arg) ? varianceOf(to.definition, index) : '-';
      if (kind === 'o') this.#lower(arg, wanted);
      else if (kind === 'i') this.#upper(arg, wanted);
      else this.#exact(arg, wanted);
    });
  }

  #upper(from: Type, to: Type): void {
    const parameter = this.#openParameter(to);
    if (parameter) {
      this.#add('upper', parameter, from);
      return;
    }
    if (from instanceof ArrayType && to instanceof ArrayType) this.#exact(from.element, to.element);
    else if (from instanceof NamedType && to instanceof NamedType && from.definition === to.definition)
      this.#exact(from, to);
  }

  #fix(parameter: TypeParameter): boolean {
    const bounds = this.#bounds.get(parameter);
    if (!bounds) return false;
    const all = [...bounds.exact, ...bounds.lower, ...bounds.upper];
    const converts = (from: Type, to: Type): boolean =>
      same(from, to) || implicitConversion(from, to, this.#context, false) !== undefined;
    let candidates = all.filter(
      (type) =>
        [...bounds.exact].every((exact) => same(exact, type)) &&
        [...bounds.lower].every((lower) => converts(lower, type)) &&
        [...bounds.upper].every((upper) => converts(type, upper)),
    );
    if (candidates.length > 1) {
      const best = candidates.filter((type) =>
        candidates.every((other) =>
          bounds.upper.size > 0 && bounds.lower.size === 0 ? converts(type, other) : converts(other, type),
        ),
      );
      if (best.length > 0) candidates = best;
    }
    const [first] = candidates;
    if (!first || candidates.some((type) => !same(type, first))) return false;
    this.#fixed.set(parameter, candidates.find(isDynamic) ?? first);
    return true;
  }
}

/** Returns the explicit type of a lambda's parameter. */
function lambdaParameterType(_context: Context, bound: Bound, index: number): Type | undefined {
  return (bound as Bound & { parameterTypes?: readonly (Type | undefined)[] }).parameterTypes?.[index];
}

/** Numeric types of Visual Basic, each of which widens to the ones behind it. */
const WIDENING = ['byte', 'short', 'int', 'long', 'decimal', 'float', 'double'];

/** Returns the dominant type of expressions without a common one in Visual Basic: the widest number, or else Object. */
export function dominantType(parts: readonly Bound[]): Type | undefined {
  if (parts.some(({ form }) => form !== undefined && form !== 'default')) return undefined;
  const types = parts
    .filter(({ form }) => form === undefined)
    .map(({ type }) => WIDENING.indexOf(isEnum(type) ? 'int' : (specialOf(type) ?? '')));
  if (!types.includes(-1)) return special(WIDENING[Math.max(...types)] as 'int');
  // Otherwise the only one to which all the others become narrower.
  const all = [...new Set(parts.filter(({ form }) => form === undefined).map(({ type }) => type))];
  const narrower = all.filter((to) => all.every((from) => from === to || narrows(from, to)));
  return narrower.length === 1 ? narrower[0] : special('object');
}

/** Returns true if a basic type of Visual Basic converts to another one with Option Strict Off. */
function narrows(from: Type, to: Type): boolean {
  const [a, b] = [from, to].map((type) => {
    const kind = isEnum(type) ? 'int' : (specialOf(type) ?? (display(type) === 'DateTime' ? 'date' : ''));
    return WIDENING.includes(kind) || kind === 'bool' ? 'number' : kind;
  });
  return (a === 'number' && b === 'number') || [a, b].every((kind) => kind === 'string' || kind === 'number' || kind === 'char' || kind === 'date') && (a === 'string' || b === 'string'); // prettier-ignore
}

/** Returns the best common type of several expressions (C# specification, Finding the best common type of a set of expressions). */
export function bestCommonType(context: Context, parts: readonly Bound[]): Type | undefined {
  const types = new Set<Type>();
  for (const part of parts) if (part.form === undefined || (part.form === 'tuple' && !isSpecial(part.type, 'error')) || (part.form === 'arms' && !isSpecial(part.type, 'error'))) types.add(part.type); // prettier-ignore
  const candidates = [...types].filter((type) => !isSpecial(type, 'null') && !isSpecial(type, 'error'));
  const [total] = candidates.filter((type) => isVariant(type));
  if (total && !context.world.isBasic) {
    const others = candidates.filter((type) => !isVariant(type));
    return others.length === 0 ? total : others.find((type) => isDynamic(type) || isSpecial(type, 'object'));
  }
  if (candidates.some(isDynamic)) return special('dynamic');
  const best = candidates.filter((type) =>
    candidates.every((other) => same(other, type) || implicitConversion(other, type, context) !== undefined),
  );
  return best[0] && withCommonNames(best[0], best);
}

/** Returns a tuple type with the names of elements that all of several types without another difference have. */
export function withCommonNames(type: Type, all: readonly Type[]): Type {
  if (!(type instanceof NamedType) || !type.names) return type;
  const names = type.names.map((name, at) =>
    all.every((other) => other instanceof NamedType && other.names?.[at] === name) ? name : undefined,
  );
  const plainTuple = type.plain ?? type;
  return names.some((name) => name !== undefined) ? plainTuple.withNames(names) : plainTuple;
}

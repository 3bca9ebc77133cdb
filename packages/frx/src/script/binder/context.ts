import { ExpressionError } from '../../expression/errors.ts';
import { nearest } from '../../expression/similar.ts';
import type { Runtime } from '../../expression/scope.ts';
import type { Value } from '../../expression/values.ts';
import type { Argument, Bound } from './bound.ts';
import type { NamedType, Type, TypeDefinition, TypeParameter } from './types/types.ts';

/** Objects and types outside of the script: those of the report. */
export interface Outside {
  readonly rt: Runtime;
  /** An object of the report by its name, with its type. */
  object(name: string): { readonly type: Type; readonly read: () => Value } | undefined;
  type(name: string): NamedType | undefined;
  /** Returns true when every report has a function of that name. */
  isFunction?(name: string): boolean;
  /** A function of the report that is no method of the script, called by code of the class that is named. */
  bindFunction?(name: string, args: readonly Argument[], position: number, type?: string): Bound | undefined;
  /** A function that stands before the methods of the script: those of an expression in a cell of an advanced matrix. */
  bindFirst?(name: string, args: readonly Argument[], position: number): Bound | undefined;
  /** `[Source.Column]` in an expression of a template. */
  data?(context: Context, path: string, position: number): Bound;
  /** `new` of a class of the report engine. */
  readonly create?: (name: string, args: readonly Value[]) => Value | undefined;
  names(): readonly string[];
}

/** A script as a whole. */
export interface World {
  readonly source: string;
  readonly outside: Outside;
  /** The script is Visual Basic: names without regard to case, conversions of Option Strict Off, elements in round brackets. */
  readonly isBasic: boolean;
  /** Types that the script declares outside of others, by name and number of type parameters. */
  types(name: string, arity: number): TypeDefinition | undefined;
  /** Types of the library that are written in C#. */
  written(name: string, arity: number): TypeDefinition | undefined;
  readonly typeNames: readonly string[];
  /** Classes of the script with extension methods. */
  readonly extensions: readonly TypeDefinition[];
  /** `using X = …` and `using static …`. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly statics: readonly string[];
  /** Most names for which messages contain suggestions. */
  readonly suggestions: { left: number };
  /** Namespaces the script declares. */
  readonly namespaces: ReadonlySet<string>;
}

/** A local variable or parameter. */
export interface Variable {
  readonly kind: 'variable';
  readonly name: string;
  readonly type: Type;
  readonly slot: number;
  readonly owner: FunctionContext;
  /** The slot holds a reference to a variable elsewhere. */
  readonly isRef: boolean;
  readonly constant: { readonly value: Value } | undefined;
  readonly isReadOnly: boolean;
  captured: boolean;
}

/** A range variable of a query: a path of members from a parameter. */
interface Alias {
  readonly kind: 'alias';
  readonly name: string;
  bind(position: number, context: Context): Bound;
}

interface LocalFunction {
  readonly kind: 'function';
  readonly name: string;
  bind(position: number, context: Context): Bound;
}

export type Local = Variable | Alias | LocalFunction;

/** One method, lambda or local function as it is bound. */
export class FunctionContext {
  readonly parent: FunctionContext | undefined;
  slots = 0;
  /** Variables of outer functions, in the order of `Frame.c`. */
  readonly captures: Variable[] = [];
  /** Type of `return`; undefined while it is inferred. */
  returns: Type | undefined;
  /** Expressions of `return` while the type is inferred. */
  readonly results: Bound[] = [];
  returnsNothing = false;
  /** Type of `yield return`. */
  yields: Type | undefined;
  isIterator = false;
  /** `return ref`: the result is a variable. */
  returnsRef = false;
  readonly isAsync: boolean;
  readonly errors: ExpressionError[] = [];
  constructor(parent: FunctionContext | undefined, returns: Type | undefined, isAsync = false) {
    this.parent = parent;
    this.returns = returns;
    this.isAsync = isAsync;
  }

  /** Index in `Frame.c` of an outer function's variable. */
  capture(variable: Variable): number {
    variable.captured = true;
    if (this.parent && this.parent !== variable.owner) this.parent.capture(variable);
    let index = this.captures.indexOf(variable);
    if (index < 0) index = this.captures.push(variable) - 1;
    return index;
  }
}

/** The names of a block. */
export class Scope {
  readonly parent: Scope | undefined;
  readonly names = new Map<string, Local>();
  /** Variables that live as long as the block runs. */
  readonly owned: Variable[] = [];
  /** Names that scopes inside of this one declare in the same function. */
  readonly inner = new Set<string>();
  /** The parameters of a function: names around it may be declared again inside. */
  readonly isFunction: boolean;
  constructor(parent: Scope | undefined, isFunction = false) {
    this.parent = parent;
    this.isFunction = isFunction;
  }

  find(name: string): Local | undefined {
    return this.names.get(name) ?? this.parent?.find(name);
  }

  all(): string[] {
    return [...this.names.keys(), ...(this.parent?.all() ?? [])];
  }
}

/** Position of an expression. */
export interface Context {
  readonly world: World;
  /** The class around it, its type parameters open. */
  readonly type: NamedType | undefined;
  readonly isStatic: boolean;
  readonly typeParameters: ReadonlyMap<string, TypeParameter>;
  readonly fn: FunctionContext;
  readonly scope: Scope;
  readonly checked: boolean;
  /** Inside of `unchecked`: constants may overflow. */
  readonly unchecked?: boolean;
  /** Visual Basic: arguments may become narrower types, because no method takes them as they are. */
  readonly narrows?: boolean;
  /** Name of the member around it, for CallerMemberName. */
  readonly member?: string;
  /** Code of a constructor: read-only fields may be set. */
  readonly isConstructor: boolean;
  /** Inside a lambda that is only tried. */
  readonly depth: number;
}

export function fail(context: Context, message: string, position: number): never {
  throw new ExpressionError(message, context.world.source, position);
}

/** Adds a variable to the scope at hand. Throws CS0128 when the name is taken. */
export function declareVariable(
  context: Context,
  name: string,
  type: Type,
  position: number,
  options: { isRef?: boolean; constant?: { value: Value }; isReadOnly?: boolean } = {},
): Variable {
  const { scope, fn } = context;
  if (scope.names.has(name))
    fail(context, `CS0128: A local variable or function named '${name}' is already defined in this scope`, position);
  const used = (): never =>
    fail(
      context,
      `CS0136: A local or parameter named '${name}' cannot be declared in this scope because that name is used in an enclosing local scope`,
      position,
    );
  if (scope.inner.has(name)) used();
  for (let each = scope; each.parent && !each.isFunction; each = each.parent) {
    if (each.parent.names.get(name)?.kind === 'variable') used();
    each.parent.inner.add(name);
  }
  const variable: Variable = {
    kind: 'variable',
    name,
    type,
    slot: fn.slots++,
    owner: fn,
    isRef: options.isRef ?? false,
    constant: options.constant,
    isReadOnly: options.isReadOnly ?? false,
    captured: false,
  };
  scope.names.set(name, variable);
  scope.owned.push(variable);
  return variable;
}

/** A name close to a wrong one, for "did you mean"; after the first errors of a script nothing is suggested any more. */
export function similar(context: Context, name: string, all: () => Iterable<string>): string {
  if (context.world.suggestions.left-- <= 0) return '';
  const best = nearest(
    name,
    Array.from(all()).filter((each) => !each.startsWith('.') && !each.endsWith('[]')),
  );
  return best === undefined ? '' : `; did you mean '${best}'?`;
}

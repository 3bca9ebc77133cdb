import type { AsyncEffects } from './statements/asyncEffects.ts';
import { ExpressionError } from '../../expression/errors.ts';
import { nearest } from '../../expression/similar.ts';
import type { Runtime } from '../../expression/scope.ts';
import type { Value } from '../../expression/values/values.ts';
import type { Argument, Bound } from './bound.ts';
import type { NamedType, Type, TypeDefinition, TypeParameter } from './types/types.ts';

/** Objects, types and functions of the report, which are declared outside the script. */
export interface Outside {
  readonly rt: Runtime;
  /** Resolves an object of the report by name. */
  object(name: string): { readonly type: Type; readonly read: () => Value } | undefined;
  type(name: string): NamedType | undefined;
  /** Returns true if every report has a function of that name. */
  isFunction?(name: string): boolean;
  /** Binds a function of the report that is not a method of the script, called in a context. */
  bindFunction?(name: string, args: readonly Argument[], position: number, context: Context): Bound | undefined;
  /** Binds a function that takes precedence over the methods of the script: those in a cell of an advanced matrix. */
  bindFirst?(name: string, args: readonly Argument[], position: number): Bound | undefined;
  /** Binds `[Source.Column]` in an expression of a template. */
  data?(context: Context, path: string, position: number): Bound;
  /** Creates an object of a class of the report engine. */
  readonly create?: (name: string, args: readonly Value[]) => Value | undefined;
  names(): readonly string[];
}

/** The declarations of a whole script. */
export interface World {
  readonly source: string;
  readonly outside: Outside;
  /** The script is in Visual Basic: names ignore case, conversions are those of Option Strict Off, and indexers use parentheses. */
  readonly isBasic: boolean;
  /** Returns a top-level type of the script by name and number of type parameters. */
  types(name: string, arity: number): TypeDefinition | undefined;
  /** Returns a type of the library that is implemented in C#. */
  written(name: string, arity: number): TypeDefinition | undefined;
  readonly typeNames: readonly string[];
  /** Classes of the script with extension methods. */
  readonly extensions: readonly TypeDefinition[];
  /** `using X = …` and `using static …`. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly statics: readonly string[];
  /** Number of names for which messages may still contain suggestions. */
  readonly suggestions: { left: number };
  /** Effects of the async functions of the script; undefined where it has none. */
  readonly asyncEffects: AsyncEffects | undefined;
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

/** A name that stands for another expression, such as a range variable of a query for a path of members. */
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

/** A method, lambda or local function that is being bound. */
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

  /** Captures a variable of an outer function; returns its index in `Frame.c`. */
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
  /** Variables whose lifetime is one execution of the block. */
  readonly owned: Variable[] = [];
  /** Names declared by inner scopes of the same function. */
  readonly inner = new Set<string>();
  /** The scope contains the parameters of a function: names outside it may be declared again inside. */
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

/** Context in which code is bound. */
export interface Context {
  readonly world: World;
  /** The enclosing class, in which type parameters are not replaced. */
  readonly type: NamedType | undefined;
  readonly isStatic: boolean;
  readonly typeParameters: ReadonlyMap<string, TypeParameter>;
  readonly fn: FunctionContext;
  readonly scope: Scope;
  readonly checked: boolean;
  /** Inside `unchecked`: constants may overflow. */
  readonly unchecked?: boolean;
  /** Visual Basic: arguments may be narrowed, because no method accepts them unchanged. */
  readonly narrows?: boolean;
  /** Name of the enclosing member, for CallerMemberName. */
  readonly member?: string;
  /** The code belongs to a constructor: read-only fields may be set. */
  readonly isConstructor: boolean;
  /** Number of enclosing lambdas. */
  readonly depth: number;
}

export function fail(context: Context, message: string, position: number): never {
  throw new ExpressionError(message, context.world.source, position);
}

/** Adds a variable to the current scope. @throws ExpressionError CS0128 if the name is in use */
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

/** Returns the suggestion "did you mean" for an unknown name, or an empty text. After the first errors of a script nothing is suggested. */
export function similar(context: Context, name: string, all: () => Iterable<string>): string {
  if (context.world.suggestions.left-- <= 0) return '';
  const best = nearest(
    name,
    Array.from(all()).filter((each) => !each.startsWith('.') && !each.endsWith('[]')),
  );
  return best === undefined ? '' : `; did you mean '${best}'?`;
}

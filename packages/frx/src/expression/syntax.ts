import type { TypeName, Value } from './values.ts';

/** The syntax tree of C# expressions. `position` is the 0-based character in the source a message points to. */
export type Expression =
  | LiteralExpression
  | NameExpression
  | DataExpression
  | MemberExpression
  | CallExpression
  | IndexExpression
  | UnaryExpression
  | BinaryExpression
  | ConditionalExpression
  | CastExpression
  | TypeTestExpression
  | PatternExpression
  | SwitchExpression
  | NewExpression
  | NewArrayExpression
  | AssignExpression
  | IncrementExpression
  | InterpolatedExpression
  | LambdaExpression
  | TypeExpression
  | AwaitExpression
  | OutExpression;

interface Node {
  readonly position: number;
}

export interface LiteralExpression extends Node {
  readonly kind: 'literal';
  readonly value: Value;
}

/** An identifier, also `this`. */
export interface NameExpression extends Node {
  readonly kind: 'name';
  readonly name: string;
}

/** `[Source.Column]`, `[Row#]`: the name of data as the template writes it. */
export interface DataExpression extends Node {
  readonly kind: 'data';
  readonly name: string;
}

export interface MemberExpression extends Node {
  readonly kind: 'member';
  readonly target: Expression;
  readonly name: string;
  /** `?.`: null when the target is null. */
  readonly conditional: boolean;
}

export interface CallExpression extends Node {
  readonly kind: 'call';
  readonly target: Expression;
  readonly typeArguments: readonly TypeName[];
  readonly args: readonly Expression[];
  /** Where each argument is written, from and to. */
  readonly spans: readonly (readonly [number, number])[];
}

export interface IndexExpression extends Node {
  readonly kind: 'index';
  readonly target: Expression;
  readonly args: readonly Expression[];
  readonly conditional: boolean;
}

export interface UnaryExpression extends Node {
  readonly kind: 'unary';
  readonly operator: '-' | '+' | '!' | '~';
  readonly operand: Expression;
}

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '=='
  | '!='
  | '<'
  | '>'
  | '<='
  | '>='
  | '&&'
  | '||'
  | '&'
  | '|'
  | '^'
  | '<<'
  | '>>'
  | '??';

export interface BinaryExpression extends Node {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export interface ConditionalExpression extends Node {
  readonly kind: 'conditional';
  readonly condition: Expression;
  readonly whenTrue: Expression;
  readonly whenFalse: Expression;
}

export interface CastExpression extends Node {
  readonly kind: 'cast';
  readonly type: TypeName;
  readonly operand: Expression;
}

/** `x as T`. */
export interface TypeTestExpression extends Node {
  readonly kind: 'as';
  readonly operand: Expression;
  readonly type: TypeName;
}

/** What a value is held against: `is` and `switch`. */
export type Pattern =
  | { readonly kind: 'any' }
  | { readonly kind: 'value'; readonly value: Expression }
  | { readonly kind: 'compare'; readonly operator: '<' | '>' | '<=' | '>='; readonly value: Expression }
  | { readonly kind: 'type'; readonly type: TypeName; readonly variable: string | undefined }
  | { readonly kind: 'not'; readonly inner: Pattern }
  | { readonly kind: 'and' | 'or'; readonly left: Pattern; readonly right: Pattern };

/** `x is pattern`. */
export interface PatternExpression extends Node {
  readonly kind: 'is';
  readonly operand: Expression;
  readonly pattern: Pattern;
}

/** `x switch { pattern => value, … }`. */
export interface SwitchExpression extends Node {
  readonly kind: 'switch';
  readonly operand: Expression;
  readonly arms: readonly {
    readonly pattern: Pattern;
    readonly when: Expression | undefined;
    readonly value: Expression;
  }[];
}

export interface NewExpression extends Node {
  readonly kind: 'new';
  readonly type: TypeName;
  readonly args: readonly Expression[];
  /** `{ a, b }`, `{ {k, v} }`, `{ [k] = v }` or `{ Name = value }`. */
  readonly initializer: readonly Initializer[];
}

export type Initializer =
  | { readonly kind: 'item'; readonly values: readonly Expression[] }
  | { readonly kind: 'index'; readonly index: readonly Expression[]; readonly value: Expression }
  | { readonly kind: 'member'; readonly name: string; readonly value: Expression };

export interface NewArrayExpression extends Node {
  readonly kind: 'newArray';
  /** Absent for `new[] { … }`. */
  readonly elementType: TypeName | undefined;
  readonly size: Expression | undefined;
  readonly items: readonly Expression[] | undefined;
}

export interface AssignExpression extends Node {
  readonly kind: 'assign';
  /** undefined for `=`; else the operator of `+=`, `??=` … */
  readonly operator: BinaryOperator | undefined;
  readonly target: Expression;
  readonly value: Expression;
}

export interface IncrementExpression extends Node {
  readonly kind: 'increment';
  readonly target: Expression;
  readonly delta: 1 | -1;
  readonly prefix: boolean;
}

export interface InterpolatedExpression extends Node {
  readonly kind: 'interpolated';
  readonly parts: readonly (
    | string
    | { readonly value: Expression; readonly width: number; readonly format: string | undefined }
  )[];
}

export interface LambdaExpression extends Node {
  readonly kind: 'lambda';
  readonly parameters: readonly string[];
  /** An expression, or a block of statements as the script's own parser reads it. */
  readonly body: Expression | { readonly kind: 'block' };
}

/** `typeof(T)` and `default(T)`. */
export interface TypeExpression extends Node {
  readonly kind: 'typeof' | 'default';
  readonly type: TypeName;
}

/** `await x`: read, so that a script that has it somewhere can be read, but not carried out. */
export interface AwaitExpression extends Node {
  readonly kind: 'await';
  readonly operand: Expression;
}

/** `out x`, `out int x`, `ref x` as an argument. */
export interface OutExpression extends Node {
  readonly kind: 'out';
  /** A new variable of this type (`var` for any) is declared. */
  readonly declares: TypeName | undefined;
  readonly target: NameExpression | MemberExpression | IndexExpression;
}

import type { ExpressionError } from '../../expression/errors.ts';
import type { Value } from '../../expression/values/values.ts';

/** Syntax trees of C# 8 as report scripts use it. `position` is a 0-based character of the source. */

interface Node {
  readonly position: number;
}

export type TypeSyntax =
  | (Node & { readonly k: 'name'; readonly parts: readonly NamePart[] })
  | (Node & { readonly k: 'array'; readonly element: TypeSyntax; readonly rank: number })
  | (Node & { readonly k: 'nullable'; readonly element: TypeSyntax })
  | (Node & { readonly k: 'tuple'; readonly elements: readonly { type: TypeSyntax; name: string | undefined }[] });

export interface NamePart {
  readonly id: string;
  readonly args: readonly TypeSyntax[];
}

export type BinaryOperator =
  | '*' | '/' | '%' | '+' | '-' | '<<' | '>>' | '<' | '>' | '<=' | '>=' | '==' | '!=' | '&' | '^' | '|' | '&&' | '||' | '??'; // prettier-ignore

export interface ArgumentSyntax {
  readonly name: string | undefined;
  readonly mode: 'value' | 'ref' | 'out' | 'in';
  readonly value: Expr;
  /** Start and end of the value in the source. */
  readonly span?: readonly [from: number, to: number] | undefined;
  /** Index of the parameter if Visual Basic omits an argument before it. */
  readonly place?: number | undefined;
}

export type Expr =
  | (Node & { readonly k: 'literal'; readonly type: string; readonly value: Value })
  | (Node & { readonly k: 'id'; readonly id: string; readonly args: readonly TypeSyntax[] })
  | (Node & { readonly k: 'data'; readonly path: string })
  | (Node & { readonly k: 'type'; readonly type: TypeSyntax })
  | (Node & { readonly k: 'this' | 'base' | 'receiver' })
  | (Node & { readonly k: 'member'; readonly target: Expr; readonly id: string; readonly args: readonly TypeSyntax[] })
  | (Node & { readonly k: 'call'; readonly target: Expr; readonly args: readonly ArgumentSyntax[] })
  | (Node & { readonly k: 'index'; readonly target: Expr; readonly args: readonly ArgumentSyntax[] })
  /** `target?.…`: `access` has a `receiver` at its start. */
  | (Node & { readonly k: 'access'; readonly target: Expr; readonly access: Expr })
  | (Node & { readonly k: 'unary'; readonly op: '+' | '-' | '!' | '~' | '^'; readonly operand: Expr })
  | (Node & { readonly k: 'step'; readonly op: '++' | '--'; readonly prefix: boolean; readonly operand: Expr })
  | (Node & { readonly k: 'binary'; readonly op: BinaryOperator; readonly left: Expr; readonly right: Expr })
  | (Node & { readonly k: 'assign'; readonly op: BinaryOperator | '='; readonly target: Expr; readonly value: Expr })
  | (Node & { readonly k: 'conditional'; readonly test: Expr; readonly yes: Expr; readonly no: Expr })
  | (Node & { readonly k: 'cast'; readonly type: TypeSyntax; readonly operand: Expr })
  | (Node & { readonly k: 'as'; readonly type: TypeSyntax; readonly operand: Expr })
  | (Node & { readonly k: 'is'; readonly operand: Expr; readonly pattern: Pattern })
  | (Node & { readonly k: 'switch'; readonly operand: Expr; readonly arms: readonly SwitchArm[] })
  | (Node & {
      readonly k: 'new';
      readonly type: TypeSyntax;
      readonly args: readonly ArgumentSyntax[];
      readonly init: Initializer | undefined;
    })
  | (Node & { readonly k: 'anonymous'; readonly members: readonly { name: string | undefined; value: Expr }[] })
  | (Node & {
      readonly k: 'array';
      /** Absent for `new[] { … }`. */
      readonly element: TypeSyntax | undefined;
      readonly sizes: readonly Expr[];
      readonly rank: number;
      readonly items: ArrayItems | undefined;
    })
  | (Node & { readonly k: 'items'; readonly items: ArrayItems })
  | (Node & { readonly k: 'typeof'; readonly type: TypeSyntax })
  | (Node & { readonly k: 'sizeof'; readonly type: TypeSyntax })
  /** `isBlank`: a variable of Visual Basic without initializer keeps its previous value. */
  | (Node & { readonly k: 'default'; readonly type: TypeSyntax | undefined; readonly isBlank?: true })
  | (Node & { readonly k: 'nameof'; readonly operand: Expr })
  | (Node & { readonly k: 'checked'; readonly on: boolean; readonly operand: Expr })
  | LambdaSyntax
  | QuerySyntax
  | (Node & { readonly k: 'throw'; readonly operand: Expr })
  | (Node & { readonly k: 'tuple'; readonly items: readonly { name: string | undefined; value: Expr }[] })
  | (Node & { readonly k: 'text'; readonly parts: readonly TextPart[] })
  | (Node & { readonly k: 'range'; readonly from: Expr | undefined; readonly to: Expr | undefined })
  | (Node & { readonly k: 'declare'; readonly type: TypeSyntax; readonly designation: Designation })
  | (Node & { readonly k: 'ref' | 'await'; readonly operand: Expr })
  /** `isValue`: parentheses of Visual Basic, which make a value of a variable and call a method that they name. */
  | (Node & { readonly k: 'paren'; readonly operand: Expr; readonly isValue?: boolean });

export type TextPart =
  | { readonly text: string }
  | { readonly value: Expr; readonly alignment: Expr | undefined; readonly format: string | undefined };

export interface ArrayItems {
  readonly items: readonly Expr[];
  /** Position of the opening brace. */
  readonly position?: number;
}

export interface SwitchArm {
  readonly pattern: Pattern;
  readonly when: Expr | undefined;
  readonly value: Expr;
}

export type Initializer =
  | { readonly k: 'members'; readonly members: readonly InitializerMember[] }
  | { readonly k: 'items'; readonly items: readonly (readonly Expr[])[]; readonly position: number };

export interface InitializerMember {
  readonly position: number;
  readonly name: string | undefined;
  readonly index: readonly ArgumentSyntax[];
  readonly value: Expr | Initializer;
}

export interface LambdaSyntax extends Node {
  readonly k: 'lambda';
  /** Absent for `delegate { … }`, which takes any parameters. */
  readonly parameters: readonly LambdaParameter[] | undefined;
  readonly body: Expr | Block;
  readonly isAsync: boolean;
  /** Range variables of a query, by the path from the first parameter. */
  readonly aliases?: readonly { name: string; path: readonly string[] }[];
}

export interface LambdaParameter {
  readonly name: string;
  readonly type: TypeSyntax | undefined;
  readonly mode: 'value' | 'ref' | 'out' | 'in';
}

export interface QuerySyntax extends Node {
  readonly k: 'query';
  readonly clauses: readonly QueryClause[];
}

export type QueryClause = Node &
  (
    | { readonly k: 'from'; readonly type: TypeSyntax | undefined; readonly name: string; readonly source: Expr }
    | { readonly k: 'let'; readonly name: string; readonly value: Expr }
    | { readonly k: 'where'; readonly value: Expr }
    | {
        readonly k: 'join';
        readonly type: TypeSyntax | undefined;
        readonly name: string;
        readonly source: Expr;
        readonly left: Expr;
        readonly right: Expr;
        readonly into: string | undefined;
      }
    | { readonly k: 'orderby'; readonly keys: readonly { value: Expr; descending: boolean }[] }
    | { readonly k: 'select'; readonly value: Expr }
    | { readonly k: 'group'; readonly value: Expr; readonly key: Expr }
    | { readonly k: 'into'; readonly name: string }
  );

export type Designation =
  | (Node & { readonly k: 'single'; readonly name: string })
  | (Node & { readonly k: 'discard' })
  | (Node & { readonly k: 'list'; readonly items: readonly Designation[] });

export type Pattern =
  | (Node & { readonly k: 'constant'; readonly value: Expr })
  | (Node & {
      readonly k: 'type';
      readonly type: TypeSyntax;
      readonly designation: Designation | undefined;
      /** The whole operand of `is`, where a type needs no designation. */
      readonly isWhole?: boolean;
    })
  | (Node & { readonly k: 'var'; readonly designation: Designation })
  | (Node & { readonly k: 'discard' })
  | (Node & {
      readonly k: 'recursive';
      readonly type: TypeSyntax | undefined;
      readonly positions: readonly { name: string | undefined; pattern: Pattern }[] | undefined;
      readonly members: readonly { name: string; pattern: Pattern }[] | undefined;
      readonly designation: Designation | undefined;
    });

export type Statement =
  | Block
  | (Node & { readonly k: 'empty' })
  | LocalSyntax
  | (Node & { readonly k: 'expression'; readonly value: Expr })
  | (Node & { readonly k: 'if'; readonly test: Expr; readonly yes: Statement; readonly no: Statement | undefined })
  | (Node & { readonly k: 'while' | 'do'; readonly test: Expr; readonly body: Statement })
  | (Node & {
      readonly k: 'for';
      readonly start: readonly Statement[];
      readonly test: Expr | undefined;
      readonly next: readonly Expr[];
      readonly body: Statement;
    })
  | (Node & {
      readonly k: 'foreach';
      readonly type: TypeSyntax;
      readonly designation: Designation;
      /** `foreach ((int a, string b) in …)`. */
      readonly tuple: Expr | undefined;
      readonly source: Expr;
      readonly body: Statement;
    })
  | (Node & { readonly k: 'switch'; readonly value: Expr; readonly sections: readonly SwitchSection[] })
  | (Node & { readonly k: 'break' | 'continue' | 'yield break' })
  | (Node & { readonly k: 'return'; readonly value: Expr | undefined })
  | (Node & { readonly k: 'yield'; readonly value: Expr })
  | (Node & { readonly k: 'throw'; readonly value: Expr | undefined })
  | (Node & {
      readonly k: 'try';
      readonly body: Block;
      readonly catches: readonly CatchSyntax[];
      readonly finally: Block | undefined;
    })
  | (Node & { readonly k: 'using'; readonly resource: LocalSyntax | Expr; readonly body: Statement })
  | (Node & { readonly k: 'lock'; readonly value: Expr; readonly body: Statement })
  | (Node & { readonly k: 'checked'; readonly on: boolean; readonly body: Block })
  | (Node & {
      readonly k: 'goto';
      readonly to: 'label' | 'case' | 'default';
      readonly label: string;
      readonly value: Expr | undefined;
    })
  | (Node & { readonly k: 'label'; readonly name: string; readonly body: Statement })
  | (Node & { readonly k: 'function'; readonly method: MethodSyntax })
  /** A statement with a syntax error; the rest of its block is parsed. */
  | (Node & { readonly k: 'broken'; readonly error: ExpressionError; readonly names: readonly string[] });

export interface Block extends Node {
  readonly k: 'block';
  readonly statements: readonly Statement[];
  readonly end: number;
}

export interface LocalSyntax extends Node {
  readonly k: 'local';
  readonly type: TypeSyntax;
  readonly isConst: boolean;
  readonly isUsing: boolean;
  /** `ref T x = ref …`: a reference to a variable. */
  readonly isRef?: boolean | undefined;
  readonly variables: readonly { name: string; value: Expr | undefined; position: number }[];
}

export interface SwitchSection {
  /** `pattern` is absent for `default`. */
  readonly labels: readonly (Node & {
    readonly pattern: Pattern | undefined;
    readonly when: Expr | undefined;
    readonly end: number;
  })[];
  readonly statements: readonly Statement[];
}

export interface CatchSyntax extends Node {
  readonly type: TypeSyntax | undefined;
  readonly name: string | undefined;
  readonly when: Expr | undefined;
  readonly body: Block;
}

export interface ParameterSyntax extends Node {
  readonly name: string;
  readonly type: TypeSyntax;
  readonly mode: 'value' | 'ref' | 'out' | 'in' | 'params';
  readonly isThis: boolean;
  readonly initial: Expr | undefined;
  /** Attribute that determines the value from the caller: CallerMemberName, CallerLineNumber, CallerFilePath. */
  readonly caller?: string | undefined;
}

export interface TypeParameterName extends Node {
  readonly name: string;
  readonly variance?: 'in' | 'out' | undefined;
}

export interface TypeParameterSyntax extends TypeParameterName {
  readonly constraints: readonly (TypeSyntax | 'class' | 'struct' | 'new')[];
}

export type Body = Block | Expr;

export interface MethodSyntax extends Node {
  readonly k: 'method';
  readonly name: string;
  readonly modifiers: ReadonlySet<string>;
  readonly type: TypeSyntax;
  readonly typeParameters: readonly TypeParameterSyntax[];
  readonly parameters: readonly ParameterSyntax[];
  readonly explicit: TypeSyntax | undefined;
  readonly body: Body | undefined;
}

export interface ConstructorSyntax extends Node {
  readonly k: 'constructor';
  readonly modifiers: ReadonlySet<string>;
  readonly parameters: readonly ParameterSyntax[];
  readonly chain:
    | { readonly to: 'this' | 'base'; readonly args: readonly ArgumentSyntax[]; readonly position: number }
    | undefined;
  readonly body: Body;
}

export interface FieldSyntax extends Node {
  readonly k: 'field';
  readonly name: string;
  readonly modifiers: ReadonlySet<string>;
  readonly type: TypeSyntax;
  readonly value: Expr | undefined;
  readonly isEvent: boolean;
}

export interface AccessorSyntax extends Node {
  readonly modifiers: ReadonlySet<string>;
  /** Absent for `get;`. */
  readonly body: Body | undefined;
}

export interface PropertySyntax extends Node {
  readonly k: 'property';
  readonly name: string;
  readonly modifiers: ReadonlySet<string>;
  readonly type: TypeSyntax;
  /** Of an indexer. */
  readonly parameters: readonly ParameterSyntax[];
  readonly explicit: TypeSyntax | undefined;
  readonly get: AccessorSyntax | undefined;
  readonly set: AccessorSyntax | undefined;
  readonly value: Expr | undefined;
}

interface EventSyntax extends Node {
  readonly k: 'event';
  readonly name: string;
  readonly modifiers: ReadonlySet<string>;
  readonly type: TypeSyntax;
  readonly explicit: TypeSyntax | undefined;
  readonly add: AccessorSyntax;
  readonly remove: AccessorSyntax;
}

export type MemberSyntax =
  | MethodSyntax
  | ConstructorSyntax
  | FieldSyntax
  | PropertySyntax
  | EventSyntax
  | UnreadSyntax
  | TypeSyntaxDeclaration;

/** A member with a syntax error. */
export interface UnreadSyntax extends Node {
  readonly k: 'unread';
  /** Name that the member seems to have; empty when there is none. */
  readonly name: string;
  readonly error: ExpressionError;
}

export interface EnumMemberSyntax extends Node {
  readonly name: string;
  readonly value: Expr | undefined;
}

export interface TypeSyntaxDeclaration extends Node {
  readonly k: 'declaration';
  readonly kind: 'class' | 'struct' | 'interface' | 'enum' | 'delegate';
  readonly name: string;
  readonly modifiers: ReadonlySet<string>;
  readonly attributes: readonly string[];
  readonly typeParameters: readonly TypeParameterSyntax[];
  readonly bases: readonly TypeSyntax[];
  readonly members: readonly MemberSyntax[];
  readonly enumMembers: readonly EnumMemberSyntax[];
  /** Result and parameters of a delegate. */
  readonly type: TypeSyntax | undefined;
  readonly parameters: readonly ParameterSyntax[];
  readonly namespace: string;
}

export interface UnitSyntax {
  readonly usings: readonly { name: string; alias: string | undefined; isStatic: boolean; position: number }[];
  readonly types: readonly TypeSyntaxDeclaration[];
}

import type { Expression, Pattern } from '../expression/syntax.ts';
import type { EnumType, TypeName } from '../expression/values.ts';

/** The syntax tree of a script: statements and the members of classes. `position` is a 0-based character of the script. */
export type Statement =
  | BlockStatement
  | LocalStatement
  | ExpressionStatement
  | IfStatement
  | LoopStatement
  | ForStatement
  | ForeachStatement
  | SwitchStatement
  | JumpStatement
  | ReturnStatement
  | ThrowStatement
  | TryStatement
  | LocalFunction;

interface Node {
  readonly position: number;
}

export interface BlockStatement extends Node {
  readonly kind: 'block';
  readonly statements: readonly Statement[];
}

export interface LocalStatement extends Node {
  readonly kind: 'local';
  readonly type: TypeName;
  readonly variables: readonly { readonly name: string; readonly value: Expression | undefined }[];
}

export interface ExpressionStatement extends Node {
  readonly kind: 'expression';
  readonly expression: Expression;
}

export interface IfStatement extends Node {
  readonly kind: 'if';
  readonly condition: Expression;
  readonly whenTrue: Statement;
  readonly whenFalse: Statement | undefined;
}

export interface LoopStatement extends Node {
  readonly kind: 'while' | 'do';
  readonly condition: Expression;
  readonly body: Statement;
}

export interface ForStatement extends Node {
  readonly kind: 'for';
  readonly start: readonly Statement[];
  readonly condition: Expression | undefined;
  readonly next: readonly Expression[];
  readonly body: Statement;
}

export interface ForeachStatement extends Node {
  readonly kind: 'foreach';
  readonly type: TypeName;
  readonly name: string;
  readonly source: Expression;
  readonly body: Statement;
}

export interface SwitchStatement extends Node {
  readonly kind: 'switch';
  readonly value: Expression;
  /** `labels` holds undefined for `default`. */
  readonly sections: readonly {
    readonly labels: readonly ({ readonly pattern: Pattern; readonly when: Expression | undefined } | undefined)[];
    readonly statements: readonly Statement[];
  }[];
}

export interface JumpStatement extends Node {
  readonly kind: 'break' | 'continue';
}

export interface ReturnStatement extends Node {
  readonly kind: 'return';
  readonly value: Expression | undefined;
}

export interface ThrowStatement extends Node {
  readonly kind: 'throw';
  /** Absent for `throw;` inside a catch. */
  readonly value: Expression | undefined;
}

export interface TryStatement extends Node {
  readonly kind: 'try';
  readonly body: BlockStatement;
  readonly catches: readonly {
    readonly type: TypeName;
    readonly name: string | undefined;
    readonly when: Expression | undefined;
    readonly body: BlockStatement;
  }[];
  readonly finally: BlockStatement | undefined;
}

export interface LocalFunction extends Node {
  readonly kind: 'function';
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body: BlockStatement | Expression;
}

export interface Parameter {
  readonly name: string;
  readonly type: TypeName;
  readonly mode: 'value' | 'ref' | 'out' | 'params';
  readonly initial: Expression | undefined;
}

export interface Field extends Node {
  readonly name: string;
  readonly type: TypeName;
  readonly isStatic: boolean;
  readonly value: Expression | undefined;
}

export interface Method extends Node {
  readonly name: string;
  readonly type: TypeName;
  readonly isStatic: boolean;
  readonly parameters: readonly Parameter[];
  /** Absent for abstract and partial methods. */
  readonly body: BlockStatement | Expression | undefined;
}

export interface Property extends Node {
  readonly name: string;
  readonly type: TypeName;
  readonly isStatic: boolean;
  /** Both absent for `{ get; set; }`, which is a field by another name. */
  readonly getter: BlockStatement | Expression | undefined;
  readonly setter: BlockStatement | Expression | undefined;
  readonly value: Expression | undefined;
}

export interface ClassDeclaration extends Node {
  readonly name: string;
  readonly bases: readonly TypeName[];
  readonly fields: readonly Field[];
  readonly methods: readonly Method[];
  readonly properties: readonly Property[];
  readonly constructors: readonly Method[];
}

export interface ScriptFile {
  readonly classes: readonly ClassDeclaration[];
  readonly enums: readonly EnumType[];
}

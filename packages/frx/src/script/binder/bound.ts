import type { Value } from '../../expression/values/values.ts';
import type { ArgumentSyntax, Expr, LambdaSyntax } from '../grammar/syntax.ts';
import type { Cell, Ref } from '../runtime/objects.ts';
import type { EventMember, MethodMember, NamedType, Type, TypeEnvironment } from './types/types.ts';

/** One activation of a method, lambda or local function. */
export interface Frame {
  self: Value;
  /** Variables by slot. */
  readonly v: Value[];
  /** Variables of this activation that closures share, by slot. */
  readonly k: Cell[];
  /** Variables of outer activations. */
  readonly c: readonly Cell[];
  readonly env: TypeEnvironment | undefined;
  result: Value;
  /** Position in the source of the running statement. */
  position: number;
  /** Target of a `goto`. */
  label: string;
}

export type Eval = (frame: Frame) => Value;

/** A variable, field, element or property that can be assigned to. */
export interface Place {
  /** Evaluates the target, then the value, and stores it; returns the value. */
  assign(value: Eval): Eval;
  /** Evaluates the target once and returns a reference for reading and writing. */
  ref(): (frame: Frame) => Ref;
  /** Reading and assigning separately evaluates no expression twice. */
  readonly isSimple: boolean;
  /** `ref` and `out` may refer to it: it is not a property. */
  readonly isVariable: boolean;
}

/** A method by name, with the types its owner was found in. */
export interface Candidate {
  readonly method: MethodMember;
  /** The type the method was found in; its arguments replace those of the owner. */
  readonly type: NamedType;
}

export interface MethodGroup {
  readonly name: string;
  readonly receiver: Bound | undefined;
  readonly candidates: readonly Candidate[];
  readonly typeArguments: readonly Type[];
  /** The group is `base.M`: the method is called without virtual dispatch. */
  readonly isBase: boolean;
}

/** A bound expression with its static type. Some have no type of their own until they are converted. */
export interface Bound {
  readonly type: Type;
  readonly position: number;
  /** Position of the first character if it differs from `position`: before a member or an operator. */
  readonly start?: number | undefined;
  readonly form?:
    | 'lambda'
    | 'group'
    | 'type'
    | 'namespace'
    | 'null'
    | 'default'
    | 'throw'
    | 'tuple'
    | 'arms'
    | 'array'
    | 'event'
    | undefined;
  /** Value of a constant expression. */
  readonly constant?: { readonly value: Value } | undefined;
  /** True for an operation of Visual Basic over constants, which a declared constant may be. */
  readonly folds?: boolean | undefined;
  readonly place?: Place | undefined;
  /** Reason why a property of the report cannot be assigned, or an event (form `event`) has no value here. */
  readonly refusal?: string | undefined;
  /** A struct that is referenced nowhere else and need not be copied. */
  readonly fresh?: boolean | undefined;
  /** The value is boxed here: no other reference to the same box exists. */
  readonly isNewBox?: boolean | undefined;
  readonly lambda?: LambdaSyntax | undefined;
  readonly group?: MethodGroup | undefined;
  /** Of `namespace`. */
  readonly name?: string | undefined;
  /** Elements of a tuple literal. */
  readonly items?: readonly Bound[] | undefined;
  readonly itemNames?: readonly (string | undefined)[] | undefined;
  /** Converts an expression whose parts take the target type. */
  readonly into?: ((type: Type) => Bound | undefined) | undefined;
  readonly syntax?: Expr | undefined;
  /** An event of an object of the report: handlers are passed to it unchanged. */
  readonly isHostEvent?: boolean | undefined;
  /** Ends of `a..b`; each states whether it counts from the end. */
  readonly range?: { readonly from: () => RangeEnd; readonly to: () => RangeEnd } | undefined;
  /** An event that is changed through its accessors, explicit or implicit. */
  readonly accessors?:
    | {
        readonly member: Pick<EventMember, 'add' | 'remove' | 'isStatic'>;
        readonly type: NamedType;
        readonly target: Bound | undefined;
        readonly isBase: boolean;
      }
    | undefined;
  /** Compiles the expression. */
  emit(): Eval;
}

/** One end of a range. */
export type RangeEnd = (frame: Frame) => readonly [Value, boolean];

/** An argument of a call. */
export interface Argument {
  readonly name: string | undefined;
  readonly mode: ArgumentSyntax['mode'];
  readonly bound: Bound;
  /** `out var x`: the variable gets the type of the parameter. */
  readonly declare?: ((type: Type) => Bound) | undefined;
  /** Its start and end in the source. */
  readonly span?: ArgumentSyntax['span'];
  /** Index of the parameter if an argument before it is omitted. */
  readonly place?: number | undefined;
}

import type { Value } from '../../expression/values.ts';
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
  /** Place in the source of the statement that runs. */
  position: number;
  /** Target of a `goto`. */
  label: string;
}

export type Eval = (frame: Frame) => Value;

/** A variable, field, element or property that can be assigned to. */
export interface Place {
  /** Calculates the target, then the value, and stores it; gives the value. */
  assign(value: Eval): Eval;
  /** Calculates the target once, for reading and writing. */
  ref(): (frame: Frame) => Ref;
  /** Reading and assigning again calculates nothing twice. */
  readonly isSimple: boolean;
  /** `ref` and `out` may refer to it: it is no property. */
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
  /** `base.M`: exactly this method. */
  readonly isBase: boolean;
}

/** An expression with its static type, ready to be compiled. Some have no type of their own until they are converted. */
export interface Bound {
  readonly type: Type;
  readonly position: number;
  /** Place of its first character, where that is not its position: before a member or an operator. */
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
  readonly place?: Place | undefined;
  /** Reason why a property of the report cannot be assigned, or an event (form `event`) has no value here. */
  readonly refusal?: string | undefined;
  /** A struct that nothing else refers to and that need not be copied. */
  readonly fresh?: boolean | undefined;
  /** A value that is boxed here: no other reference is to the same box. */
  readonly isNewBox?: boolean | undefined;
  readonly lambda?: LambdaSyntax | undefined;
  readonly group?: MethodGroup | undefined;
  /** Of `namespace`. */
  readonly name?: string | undefined;
  /** Elements of a tuple literal. */
  readonly items?: readonly Bound[] | undefined;
  readonly itemNames?: readonly (string | undefined)[] | undefined;
  /** Of expressions whose parts take the type they are converted to. */
  readonly into?: ((type: Type) => Bound | undefined) | undefined;
  readonly syntax?: Expr | undefined;
  /** An event of an object of the report: what is added to it goes to it as it is. */
  readonly isHostEvent?: boolean | undefined;
  /** Ends of `a..b`, each with whether it counts from the end. */
  readonly range?: { readonly from: () => RangeEnd; readonly to: () => RangeEnd } | undefined;
  /** An event that is changed through its accessors, its own or those it has without any. */
  readonly accessors?:
    | {
        readonly member: Pick<EventMember, 'add' | 'remove' | 'isStatic'>;
        readonly type: NamedType;
        readonly target: Bound | undefined;
        readonly isBase: boolean;
      }
    | undefined;
  /** True when the value is read before it is passed on: `++`, calls and the like may stand as statements. */
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
  /** Number of the parameter, where an argument before it is left out. */
  readonly place?: number | undefined;
}

import type { Culture } from './culture.ts';
import type { Budget } from './budget.ts';
import type { LambdaExpression } from './syntax.ts';
import type { DateTime, TypeName, Value } from './values.ts';

/** Calculates a value in the state `env` of a run. */
export type Evaluate<Env> = (env: Env) => Value;

/** What a name stands for. */
export interface Binding<Env> {
  /** Declared C# type, for instance `decimal`; `object` when only the value knows. */
  readonly type: TypeName;
  /** The value is a Variant (totals, `Value` of a highlight): it can be calculated with any number without a cast. */
  readonly variant?: boolean | undefined;
  readonly read: Evaluate<Env>;
  /** Tells whether the value as stored is null, before nulls are converted (`IsNull("Source.Column")`). */
  readonly isNull?: ((env: Env) => boolean) | undefined;
  /** Sets the value, where an expression or script may. */
  readonly write?: ((env: Env, value: Value) => void) | undefined;
}

/** An argument of a function, not yet calculated. */
export interface Argument<Env> {
  readonly type: TypeName;
  readonly evaluate: Evaluate<Env>;
  /** As written, for instance `[MatrixDemo.Revenue]` or `Cell8`. */
  readonly source: string;
}

/** A function bound to the arguments of one call. */
export interface BoundFunction<Env> {
  readonly type: TypeName;
  readonly variant?: boolean | undefined;
  readonly evaluate: Evaluate<Env>;
}

/** A compiled expression. A bare column or variable is its binding's own `read`: no layer in between. */
export interface Compiled<Env> {
  readonly source: string;
  readonly type: TypeName;
  readonly variant: boolean;
  readonly evaluate: Evaluate<Env>;
  /** The name, when the expression is nothing but the name of a column, parameter, variable or total. */
  readonly name: string | undefined;
}

/** What every calculation of a run shares. */
export interface Runtime {
  readonly culture: Culture;
  /** The moment of `DateTime.Now`. */
  readonly now: () => DateTime;
  readonly budget: Budget;
}

/** What code of a script can do beyond an expression; a scope of plain expressions leaves all of it out. */
export interface CodeScope<Env> {
  /** Compiles a lambda to what gives the delegate. */
  compileLambda?(node: LambdaExpression): Evaluate<Env>;
  /** A variable declared inside an expression (`out int x`, `is T x`). */
  declareVariable?(name: string, type: TypeName): Binding<Env>;
  /** `new` of a class of the script or of the report engine; undefined when it is not known. */
  resolveClass?(name: TypeName): ((env: Env, args: readonly Value[]) => Value) | undefined;
}

/**
 * Says what the names of an expression mean. All questions are asked once, while the expression is compiled; names are asked for as
 * written, and the names of data are to be taken without regard to case.
 */
export interface Scope<Env> extends CodeScope<Env> {
  readonly runtime: Runtime;
  /** Language of the expressions; C# where it is left out. */
  readonly language?: 'CSharp' | 'Vb' | undefined;
  /**
   * A data column: `Source.Column` or `Source.Relation.Column`. `direct` is true when the whole expression is nothing but this name: only
   * then ConvertNulls=false keeps a null.
   */
  resolveColumn(path: string, direct: boolean): Binding<Env> | undefined;
  /** A parameter, nested ones as `A.B`. */
  resolveParameter(path: string): Binding<Env> | undefined;
  /** `Date`, `Page`, `Row#` … */
  resolveSystemVariable(name: string): Binding<Env> | undefined;
  resolveTotal(name: string): Binding<Env> | undefined;
  /** A name of the report's class: an object by its name, `Report`, `Engine`, `Value`, a field of the script. */
  resolveObject(name: string): Binding<Env> | undefined;
  /** A function that is not built in: a method of the script, an aggregate. It wins over a built-in one of the same name. */
  resolveFunction(name: string, args: readonly Argument<Env>[]): BoundFunction<Env> | undefined;
}

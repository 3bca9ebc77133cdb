import type { Budget } from './budget.ts';
import type { Culture } from './culture.ts';
import type { DateTime, TypeName, Value } from './values.ts';

/** Stands for a value outside of the code that names it. */
export interface Binding {
  /** Declared C# type, for instance `decimal`; `object` when only the value knows. */
  readonly type: TypeName;
  /** The value is a Variant (totals, `Value` of a highlight): it can be calculated with any number without a cast. */
  readonly variant?: boolean | undefined;
  readonly read: () => Value;
  /** Returns true when the value as stored is null, before nulls are converted (`IsNull("Source.Column")`). */
  readonly isNull?: (() => boolean) | undefined;
  /** Sets the value, where an expression or script may. */
  readonly write?: ((value: Value) => void) | undefined;
}

/** An argument of a function, not yet calculated. */
export interface Argument {
  readonly type: TypeName;
  readonly evaluate: () => Value;
  /** As written, for instance `[MatrixDemo.Revenue]` or `Cell8`. */
  readonly source: string;
}

/** A function bound to the arguments of one call. */
export interface BoundFunction {
  readonly type: TypeName;
  readonly variant?: boolean | undefined;
  readonly evaluate: () => Value;
}

/** State shared by all calculations of a run. */
export interface Runtime {
  /** The current culture; a script may choose another one. */
  culture: Culture;
  /** The moment of `DateTime.Now`. */
  readonly now: () => DateTime;
  readonly budget: Budget;
}

/**
 * The names of an expression of a template beside those of its script. All questions are asked once, while the expression is compiled; names
 * are asked for as written, and the names of data are to be taken without regard to case.
 */
export interface Scope {
  /**
   * A data column: `Source.Column` or `Source.Relation.Column`. `direct` is true when the whole expression is nothing but this name: only
   * then ConvertNulls=false keeps a null.
   */
  resolveColumn(path: string, direct: boolean): Binding | undefined;
  /** A parameter, nested ones as `A.B`. */
  resolveParameter(path: string): Binding | undefined;
  /** `Date`, `Page`, `Row#` … */
  resolveSystemVariable(name: string): Binding | undefined;
  resolveTotal(name: string): Binding | undefined;
  /** The name of data that is most like one that does not exist; undefined when none is like it. */
  suggest(path: string): string | undefined;
  /** A name that only expressions have: `Value` of a highlight. */
  resolveObject(name: string): Binding | undefined;
  /** A function that stands before the methods of the script. */
  resolveFirst(name: string, args: readonly Argument[]): BoundFunction | undefined;
  /** A function that is neither a method of the script nor one that every report has: an aggregate. */
  resolveFunction(name: string, args: readonly Argument[]): BoundFunction | undefined;
}

import type { Font } from '../page.ts';
import type { Budget } from './budget.ts';
import type { Culture } from './cultures/culture.ts';
import type { DateTime, TypeName, Value } from './values/values.ts';

/** A value outside of the code that names it. */
export interface Binding {
  /** Declared C# type, for instance `decimal`; `object` when it is known only from the value. */
  readonly type: TypeName;
  /** The value is a Variant (totals, `Value` of a highlight): it can be combined with any number without a cast. */
  readonly variant?: boolean | undefined;
  readonly read: () => Value;
  /** Returns true when the stored value is null, before nulls are converted (`IsNull("Source.Column")`). */
  readonly isNull?: (() => boolean) | undefined;
  /** Sets the value, if an expression or script is allowed to. */
  readonly write?: ((value: Value) => void) | undefined;
}

/** An unevaluated argument of a function. */
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

/** State shared by all evaluations of a run. */
export interface Runtime {
  /** The current culture; a script may change it. */
  culture: Culture;
  /** Returns the moment of `DateTime.Now`. */
  readonly now: () => DateTime;
  readonly budget: Budget;
  /** Returns the metrics of a font for a script. Absent where no report runs. */
  readonly metrics?: ((font: Font) => FontMetrics) | undefined;
}

/** Metrics of a font, per em. */
export interface FontMetrics {
  readonly ascent: number;
  readonly descent: number;
  readonly lineSpacing: number;
  readonly unitsPerEm: number;
}

/**
 * The names available to an expression of a template in addition to those of its script. All methods are called once, while the expression is
 * compiled, with the names as written; names of data are case-insensitive.
 */
export interface Scope {
  /**
   * A data column: `Source.Column` or `Source.Relation.Column`. `direct` is true when the complete expression is this name: only
   * then ConvertNulls=false keeps a null.
   */
  resolveColumn(path: string, direct: boolean): Binding | undefined;
  /** A parameter, nested ones as `A.B`. Unless `direct`, its value is converted to the declared type. */
  resolveParameter(path: string, direct: boolean): Binding | undefined;
  /** `Date`, `Page`, `Row#` … */
  resolveSystemVariable(name: string): Binding | undefined;
  resolveTotal(name: string): Binding | undefined;
  /** The name of data most similar to an unknown one; undefined when none is similar. */
  suggest(path: string): string | undefined;
  /** A name that exists only in expressions: `Value` of a highlight. */
  resolveObject(name: string): Binding | undefined;
  /** A function with precedence over the methods of the script. */
  resolveFirst(name: string, args: readonly Argument[]): BoundFunction | undefined;
  /** A function that is neither a method of the script nor a built-in one: an aggregate. */
  resolveFunction(name: string, args: readonly Argument[]): BoundFunction | undefined;
}

/** Expressions in the rules of templates. The report engine compiles them; hosts and pages provide it. */

/** Kind of value of a column or result. */
export type FormulaType = 'text' | 'number' | 'yesNo' | 'moment';

/** A value; null: none. */
export type FormulaValue = string | number | boolean | Date | null;

/** A column that an expression can name. */
export interface FormulaColumn {
  /** Names by which expressions refer to it, case-insensitive. */
  readonly names: readonly string[];
  readonly type: FormulaType;
}

/** An expression that is ready to be calculated. */
export interface Formula {
  /** Kind of its result; null when only the value shows it. */
  readonly type: FormulaType | null;
  /** Indexes of the columns that it reads. */
  readonly uses: readonly number[];
  /** Calculates it; null without a result. @param now milliseconds UTC */
  evaluate(values: readonly FormulaValue[], now: number): FormulaValue;
}

/** Compiles an expression. @throws an Error whose message describes the fault, with its `position` in the expression */
export type CompileFormula = (source: string, columns: readonly FormulaColumn[]) => Formula;

/** Expressions as the rules of templates use them. The engine of reports compiles them; hosts and pages provide it. */

/** Kind of value of a column or result. */
export type FormulaType = 'text' | 'number' | 'yesNo' | 'moment';

/** A value; null where there is none. */
export type FormulaValue = string | number | boolean | Date | null;

/** A column that an expression can name. */
export interface FormulaColumn {
  /** Names by which expressions find it, without regard to case. */
  readonly names: readonly string[];
  readonly type: FormulaType;
}

/** An expression that is ready to be calculated. */
export interface Formula {
  /** Kind of its result; null when only the value shows it. */
  readonly type: FormulaType | null;
  /** Places of the columns it reads. */
  readonly uses: readonly number[];
  /** Calculates it; null where there is no result. @param now milliseconds UTC */
  evaluate(values: readonly FormulaValue[], now: number): FormulaValue;
}

/** Compiles an expression. @throws an Error whose message says what is wrong, with its `position` in the expression */
export type CompileFormula = (source: string, columns: readonly FormulaColumn[]) => Formula;

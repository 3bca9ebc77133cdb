/**
 * Expressions outside of reports: single expressions of the language of templates, over columns that the caller names. Uses neither Node nor
 * a browser.
 */
import { createBudget, type Budget } from './expression/budget.ts';
import { invariantCulture } from './expression/cultures/cultures.ts';
import { ExpressionError, NetException } from './expression/errors.ts';
import type { Binding, Scope } from './expression/scope.ts';
import { nearest } from './expression/similar.ts';
import { toText } from './expression/formats/toText.ts';
import { Char, DateTime, Decimal, Double, Integer, Single, type Value } from './expression/index.ts';
import { defaultLimits, LimitError } from './limits.ts';
import { loadScript, type Compiled } from './script/index.ts';

/** Kind of value of a column or result. */
export type FormulaType = 'text' | 'number' | 'yesNo' | 'moment';

/** A value: a moment is milliseconds UTC in a `Date`; null where there is none. */
export type FormulaValue = string | number | boolean | Date | null;

/** A column that an expression can name. */
export interface FormulaColumn {
  /** Names by which expressions refer to it, case-insensitive; of columns with the same name the first is used. */
  readonly names: readonly string[];
  readonly type: FormulaType;
}

/** An expression that is ready to be calculated. */
export interface Formula {
  /** Kind of its result; null when it is known only from the value. */
  readonly type: FormulaType | null;
  /** Indexes of the columns it reads, ascending. */
  readonly uses: readonly number[];
  /**
   * Calculates it. A result that is a number or moment without a value is null, as after a division by zero or a failed conversion.
   * @param values one for each column
   * @param now milliseconds UTC, as `DateTime.Now` gives them
   */
  evaluate(values: readonly FormulaValue[], now: number): FormulaValue;
}

/** An expression that cannot be used. */
export class FormulaError extends Error {
  /** Offset of the error in the expression; 0 when unknown. */
  readonly position: number;
  constructor(message: string, position: number) {
    super(message);
    this.name = 'FormulaError';
    this.position = position;
  }
}

/** Longest expression, in characters. */
export const FORMULA_LENGTH = 2_000;

/** Limits of one calculation: far more than a rule of a template needs, yet calculated within milliseconds. */
const LIMITS = {
  steps: 20_000,
  milliseconds: 200,
  calls: 60,
  textLength: 20_000,
  keptBytes: 1_000_000,
} satisfies Partial<typeof defaultLimits>;

/** C# types of columns. */
const TYPES: Readonly<Record<FormulaType, string>> = {
  text: 'string',
  number: 'double',
  yesNo: 'bool',
  moment: 'DateTime',
};

/** Kinds of results by their C# types. */
const KINDS: ReadonlyMap<string, FormulaType> = new Map([
  ['string', 'text'],
  ['char', 'text'],
  ['bool', 'yesNo'],
  ['DateTime', 'moment'],
  ...['byte', 'sbyte', 'short', 'ushort', 'int', 'uint', 'long', 'ulong', 'float', 'double', 'decimal'].map(
    (name) => [name, 'number'] as const,
  ),
]);

/**
 * Compiles an expression of the language of report templates in C#: names of columns are in brackets, or alone when they are the complete expression.
 * @throws {FormulaError} with the position of the error
 */
export function compileFormula(source: string, columns: readonly FormulaColumn[]): Formula {
  if (source.length > FORMULA_LENGTH) throw new FormulaError('The expression is too long.', FORMULA_LENGTH);
  const pattern = /\bRegex\b/.exec(source);
  if (pattern !== null) throw new FormulaError('Regular expressions are not available here.', pattern.index);
  const run: { values: readonly FormulaValue[]; now: number; budget: Budget } = {
    values: [],
    now: 0,
    budget: freshBudget(),
  };
  const uses = new Set<number>();
  const runtime = {
    culture: invariantCulture,
    now: () => new DateTime(run.now),
    budget: {
      step: () => run.budget.step(),
      enter: () => run.budget.enter(),
      leave: () => run.budget.leave(),
      hold: (length: number) => run.budget.hold(length),
      collect: (size: number) => run.budget.collect(size),
      work: (size: number) => run.budget.work(size),
    },
  };
  const scope = scopeOf(columns, (place) => {
    uses.add(place);
    return run.values[place] ?? null;
  });
  const compiled = guarded(source, () =>
    loadScript('', { runtime, resolveObject: () => undefined }).compile(source, scope),
  );
  return {
    type: KINDS.get(compiled.type.replace(/\?$/, '')) ?? null,
    uses: [...uses].toSorted((a, b) => a - b),
    evaluate(values, now) {
      run.values = values;
      run.now = now;
      run.budget = freshBudget();
      return resultOf(compiled);
    },
  };
}

function freshBudget(): Budget {
  return createBudget(LIMITS, () => performance.now());
}

function resultOf({ evaluate }: Compiled): FormulaValue {
  try {
    return outward(evaluate());
  } catch (error) {
    if (error instanceof NetException || error instanceof ExpressionError || error instanceof LimitError) return null;
    throw error;
  }
}

function guarded(source: string, compile: () => Compiled): Compiled {
  try {
    return compile();
  } catch (error) {
    if (error instanceof ExpressionError) {
      // The error code of the compiler does not help an administrator.
      const message = error.message
        .replace(/^(?:CS|BC)\d+: /, '')
        .replace('column, parameter, variable or total', 'question');
      throw new FormulaError(message, Math.min(error.position ?? 0, source.length));
    }
    if (error instanceof LimitError) throw new FormulaError('The expression is nested too deeply.', 0);
    throw error;
  }
}

function scopeOf(columns: readonly FormulaColumn[], read: (place: number) => FormulaValue): Scope {
  const places = new Map<string, number>();
  for (const [place, { names }] of columns.entries())
    for (const name of names) if (!places.has(name.toLowerCase())) places.set(name.toLowerCase(), place);
  const column = (path: string): Binding | undefined => {
    const place = places.get(path.trim().toLowerCase());
    if (place === undefined) return undefined;
    const { type } = columns[place]!;
    read(place);
    return { type: TYPES[type], read: () => inward(read(place), type), isNull: () => read(place) === null };
  };
  return {
    resolveColumn: (path) => column(path),
    resolveParameter: () => undefined,
    resolveSystemVariable: () => undefined,
    resolveTotal: () => undefined,
    suggest: (path) =>
      nearest(
        path,
        columns.flatMap(({ names }) => names),
      ),
    resolveObject: () => undefined,
    resolveFirst: () => undefined,
    resolveFunction: () => undefined,
  };
}

/** Converts to a value of the engine. A text without a value is empty, a yes/no without a value is no. */
function inward(value: FormulaValue, type: FormulaType): Value {
  if (value === null) return type === 'text' ? '' : type === 'yesNo' ? false : null;
  if (value instanceof Date) return new DateTime(value.getTime());
  return typeof value === 'number' ? new Double(value) : value;
}

/** Converts a value of the engine for callers; null when it is not a text, number, yes/no or moment. */
function outward(value: Value): FormulaValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof DateTime) return new Date(value.milliseconds);
  if (value instanceof Char) return toText(value, invariantCulture);
  const number = numberOf(value);
  return number === null || !Number.isFinite(number) ? null : number;
}

function numberOf(value: Value): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Double || value instanceof Single || value instanceof Integer) return Number(value.value);
  return value instanceof Decimal ? Number(toText(value, invariantCulture)) : null;
}

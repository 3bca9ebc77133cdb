/** Formats of values: FastReport's format objects. Numbers of patterns are those of .NET's NumberFormatInfo. */
export type FormatSpec = GeneralFormat | NumberFormat | CurrencyFormat | PercentFormat | PatternFormat | BooleanFormat;

/** The result of `ToString()`. */
interface GeneralFormat {
  readonly kind: 'General';
}

interface Digits {
  /** True: separators, patterns and symbols of the culture; only `decimalDigits` is taken from here. */
  readonly useLocale: boolean;
  /** 0 to 99. Undefined values, here and below, are those of the culture. */
  readonly decimalDigits?: number | undefined;
  readonly decimalSeparator?: string | undefined;
  readonly groupSeparator?: string | undefined;
  /** 0 to 4 for numbers, 0 to 15 for currency, 0 to 11 for percent. */
  readonly negativePattern?: number | undefined;
}

export interface NumberFormat extends Digits {
  readonly kind: 'Number';
}

export interface CurrencyFormat extends Digits {
  readonly kind: 'Currency';
  readonly currencySymbol?: string | undefined;
  /** 0 to 3. */
  readonly positivePattern?: number | undefined;
}

export interface PercentFormat extends Digits {
  readonly kind: 'Percent';
  readonly percentSymbol?: string | undefined;
  /** 0 to 3. */
  readonly positivePattern?: number | undefined;
}

/** A .NET format string; absent: `d` for dates, `t` for times, `G` for Custom. */
interface PatternFormat {
  readonly kind: 'Date' | 'Time' | 'Custom';
  readonly format?: string | undefined;
}

interface BooleanFormat {
  readonly kind: 'Boolean';
  readonly trueText: string;
  readonly falseText: string;
}

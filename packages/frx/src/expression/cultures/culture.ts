/** Formats of a .NET culture for numbers and dates; month and day arrays begin with January and Sunday. */
export interface Culture {
  /** BCP 47 name, for instance `en-US`. */
  readonly name: string;
  readonly numbers: NumberSymbols;
  readonly dates: DateSymbols;
}

/** Separators of the digits of a number. */
export interface Separators {
  readonly decimalSeparator: string;
  readonly groupSeparator: string;
  /** Digits of each group from the decimal separator; the last group size repeats. */
  readonly groupSizes: readonly number[];
}

/** Patterns are the numbers of .NET's NumberFormatInfo. */
export interface NumberSymbols extends Separators {
  /** Default decimals of the formats `N` and `F`. */
  readonly decimalDigits: number;
  readonly currency: Separators;
  readonly percent: Separators;
  readonly percentDecimalDigits: number;
  readonly negativePattern: number;
  readonly currencySymbol: string;
  readonly currencyDecimalDigits: number;
  readonly currencyPositivePattern: number;
  readonly currencyNegativePattern: number;
  readonly percentSymbol: string;
  readonly percentPositivePattern: number;
  readonly percentNegativePattern: number;
  readonly negativeSign: string;
  readonly positiveSign: string;
  readonly nan: string;
  readonly positiveInfinity: string;
  readonly negativeInfinity: string;
}

/** Patterns are .NET custom date patterns. */
export interface DateSymbols {
  readonly shortDate: string;
  readonly longDate: string;
  readonly shortTime: string;
  readonly longTime: string;
  readonly monthDay: string;
  readonly yearMonth: string;
  readonly dateSeparator: string;
  readonly timeSeparator: string;
  readonly am: string;
  readonly pm: string;
  /** Name of the era, `gg`. */
  readonly era: string;
  readonly monthNames: readonly string[];
  /** Month names used beside a day (`9. februar`), where the language distinguishes them. */
  readonly genitiveMonthNames: readonly string[];
  readonly genitiveShortMonthNames: readonly string[];
  readonly shortMonthNames: readonly string[];
  readonly dayNames: readonly string[];
  readonly shortDayNames: readonly string[];
  /** 0 is Sunday. */
  readonly firstDayOfWeek: number;
  /** Rule for the first week of a year. */
  readonly weekRule: 'firstDay' | 'firstFourDayWeek';
}

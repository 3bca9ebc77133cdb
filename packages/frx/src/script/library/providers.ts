import { compareChecked } from '../runtime/order.ts';
import type { Culture, DateSymbols, NumberSymbols } from '../../expression/cultures/culture.ts';
import type { Value } from '../../expression/values/values.ts';
import type { Call, NamedType } from '../binder/types/types.ts';
import { Obj } from '../runtime/objects.ts';
import { typeObject } from '../runtime/hooks.ts';
import { callScript, equals, formatText, scriptMethod, textOf } from '../runtime/values.ts';
import { need } from './registry.ts';
import type { Declarations } from './registry.ts';

/** Cultures and their parts as objects, and the culture of a format provider. */

/** Properties of a NumberFormatInfo or DateTimeFormatInfo that a script may change. */
export class NumberInfo extends Obj {
  symbols: NumberSymbols;
  readonly isReadOnly: boolean;
  constructor(type: NamedType, symbols: NumberSymbols, isReadOnly: boolean) {
    super(type);
    this.symbols = symbols;
    this.isReadOnly = isReadOnly;
  }
}

/** A DateTimeFormatInfo. */
export class DateInfo extends Obj {
  symbols: DateSymbols;
  readonly isReadOnly: boolean;
  constructor(type: NamedType, symbols: DateSymbols, isReadOnly: boolean) {
    super(type);
    this.symbols = symbols;
    this.isReadOnly = isReadOnly;
  }
}

/** A CultureInfo. */
export class CultureObj extends Obj {
  base: Culture;
  numbers: NumberInfo | undefined;
  dates: DateInfo | undefined;
  readonly isReadOnly: boolean;
  constructor(type: NamedType, base: Culture, isReadOnly = false) {
    super(type);
    this.base = base;
    this.isReadOnly = isReadOnly;
  }
  get culture(): Culture {
    if (!this.numbers && !this.dates) return this.base;
    return {
      name: this.base.name,
      numbers: this.numbers?.symbols ?? this.base.numbers,
      dates: this.dates?.symbols ?? this.base.dates,
    };
  }
  override nativeText(): string {
    return this.base.name;
  }
  override nativeEquals(other: Value): boolean {
    return other instanceof CultureObj && other.base.name === this.base.name;
  }
}

/** Returns the result of `GetFormat` of a provider of the script for a type of the library; null for other providers. */
export function askedFormat(c: Call, provider: Value, type: string): Value {
  if (!(provider instanceof Obj) || !provider.type.definition.isScript) return null;
  const method = scriptMethod(provider.type.definition, 'GetFormat', 1);
  return method ? callScript(provider, method, [typeObject(need(type).open)], c.rt) : null;
}

/** Returns the culture of an IFormatProvider. */
export function cultureOf(provider: Value, c: Call): Culture {
  const { culture } = c.rt;
  if (provider === null) return culture;
  if (provider instanceof CultureObj) return provider.culture;
  if (provider instanceof NumberInfo) return { ...culture, numbers: provider.symbols };
  if (provider instanceof DateInfo) return { ...culture, dates: provider.symbols };
  const numbers = askedFormat(c, provider, 'NumberFormatInfo');
  const dates = askedFormat(c, provider, 'DateTimeFormatInfo');
  return {
    ...culture,
    ...(numbers instanceof NumberInfo ? { numbers: numbers.symbols } : {}),
    ...(dates instanceof DateInfo ? { dates: dates.symbols } : {}),
  };
}

/** Conversions between values and texts with a format provider. */
export const TextReader = {
  /** Implements `value.ToString(format, provider)`. */
  format(c: Call, value: Value, format: string | null, provider: Value): string {
    const culture = cultureOf(provider, c);
    return formatText(value, format ?? '', c.rt, culture, provider);
  },
};

/** Members of types with formats: numbers, dates, time spans. */
export const formattable: Declarations = {
  'string ToString()': (c, self: Value) => textOf(self, c.rt),
  'string ToString(string format)': (c, self: Value, format: string | null) => TextReader.format(c, self, format, null),
  'string ToString(IFormatProvider provider)': (c, self: Value, provider: Value) =>
    TextReader.format(c, self, null, provider),
  'string ToString(string format, IFormatProvider provider)': (
    c,
    self: Value,
    format: string | null,
    provider: Value,
  ) => TextReader.format(c, self, format, provider),
  'int CompareTo(object value)': (c, self: Value, other: Value) => compareChecked(c, self, other),
  'bool Equals(object obj)': (c, self: Value, other: Value) => equals(self, other, c.rt),
};

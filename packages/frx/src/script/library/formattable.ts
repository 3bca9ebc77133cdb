import { invariantCulture } from '../../expression/cultures/cultures.ts';
import type { Culture } from '../../expression/cultures/culture.ts';
import type { Value } from '../../expression/values/values.ts';
import { arrayOf } from '../binder/types/types.ts';
import type { Call } from '../binder/types/types.ts';
import { Obj, TypedArray } from '../runtime/objects.ts';
import { cultureOf } from './providers.ts';
import { declare, need } from './registry.ts';
import { format } from './strings.ts';

/** System.FormattableString: an interpolated string before it is written in a culture. */

export class FormattableObj extends Obj {
  /** Composite format with an item for each value. */
  readonly format: string;
  readonly values: readonly Value[];
  constructor(text: string, values: readonly Value[]) {
    super(need('FormattableString').open);
    this.format = text;
    this.values = values;
  }
  override nativeText(rt: Call['rt']): string {
    return this.written({ rt, t: [], type: this.type }, rt.culture);
  }
  written(c: Call, culture: Culture): string {
    return format(c, culture, this.format, this.values);
  }
}

declare('System', 'abstract class FormattableString : IFormattable', {
  'string Format { get; }': (_c, self: FormattableObj) => self.format,
  'int ArgumentCount { get; }': (_c, self: FormattableObj) => self.values.length,
  'object GetArgument(int index)': (_c, self: FormattableObj, index: number) => self.values[index] ?? null,
  'object[] GetArguments()': (_c, self: FormattableObj) =>
    new TypedArray(arrayOf(need('Object').open), [...self.values]),
  'string ToString()': (c, self: FormattableObj) => self.written(c, c.rt.culture),
  'string ToString(IFormatProvider formatProvider)': (c, self: FormattableObj, provider: Value) =>
    self.written(c, cultureOf(provider, c)),
  'string ToString(string ignored, IFormatProvider formatProvider)': (
    c,
    self: FormattableObj,
    _ignored: Value,
    provider: Value,
  ) => self.written(c, cultureOf(provider, c)),
  'static string Invariant(FormattableString formattable)': (c, self: FormattableObj) =>
    self.written(c, invariantCulture),
  'static string CurrentCulture(FormattableString formattable)': (c, self: FormattableObj) =>
    self.written(c, c.rt.culture),
});

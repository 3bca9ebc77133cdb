import {
  boolProperty,
  ExpressionError,
  HostObject,
  hostClass,
  intProperty,
  liveOf,
  NetException,
  textProperty,
  type HostClass,
  type HostProperty,
  type Value,
} from '../../expression/index.ts';
import type { CurrencyFormat, FormatSpec, NumberFormat, PercentFormat } from '../../expression/formats/formatSpec.ts';
import { formatValue as writeValue } from '../../expression/formats/format.ts';
import { withoutRun } from '../../expression/members/drawingArguments.ts';
import type { TextObject } from '../build/components.ts';
import type { Live } from './host.ts';

/** Members of the formats of texts for scripts. */

/** A format object: its current settings and the callback of the text to which it is assigned. */
interface LiveFormat {
  spec: FormatSpec;
  changed: ((spec: FormatSpec) => void) | undefined;
}

type Digits = NumberFormat | CurrencyFormat | PercentFormat;

function change(live: LiveFormat, part: Partial<Record<string, unknown>>): void {
  live.spec = { ...live.spec, ...part };
  live.changed?.(live.spec);
}

const formatBase: HostClass<LiveFormat> = hostClass<LiveFormat>('FormatBase', {
  methods: {
    FormatValue: ({ spec }, [value = null], runtime) => {
      if (value === null && spec.kind === 'Boolean')
        throw new NetException('NullReferenceException', 'Object reference not set to an instance of an object.');
      return writeValue(value, spec, (runtime ?? withoutRun('FormatValue')).culture);
    },
  },
});

const hasDigits = (spec: FormatSpec): spec is Digits =>
  spec.kind === 'Number' || spec.kind === 'Currency' || spec.kind === 'Percent';

const digitsText = (name: 'decimalSeparator' | 'groupSeparator', fallback: string): HostProperty<LiveFormat> =>
  textProperty(
    ({ spec }) => (hasDigits(spec) ? spec[name] : undefined) ?? fallback,
    (live, text) => {
      change(live, { [name]: text });
    },
  );

const patternNumber = (name: 'negativePattern' | 'positivePattern'): HostProperty<LiveFormat> =>
  intProperty(
    // Sound because both properties are numbers, and the name was found in the format.
    ({ spec }) => (hasDigits(spec) && name in spec ? (spec[name as 'negativePattern'] ?? 0) : 0),
    (live, number) => {
      change(live, { [name]: number });
    },
  );

const symbol = (name: 'currencySymbol' | 'percentSymbol', fallback: string): HostProperty<LiveFormat> =>
  textProperty(
    ({ spec }) =>
      (spec.kind === 'Currency' && name === 'currencySymbol'
        ? spec.currencySymbol
        : spec.kind === 'Percent' && name === 'percentSymbol'
          ? spec.percentSymbol
          : undefined) ?? fallback,
    (live, text) => {
      change(live, { [name]: text });
    },
  );

const digits: Readonly<Record<string, HostProperty<LiveFormat>>> = {
  UseLocale: boolProperty(
    ({ spec }) => !hasDigits(spec) || spec.useLocale,
    (live, useLocale) => {
      change(live, { useLocale });
    },
  ),
  DecimalDigits: intProperty(
    ({ spec }) => (hasDigits(spec) ? spec.decimalDigits : undefined) ?? 2,
    (live, decimalDigits) => {
      if (decimalDigits < 0 || decimalDigits > 99) throw new ExpressionError('DecimalDigits is 0 to 99');
      change(live, { decimalDigits });
    },
  ),
  DecimalSeparator: digitsText('decimalSeparator', '.'),
  GroupSeparator: digitsText('groupSeparator', ','),
  NegativePattern: patternNumber('negativePattern'),
};

const pattern = (fallback: string): Readonly<Record<string, HostProperty<LiveFormat>>> => ({
  Format: textProperty(
    ({ spec }) => ('format' in spec ? spec.format : undefined) ?? fallback,
    (live, format) => {
      change(live, { format });
    },
  ),
});

const outcome = (name: 'trueText' | 'falseText'): HostProperty<LiveFormat> =>
  textProperty(
    ({ spec }) => (spec.kind === 'Boolean' ? spec[name] : ''),
    (live, text) => {
      change(live, { [name]: text });
    },
  );

const members: Readonly<Record<FormatSpec['kind'], Readonly<Record<string, HostProperty<LiveFormat>>>>> = {
  General: {},
  Number: digits,
  Currency: {
    ...digits,
    PositivePattern: patternNumber('positivePattern'),
    CurrencySymbol: symbol('currencySymbol', '¤'),
  },
  Percent: {
    ...digits,
    PositivePattern: patternNumber('positivePattern'),
    PercentSymbol: symbol('percentSymbol', '%'),
  },
  Date: pattern('d'),
  Time: pattern('t'),
  Custom: pattern('G'),
  Boolean: { TrueText: outcome('trueText'), FalseText: outcome('falseText') },
};

const blank: Readonly<Record<FormatSpec['kind'], FormatSpec>> = {
  General: { kind: 'General' },
  Number: { kind: 'Number', useLocale: true, decimalDigits: 2 },
  Currency: { kind: 'Currency', useLocale: true, decimalDigits: 2 },
  Percent: { kind: 'Percent', useLocale: true, decimalDigits: 2 },
  Date: { kind: 'Date' },
  Time: { kind: 'Time' },
  Custom: { kind: 'Custom' },
  Boolean: { kind: 'Boolean', trueText: 'True', falseText: 'False' },
};

const classes = new Map(
  Object.entries(members).map(([kind, properties]) => [
    `${kind}Format`,
    hostClass<LiveFormat>(`${kind}Format`, { extends: formatBase, properties }),
  ]),
);

/** Returns the table of a format by the name of its class. */
export function formatClassOf(name: string): HostClass<LiveFormat> | undefined {
  return name === 'FormatBase' ? formatBase : classes.get(name);
}

function formatValue(spec: FormatSpec, changed: LiveFormat['changed']): Value {
  return new HostObject(classes.get(`${spec.kind}Format`) ?? formatBase, { spec, changed });
}

/** Returns the value of `new NumberFormat()` and similar; undefined for other classes. */
export function newFormat(name: string): Value | undefined {
  const kind = Object.keys(blank).find((each) => name === `${each}Format`);
  return kind === undefined ? undefined : formatValue(blank[kind as FormatSpec['kind']], undefined);
}

function specOf(value: Value): LiveFormat {
  const live = liveOf(formatBase, value);
  if (!live) throw new ExpressionError('A format is expected');
  return live;
}

type Text = Live<TextObject>;

const formatsOf = ({ object, host }: Text): readonly FormatSpec[] => host.run.textSettings(object).formats;

function setFormats({ object }: Text, formats: readonly FormatSpec[]): void {
  object.formats = formats;
}

function setAt(live: Text, index: number, spec: FormatSpec): void {
  const formats = [...formatsOf(live)];
  formats[index] = spec;
  setFormats(live, formats);
}

const formatAt = (live: Text, index: number): Value => {
  const spec = formatsOf(live)[index];
  if (!spec) throw new ExpressionError('The text has no such format');
  return formatValue(spec, (next) => {
    setAt(live, index, next);
  });
};

/** Assigns a format object to a text at an index; later changes of the format apply to the text. */
function place(live: Text, index: number, value: Value): void {
  const format = specOf(value);
  setAt(live, index, format.spec);
  format.changed = (spec) => {
    setAt(live, index, spec);
  };
}

/** Property for the first format of a text. */
export const textFormat: HostProperty<Text> = {
  get: (live) => formatAt(live, 0),
  set: (live, value) => {
    place(live, 0, value);
  },
};

/** Members of the formats of a text, one for each expression in it. */
export const formatsClass: HostClass<Text> = hostClass<Text>('FormatCollection', {
  properties: { Count: intProperty((live) => formatsOf(live).length) },
  methods: {
    Clear: (live) => {
      setFormats(live, []);
      return null;
    },
    Add: (live, [value]) => {
      const index = formatsOf(live).length;
      place(live, index, value ?? null);
      return index;
    },
  },
  getIndex: (live, [index]) => formatAt(live, typeof index === 'number' ? index : -1),
  items: (live) => formatsOf(live).map((_, index) => formatAt(live, index)),
});

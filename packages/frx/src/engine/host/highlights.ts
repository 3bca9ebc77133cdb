import {
  boolProperty,
  ExpressionError,
  fillOf,
  fillValue,
  fontClass,
  fontValue,
  HostObject,
  hostClass,
  intProperty,
  liveOf,
  textProperty,
  type HostProperty,
  type Value,
} from '../../expression/index.ts';
import { ENTRY } from '../../expression/budget.ts';
import { numberOfValue } from '../../data/convert.ts';
import type { TextObject } from '../build/components.ts';
import type { HighlightCondition, Appearance } from '../build/contents.ts';
import { readAppearance } from '../build/styles.ts';
import type { Host, Live } from './host.ts';
import { borderClass, borderOf } from './borders.ts';

/** Members of highlight conditions for scripts. */

/** All parts of an appearance. */
type FullAppearance = { readonly [Part in keyof Appearance]: NonNullable<Appearance[Part]> };
type Part = 'border' | 'fill' | 'textFill' | 'font';

interface LiveCondition {
  expression: string;
  visible: boolean;
  /** Includes the parts that the condition does not apply. */
  appearance: FullAppearance;
  applied: ReadonlySet<Part>;
  /** Called after each change. */
  changed: () => void;
}

/** Returns the appearance of an element without attributes, with all parts applied. */
function blankAppearance({ run }: Host): FullAppearance {
  const { root } = run.template;
  const attributes = new Map(['Border', 'Fill', 'TextFill', 'Font'].map((part) => [`Apply${part}`, 'true']));
  const blank = readAppearance({ ...root, type: 'Condition', attributes, children: [], text: '' }, run.images);
  const { border, fill, textFill, font } = blank;
  if (!border || !fill || !textFill || !font) throw new Error('A condition applies what its element states');
  return { ...blank, border, fill, textFill, font };
}

function liveCondition(host: Host, given?: HighlightCondition): LiveCondition {
  const blank = blankAppearance(host);
  const { border, textFill, font, fill, ownFill } = given?.appearance ?? { ...blank, border: undefined, font: undefined, fill: undefined }; // prettier-ignore
  const applied = Object.entries({ border, fill, textFill, font }).filter(([, part]) => part !== undefined);
  return {
    expression: given?.expression ?? '',
    visible: given?.visible ?? true,
    appearance: {
      border: border ?? blank.border,
      fill: ownFill,
      ownFill,
      textFill: textFill ?? blank.textFill,
      font: font ?? blank.font,
    },
    applied: new Set(applied.map(([part]) => part as Part)),
    changed: () => undefined,
  };
}

/** Returns the condition in the form of text objects. Its expression is compiled when a text is first printed. */
function conditionOf({ object, host }: Live<TextObject>, live: LiveCondition): HighlightCondition {
  const { expression, visible, appearance, applied } = live;
  const own = <P extends Part>(part: P): FullAppearance[P] | undefined =>
    applied.has(part) ? appearance[part] : undefined;
  let calculate: (() => Value) | undefined;
  return {
    expression,
    visible,
    calculate: () => (calculate ??= host.run.compile(expression, object.source))(),
    appearance: {
      border: own('border'),
      fill: own('fill'),
      textFill: own('textFill'),
      font: own('font'),
      ownFill: appearance.fill,
    },
  };
}

function change(live: LiveCondition, appearance: Partial<FullAppearance>): void {
  live.appearance = { ...live.appearance, ...appearance };
  live.changed();
}

const applies = (part: Part): HostProperty<LiveCondition> =>
  boolProperty(
    ({ applied }) => applied.has(part),
    (live, applied) => {
      live.applied = new Set([...live.applied, part].filter((each) => applied || each !== part));
      live.changed();
    },
  );

const fillPart = (part: 'fill' | 'textFill'): HostProperty<LiveCondition> => ({
  get: (live) =>
    fillValue(live.appearance[part], (fill) => {
      change(live, { [part]: fill });
    }),
  set: (live, value) => {
    change(live, { [part]: fillOf(value) });
  },
});

/** Members of a condition. */
export const conditionClass = hostClass<LiveCondition>('HighlightCondition', {
  properties: {
    Expression: textProperty(
      ({ expression }) => expression,
      (live, expression) => {
        live.expression = expression;
        live.changed();
      },
    ),
    Visible: boolProperty(
      ({ visible }) => visible,
      (live, visible) => {
        live.visible = visible;
        live.changed();
      },
    ),
    Fill: fillPart('fill'),
    TextFill: fillPart('textFill'),
    Font: {
      get: ({ appearance }) => fontValue(appearance.font),
      set: (live, value) => {
        const font = liveOf(fontClass, value);
        if (!font) throw new ExpressionError('A Font is expected');
        change(live, { font });
      },
    },
    Border: {
      get: (live) =>
        new HostObject(borderClass, {
          get border() {
            return live.appearance.border;
          },
          set border(border) {
            change(live, { border });
          },
        }),
      set: (live, value) => {
        change(live, { border: borderOf(value) });
      },
    },
    ApplyBorder: applies('border'),
    ApplyFill: applies('fill'),
    ApplyTextFill: applies('textFill'),
    ApplyFont: applies('font'),
  },
});

/** Returns the value of `new HighlightCondition()`. */
export function newCondition(host: Host): Value {
  return new HostObject(conditionClass, liveCondition(host));
}

type Text = Live<TextObject>;

function conditionAt(text: Text, index: number): Value {
  const given = text.object.highlight[index];
  if (!given) throw new ExpressionError(`${text.object.name} has no such condition`);
  return new HostObject(conditionClass, follow(text, index, liveCondition(text.host, given)));
}

/** Applies later changes of a condition to the text at whose index it is. */
function follow(text: Text, index: number, live: LiveCondition): LiveCondition {
  live.changed = () => {
    text.object.highlight = text.object.highlight.with(index, conditionOf(text, live));
  };
  return live;
}

/** Members of the conditions of a text. */
export const conditionsClass = hostClass<Text>('ConditionCollection', {
  properties: { Count: intProperty(({ object }) => object.highlight.length) },
  methods: {
    Clear: ({ object }) => {
      object.highlight = [];
      return null;
    },
    Add: (text, [value]) => {
      const live = liveOf(conditionClass, value ?? null);
      if (!live) throw new ExpressionError('A HighlightCondition is expected');
      const { object, host } = text;
      host.run.budget.collect(ENTRY);
      const index = object.highlight.length;
      object.highlight = [...object.highlight, conditionOf(text, live)];
      follow(text, index, live);
      return index;
    },
  },
  getIndex: (text, [index]) => conditionAt(text, numberOfValue(index ?? null) ?? -1),
  items: (text) => text.object.highlight.map((_, index) => conditionAt(text, index)),
});

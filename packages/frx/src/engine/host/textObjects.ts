import {
  boolProperty,
  colorValue,
  enumProperty,
  ExpressionError,
  fillColor,
  fillOf,
  fillValue,
  solidFill,
  floatProperty,
  fontClass,
  fontValue,
  HostObject,
  hostClass,
  intProperty,
  liveOf,
  parseBrackets,
  textProperty,
  type HostClass,
  type HostProperty,
  type Value,
} from '../../expression/index.ts';
import { paddingOf, paddingValue } from '../../expression/members/drawing.ts';
import { EnumValue } from '../../expression/values/values.ts';
import type { HorzAlign, TextStyle, VertAlign } from '../../page.ts';
import type { TextObject } from '../build/components.ts';
import { enumType } from './enums.ts';
import { conditionsClass } from './highlights.ts';
import { formatsClass, textFormat } from './formats.ts';
import type { Live } from './host.ts';
import { componentClass, valueOf } from './objects.ts';
import { isVisualBasic } from '../values/scope.ts';

/** Members of texts. */

type Text = Live<TextObject>;

/** Declares a property of the font or the fill, which is restored after each row. */
function styled(
  change: (style: TextStyle, value: Value) => TextStyle,
  get: (style: TextStyle) => Value,
): HostProperty<Text> {
  return {
    get: ({ object }) => get(object.style),
    set: ({ object }, value) => {
      object.style = change(object.style, value);
    },
  };
}

const flagStyle = (
  name: 'wordWrap' | 'rightToLeft' | 'underlines' | 'clip' | 'forceJustify' | 'wysiwyg',
): HostProperty<Text> =>
  boolProperty(
    ({ object }) => object.style[name],
    ({ object }, value) => {
      if (object.style[name] !== value) object.restyle((style) => ({ ...style, [name]: value }));
    },
  );

const numberStyle = (name: 'fontWidthRatio' | 'firstTabOffset' | 'tabWidth'): HostProperty<Text> =>
  floatProperty(
    ({ object }) => object.style[name],
    ({ object }, value) => {
      object.restyle((style) => ({ ...style, [name]: value }));
    },
  );

const settingText = (name: 'hideValue' | 'nullValue'): HostProperty<Text> =>
  textProperty(
    ({ object, host }) => host.run.textSettings(object)[name],
    ({ object }, value) => {
      object.settings = { ...object.settings, [name]: value };
    },
  );

/** Declares a numeric property of the paragraph format; `factor` is the number of stored units in one unit of the property. */
const paragraphNumber = (name: 'firstLineIndent' | 'lineSpacing', factor = 1): HostProperty<Text> =>
  floatProperty(
    ({ object }) => object.style.paragraph[name] / factor,
    ({ object }, value) => {
      object.restyle((style) => ({ ...style, paragraph: { ...style.paragraph, [name]: value * factor } }));
    },
  );

/** Members of the paragraphs of a text. */
export const paragraphClass = hostClass<Text>('ParagraphFormat', {
  properties: {
    FirstLineIndent: paragraphNumber('firstLineIndent'),
    LineSpacing: paragraphNumber('lineSpacing'),
    LineSpacingMultiple: paragraphNumber('lineSpacing', 100),
    LineSpacingType: enumProperty<Text>(
      enumType('LineSpacingType'),
      ({ object }) => object.style.paragraph.lineSpacingType,
      ({ object }, name) => {
        const lineSpacingType = name as TextStyle['paragraph']['lineSpacingType'];
        object.restyle((style) => ({ ...style, paragraph: { ...style.paragraph, lineSpacingType } }));
      },
    ),
  },
});

/** Members of a text object, beside those of every object. */
export const textClass: HostClass<Text> = hostClass<Text>('TextObject', {
  extends: componentClass,
  baseTypes: ['TextObjectBase', 'BreakableComponent'],
  properties: {
    Text: textProperty(
      ({ object }) => object.text,
      ({ object }, value) => {
        object.text = value;
      },
    ),
    Value: { get: ({ object }) => object.value },
    Font: styled(
      (style, value) => {
        const font = liveOf(fontClass, value);
        if (!font) throw new ExpressionError('A Font is expected');
        return { ...style, font };
      },
      (style) => fontValue(style.font),
    ),
    TextColor: styled(
      (style, value) => ({ ...style, fill: solidFill(value) }),
      ({ fill }) => (fill.kind === 'solid' ? fillColor(fill) : colorValue('#000000')),
    ),
    TextFill: {
      get: ({ object }) =>
        fillValue(object.style.fill, (fill) => {
          object.changeTextFill(fill);
        }),
      set: ({ object }, value) => {
        object.style = { ...object.style, fill: fillOf(value) };
      },
    },
    HorzAlign: enumProperty(
      enumType('HorzAlign'),
      ({ object }) => object.style.horzAlign,
      ({ object }, name) => {
        object.restyle((style) => ({ ...style, horzAlign: name as HorzAlign }));
      },
    ),
    VertAlign: enumProperty(
      enumType('VertAlign'),
      ({ object }) => object.style.vertAlign,
      ({ object }, name) => {
        object.restyle((style) => ({ ...style, vertAlign: name as VertAlign }));
      },
    ),
    WordWrap: flagStyle('wordWrap'),
    RightToLeft: flagStyle('rightToLeft'),
    Underlines: flagStyle('underlines'),
    Clip: flagStyle('clip'),
    LineHeight: floatProperty(
      ({ object }) => object.style.lineHeight,
      ({ object }, lineHeight) => {
        object.restyle((style) => ({ ...style, lineHeight }));
      },
    ),
    Padding: {
      get: ({ object }) => paddingValue(object.style.padding),
      set: ({ object }, value) => {
        const padding = paddingOf(value);
        object.restyle((style) => ({ ...style, padding }));
      },
    },
    Angle: intProperty(
      ({ object }) => object.style.angle,
      ({ object }, angle) => {
        object.restyle((style) => ({ ...style, angle: ((angle % 360) + 360) % 360 }));
      },
    ),
    AutoWidth: boolProperty(
      ({ object }) => object.autoWidth,
      ({ object }, value) => {
        object.autoWidth = value;
      },
    ),
    ForceJustify: flagStyle('forceJustify'),
    Wysiwyg: flagStyle('wysiwyg'),
    FontWidthRatio: numberStyle('fontWidthRatio'),
    FirstTabOffset: numberStyle('firstTabOffset'),
    TabWidth: numberStyle('tabWidth'),
    HtmlTags: boolProperty(
      ({ object }) => object.style.renderType === 'HtmlTags',
      ({ object }, tags) => {
        object.restyle((style) => ({ ...style, renderType: tags ? 'HtmlTags' : 'Default' }));
      },
    ),
    TextRenderType: enumProperty<Text>(
      enumType('TextRenderType'),
      ({ object }) => object.style.renderType,
      ({ object }, name) => {
        object.restyle((style) => ({ ...style, renderType: name as TextStyle['renderType'] }));
      },
    ),
    Trimming: enumProperty<Text>(
      enumType('StringTrimming'),
      ({ object }) => object.style.trimming,
      ({ object }, name) => {
        object.restyle((style) => ({ ...style, trimming: name as TextStyle['trimming'] }));
      },
    ),
    AutoShrink: enumProperty<Text>(
      enumType('AutoShrinkMode'),
      ({ object }) => object.autoShrink,
      ({ object }, name) => {
        object.autoShrink = name as TextObject['autoShrink'];
      },
    ),
    AutoShrinkMinSize: floatProperty(
      ({ object }) => object.autoShrinkMinSize,
      ({ object }, size) => {
        object.autoShrinkMinSize = size;
      },
    ),
    Duplicates: enumProperty<Text>(
      enumType('Duplicates'),
      ({ object }) => object.duplicates,
      ({ object }, name) => {
        object.duplicates = name as TextObject['duplicates'];
      },
    ),
    ProcessAt: enumProperty<Text>(
      enumType('ProcessAt'),
      ({ object }) => object.processAt,
      ({ object }, name) => {
        object.processAt = name as TextObject['processAt'];
      },
    ),
    MergeMode: {
      get: ({ object }) => new EnumValue(enumType('MergeMode'), object.mergeMode),
      set: ({ object }, value) => {
        if (!(value instanceof EnumValue)) throw new ExpressionError('A MergeMode is expected');
        object.mergeMode = value.value;
      },
    },
    BreakTo: {
      get: ({ object, host }) => valueOf(host, object.breakTo),
      set: ({ object }, value) => {
        const next = liveOf(textClass, value)?.object;
        if (!next && value !== null) throw new ExpressionError('A TextObject is expected');
        object.breakTo = next;
      },
    },
    Format: textFormat,
    Highlight: { get: (live) => new HostObject(conditionsClass, live) },
    Formats: { get: (live) => new HostObject(formatsClass, live) },
    AllowExpressions: boolProperty(
      ({ object, host }) => host.run.textSettings(object).allowExpressions,
      ({ object }, allowExpressions) => {
        object.changeReading({ allowExpressions });
      },
    ),
    Brackets: textProperty(
      ({ object, host }) => {
        const { open, close } = host.run.textSettings(object).brackets;
        return `${open},${close}`;
      },
      ({ object, host }, text) => {
        object.changeReading({ brackets: parseBrackets(text, isVisualBasic(host.run.template)) });
      },
    ),
    HideZeros: boolProperty(
      ({ object, host }) => host.run.textSettings(object).hideZeros,
      ({ object }, hideZeros) => {
        object.settings = { ...object.settings, hideZeros };
      },
    ),
    HideValue: settingText('hideValue'),
    NullValue: settingText('nullValue'),
    /** Position of a tab stop; every line begins with a tab to it. */
    ParagraphOffset: floatProperty(
      ({ object }) => object.style.paragraphOffset,
      ({ object }, paragraphOffset) => {
        const firstTabOffset = paragraphOffset === 0 ? object.style.firstTabOffset : paragraphOffset;
        object.restyle((style) => ({ ...style, paragraphOffset, firstTabOffset }));
        object.settings = { ...object.settings, paragraphOffset: paragraphOffset !== 0 };
      },
    ),
    ParagraphFormat: { get: (live) => new HostObject(paragraphClass, live) },
  },
});

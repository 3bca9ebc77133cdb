import type { HighlightCondition, TextContent, TextSettings } from '../build/contents.ts';
import { Decimal } from '../../expression/values/decimal.ts';
import { NetException } from '../../expression/errors.ts';
import { formatValue } from '../../expression/formats/format.ts';
import type { FormatSpec } from '../../expression/formats/formatSpec.ts';
import { parseDateTime } from '../../expression/parsing/parseDate.ts';
import { parseTextTemplate } from '../../expression/textTemplate.ts';
import { toText, typeNameOf } from '../../expression/formats/toText.ts';
import { DateTime, Double, Single, type Value } from '../../expression/values/values.ts';
import { numberOfValue } from '../../data/convert.ts';
import { stackEndAsLimit } from '../../limits.ts';
import type { PlacedValue } from '../../page.ts';
import type { TemplateObject } from '../../template/model.ts';
import { flagOf, numberOf, textOf } from '../../template/properties.ts';
import { shrinkText } from '../../text/index.ts';
import type { TextObject } from '../build/components.ts';
import type { Run } from '../run.ts';
import { applyAppearance } from '../build/styles.ts';
import { isTrue } from '../values/conditions.ts';

/** Reads the formats of a text: `Formats/*Format`, or the single one in the attributes `Format` and `Format.*`. Empty `Formats` clear it. */
export function readFormats(node: TemplateObject): FormatSpec[] {
  const several = node.children.find((child) => child.type === 'Formats');
  if (several?.children.length === 0) return [{ kind: 'General' }];
  if (several) return several.children.map((child) => formatOf(child, child.type.replace(/Format$/, ''), ''));
  return [formatOf(node, textOf(node, 'Format', 'General'), 'Format.')];
}

function formatOf(node: TemplateObject, kind: string, prefix: string): FormatSpec {
  const text = (name: string): string | undefined => node.attributes.get(prefix + name);
  const number = (name: string): number | undefined =>
    text(name) === undefined ? undefined : numberOf(node, prefix + name, 0);
  const digits = {
    useLocale: flagOf(node, `${prefix}UseLocale`, true),
    decimalDigits: number('DecimalDigits'),
    decimalSeparator: text('DecimalSeparator'),
    groupSeparator: text('GroupSeparator'),
    negativePattern: number('NegativePattern'),
  };
  switch (kind) {
    case 'Number':
      return { kind, ...digits };
    case 'Currency':
      return { kind, ...digits, currencySymbol: text('CurrencySymbol'), positivePattern: number('PositivePattern') };
    case 'Percent':
      return { kind, ...digits, percentSymbol: text('PercentSymbol'), positivePattern: number('PositivePattern') };
    case 'Date':
    case 'Time':
    case 'Custom':
      return { kind, format: text('Format') };
    case 'Boolean':
      return { kind, trueText: text('TrueText') ?? 'True', falseText: text('FalseText') ?? 'False' };
    default:
      return { kind: 'General' };
  }
}

/** Parses and compiles the current text of an object, which a script may have changed. */
export function contentOf(run: Run, object: TextObject, text: string): TextContent {
  const settings = run.textSettings(object);
  if (!settings.allowExpressions) return { source: text, parts: text === '' ? [] : [text] };
  const parts = parseTextTemplate(text, settings.brackets).map((part) =>
    part.kind === 'literal' ? part.text : run.compile(part.source, object.source),
  );
  return { source: text, parts };
}

/** Fills a text: calculates and formats its expressions and applies its highlight. */
export function fillText(run: Run, object: TextObject): void {
  const settings = run.textSettings(object);
  let { content } = object;
  if (content?.source !== object.text) {
    content = run.contentFor(object, object.text);
    object.content = content;
  }
  const { failures } = run;
  let text = '';
  let index = 0;
  for (const part of content.parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const value = part();
    object.value = value;
    text += writeValue(run, object.source, settings, value, index);
    index += 1;
  }
  object.failed = run.failures !== failures;
  run.budget.hold(text.length);
  object.text = settings.paragraphOffset ? indented(text) : text;
  applyHighlight(run, object);
  if (object.autoShrink !== 'None')
    object.style = shrinkText(run.fonts, object, object, {
      mode: object.autoShrink,
      minSize: object.autoShrinkMinSize,
    });
}

/** Starts every line with a tab, for ParagraphOffset. */
const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line.startsWith('\t') ? line : `\t${line}`))
    .join('\n');

/** Applies the first highlight condition that is true: appearance and visibility. */
export function applyHighlight(run: Run, object: TextObject): void {
  if (object.highlight.length === 0) return;
  run.highlightValue = object.value;
  for (const condition of object.highlight) {
    if (!holds(run, object.source, condition)) continue;
    object.visible = condition.visible;
    applyAppearance(object, condition.appearance);
    return;
  }
}

/** Calculates a condition of a highlight. One without a value is not met. */
function holds(run: Run, place: TemplateObject, { calculate, expression }: HighlightCondition): boolean {
  const value = calculate();
  return value !== null && isTrue(run, value, { name: 'The condition of the highlight', expression, place });
}

/**
 * Formats a value of the object at `place`. The first format applies if there are fewer formats than expressions. A value that its format
 * cannot write is reported like a failed expression and written without the format.
 */
export function writeValue(
  run: Run,
  place: TemplateObject,
  settings: TextSettings,
  value: Value,
  index: number,
): string {
  if (value === null) return settings.nullValue;
  if (settings.hideZeros && isZero(value, run)) return '';
  if (settings.hideValue !== '' && toText(value, run.culture) === settings.hideValue) return '';
  const format = settings.formats[index] ?? settings.formats[0];
  if (format === undefined || format.kind === 'General')
    return typeof value === 'string' ? value : toText(value, run.culture);
  try {
    return formatValue(value, format, run.culture);
  } catch (thrown) {
    const error = stackEndAsLimit(thrown);
    if (run.endsRun(error) || !(error instanceof Error)) throw error;
    const name = ('format' in format ? format.format : undefined) ?? format.kind;
    run.fail({
      message: `The format "${name}" cannot write a value of type ${typeNameOf(value)}.`,
      object: place.name,
      line: place.line,
    });
    run.failures += 1;
    return toText(value, run.culture);
  }
}

const firstMoment = Date.parse('0001-01-01T00:00:00Z');

/** Returns true for 0 and the first date of .NET, also as a text: the formatting functions return that for an empty date. */
function isZero(value: Value, run: Run): boolean {
  if (value instanceof DateTime) return value.milliseconds === firstMoment && value.ticks === 0;
  if (typeof value === 'string' && /\b0001\b/u.test(value) && value.length < 60) {
    try {
      return isZero(
        parseDateTime(value, run.culture, () => run.startedAt),
        run,
      );
    } catch (error) {
      if (error instanceof NetException) return false;
      throw error;
    }
  }
  return typeof value !== 'string' && typeof value !== 'boolean' && numberOfValue(value) === 0;
}

/** Returns the value of a text that consists of one expression, for exports that keep numbers and dates. */
export function placedValue(run: Run, object: TextObject): PlacedValue | undefined {
  const { content, value } = object;
  if (!content || content.parts.length !== 1 || typeof content.parts[0] === 'string') return undefined;
  const format = run.textSettings(object).formats[0];
  const pattern = format && 'format' in format ? format.format : format?.kind;
  if (typeof value === 'boolean') return { value, format: pattern };
  if (value instanceof DateTime) return { value: new Date(value.milliseconds), format: pattern };
  if (typeof value === 'number') return { value, format: pattern };
  if (value instanceof Double || value instanceof Single) return { value: value.value, format: pattern };
  if (value instanceof Decimal) return { value: value.toNumber(), format: pattern };
  return undefined;
}

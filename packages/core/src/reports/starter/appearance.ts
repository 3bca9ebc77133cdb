/** Appearance of Holdfast's reports: type, colours, and conditions with their name and shape. */
import { CONDITIONS } from '@holdfast/contract';
import { type Attributes, element, type TemplateElement } from './element.ts';

/** Colours as templates write them: red, green, blue. */
export const INK = '15, 23, 42';
/** Of small print. */
export const MUTED = '71, 85, 105';
/** Of a certificate that expired. */
export const EXPIRED = '185, 28, 28';
/** Lines between rows. */
export const HAIRLINE = '203, 213, 225';
/** Behind headings of lists. */
export const SURFACE = '241, 245, 249';
/** Of Holdfast; conditions have colours of their own. */
export const ACCENT = '15, 118, 110';

/** Name of a text style. */
export type StyleName = 'Title' | 'Heading' | 'Subheading' | 'Label' | 'Body' | 'Strong' | 'Small' | 'Mark';

const STYLES: Readonly<Record<StyleName, { font: string; color: string }>> = {
  Title: { font: 'Calibri, 20pt, style=Bold', color: INK },
  Heading: { font: 'Calibri, 13pt, style=Bold', color: INK },
  Subheading: { font: 'Calibri, 10pt, style=Bold', color: ACCENT },
  Label: { font: 'Calibri, 8pt, style=Bold', color: MUTED },
  Body: { font: 'Calibri, 9pt', color: INK },
  Strong: { font: 'Calibri, 9pt, style=Bold', color: INK },
  Small: { font: 'Calibri, 8pt', color: MUTED },
  Mark: { font: 'Calibri, 9pt, style=Bold', color: 'White' },
};

/** Returns the styles of a report: a style changed in the designer applies to every text that has it. */
export function styles(): TemplateElement {
  return element(
    'Styles',
    {},
    Object.entries(STYLES).map(([name, { font, color }]) =>
      element('Style', { Name: name, ApplyBorder: false, ApplyFill: false, Font: font, 'TextFill.Color': color }),
    ),
  );
}

/** Position and size, in units of 1/96 inch within the band. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * A text. Its style comes last, as designers write it: what follows would take it away again. One with a colour of its own has no style, which
 * would win.
 */
export function text(
  name: string,
  { left, top, width, height }: Box,
  style: StyleName,
  content: string,
  more: Attributes = {},
  children: readonly TemplateElement[] = [],
): TemplateElement {
  const { font, color } = STYLES[style];
  return element(
    'TextObject',
    {
      Name: name,
      Left: left,
      Top: top,
      Width: width,
      Height: height,
      Text: content,
      Font: font,
      'TextFill.Color': color,
      ...more,
      Style: 'TextFill.Color' in more ? undefined : style,
    },
    children,
  );
}

/** A horizontal line. */
export function rule(name: string, { left, top, width }: Omit<Box, 'height'>, color = HAIRLINE): TemplateElement {
  return element('LineObject', { Name: name, Left: left, Top: top, Width: width, Height: 0, 'Border.Color': color });
}

/** Pattern of a day: the one in which answers are recorded. */
export const DAY = 'dd/MM/yyyy';
/** Pattern of a moment: the one in which answers are recorded. */
export const MOMENT = 'dd/MM/yyyy hh:mm tt';
/** A moment as a day. */
export const AS_DAY: Attributes = { Format: 'Date', 'Format.Format': DAY };
/** A moment with its time of day. */
export const AS_MOMENT: Attributes = { Format: 'Date', 'Format.Format': MOMENT };

/** The shape shown with a condition, so that colour is never its only sign. */
const MARKS: Readonly<Record<keyof typeof CONDITIONS, string>> = {
  fitForPurpose: '✔',
  needsAttention: '▲',
  defective: '⬣',
  notApplicable: '–',
};
const NOT_CHECKED_MARK = '○';

/** A calculated column of Result: the condition behind its shape. */
export function conditionColumn(): TemplateElement {
  const marked = Object.entries(CONDITIONS).reduceRight(
    (rest, [key, { name }]) =>
      `IIf([Result.Condition] == "${name}", "${MARKS[key as keyof typeof CONDITIONS]}", ${rest})`,
    `"${NOT_CHECKED_MARK}"`,
  );
  return element('Column', {
    Name: 'ConditionWithShape',
    DataType: 'System.String',
    Calculated: true,
    Expression: `${marked} + "  " + [Result.Condition]`,
  });
}

/**
 * The condition of a result on its colour; one that is not checked is on grey.
 * @param result the way to the table Result from the rows of the band
 */
export function conditionMark(name: string, box: Box, result = 'Result'): TemplateElement {
  const cases = Object.values(CONDITIONS).map((condition) =>
    element('Condition', {
      Expression: `[${result}.Condition] == "${condition.name}"`,
      'Fill.Color': rgb(condition.color),
      'TextFill.Color': 'White',
      ApplyFill: true,
    }),
  );
  const unchecked = { 'Fill.Color': '226, 232, 240', HorzAlign: 'Center', VertAlign: 'Center', WordWrap: false };
  return text(name, box, 'Strong', `[${result}.ConditionWithShape]`, unchecked, [element('Highlight', {}, cases)]);
}

/** #rrggbb as templates write it. */
function rgb(color: string): string {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ');
}

import type { Culture } from '../../expression/cultures/culture.ts';
import { formatted, toText } from '../../expression/formats/toText.ts';
import { DateTime, Double } from '../../expression/values/values.ts';
import type { Color, Font, TextPrimitive } from '../../page.ts';
import { gdiWidth } from '../barcodes/textLine.ts';
import type { DrawTools, SeriesPoint } from '../object.ts';
import type { ChartSeries } from './model.ts';
import { withoutRest } from './scale.ts';

/** A rectangle of a chart, px. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** px */
export function lineHeight(font: Font, tools: DrawTools): number {
  return (tools.fonts.face(font).lineSpacing * font.size * 96) / 72;
}

/** Width of a text, px. */
export function textWidth(text: string, font: Font, tools: DrawTools): number {
  return gdiWidth(tools.fonts, font, text);
}

/** Returns a number in a .NET format, or as it is without one. */
export function valueText(value: number, format: string, culture: Culture): string {
  const exact = new Double(withoutRest(value));
  return format === '' ? toText(exact, culture) : formatted(exact, format, culture);
}

/** A line of text whose middle is at `y`. */
export function textAt(
  text: string,
  x: number,
  y: number,
  font: Font,
  color: Color,
  align: 'left' | 'center' | 'right',
  tools: DrawTools,
): TextPrimitive {
  const em = (font.size * 96) / 72;
  const face = tools.fonts.face(font);
  return { kind: 'text', text, x, y: y - (face.lineSpacing * em) / 2 + face.ascent * em, font, color, align };
}

/** Breaks a text between its words. */
export function wrapped(text: string, width: number, measure: (text: string) => number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)!} ${word}`;
    if (lines.length > 0 && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Cuts a text to a width, with an ellipsis. */
export function shortened(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  const letters = Array.from(text);
  while (letters.length > 1 && measure(`${letters.join('').trimEnd()}…`) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/**
 * Returns the text at a point: the label of its series with its keywords replaced (`#VALX`, `#VALY`, `#PERCENT`, `#SERIESNAME`, `#AXISLABEL`,
 * `#INDEX`, `#TOTAL`, `#AVG`, `#MIN`, `#MAX`, `#FIRST`, `#LAST`, each with a .NET format in braces), or its value.
 */
export function labelText(series: ChartSeries, point: SeriesPoint, index: number, culture: Culture): string {
  const values = series.points.map(({ y }) => y[0] ?? 0);
  const total = values.reduce((sum, value) => sum + value, 0);
  const name = point.label === '' ? String(index + 1) : point.label;
  const pattern = series.label === '' ? '#VALY' : series.label;
  return pattern.replace(
    /#(VALX|VALY\d?|VAL|PERCENT|SERIESNAME|LEGENDTEXT|AXISLABEL|LABEL|INDEX|TOTAL|AVG|MIN|MAX|FIRST|LAST)(?:\{([^}]*)\})?/g,
    (_whole, keyword: string, format = '') => {
      const number = (value: number): string => valueText(value, format === '' ? series.labelFormat : format, culture);
      switch (keyword) {
        case 'VALX':
          if (format === '' || point.x === undefined) return name;
          return formatted(
            series.dates === true ? new DateTime(Math.round(point.x)) : new Double(point.x),
            format,
            culture,
          );
        case 'AXISLABEL':
        case 'LABEL':
          return name;
        case 'PERCENT':
          return formatted(
            new Double(total === 0 ? 0 : (point.y[0] ?? 0) / total),
            format === '' ? 'P2' : format,
            culture,
          );
        case 'SERIESNAME':
          return series.name;
        case 'LEGENDTEXT':
          return series.legendText === '' ? series.name : series.legendText;
        case 'INDEX':
          return String(index);
        case 'TOTAL':
          return number(total);
        case 'AVG':
          return number(total / Math.max(1, values.length));
        case 'MIN':
          return number(values.reduce((a, b) => Math.min(a, b), Infinity));
        case 'MAX':
          return number(values.reduce((a, b) => Math.max(a, b), -Infinity));
        case 'FIRST':
          return number(values[0] ?? 0);
        case 'LAST':
          return number(values.at(-1) ?? 0);
        default: {
          const which = Number(keyword.slice(4)) || 1;
          return number(point.y[which - 1] ?? 0);
        }
      }
    },
  );
}

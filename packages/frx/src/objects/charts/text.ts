import type { Color, Font, TextPrimitive } from '../../page.ts';
import { gdiWidth } from '../barcodes/textLine.ts';
import type { DrawTools, SeriesPoint } from '../object.ts';
import { figure } from './scale.ts';

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

/** A label with its keywords replaced: `#VALX`, `#VALY`, `#PERCENT`, `#SERIESNAME`, `#AXISLABEL`, `#INDEX`. */
export function labelText(pattern: string, point: SeriesPoint, index: number, total: number, series: string): string {
  const value = point.y[0] ?? 0;
  return pattern.replace(
    /#(VALX|VALY\d?|VAL|PERCENT|SERIESNAME|AXISLABEL|LABEL|INDEX|TOTAL)(\{[^}]*\})?/g,
    (_whole, keyword: string) => {
      if (keyword === 'VALX' || keyword === 'AXISLABEL' || keyword === 'LABEL')
        return point.label === '' ? String(index + 1) : point.label;
      if (keyword === 'PERCENT') return total === 0 ? '0 %' : `${((100 * value) / total).toFixed(2)} %`;
      if (keyword === 'SERIESNAME') return series;
      if (keyword === 'INDEX') return String(index);
      if (keyword === 'TOTAL') return figure(total);
      const which = Number(keyword.slice(4)) || 1;
      return figure(point.y[which - 1] ?? 0);
    },
  );
}

/** Pages for tests of exports, made from layouts in the reference's form. */
import type { Border, Font, Page, PlacedObject, PlacedText } from '../page.ts';
import { testText } from '../text/testing.ts';

/** An object of a layout file. */
export interface LayoutObject {
  readonly type: string;
  readonly name: string;
  readonly l: number;
  readonly t: number;
  readonly w: number;
  readonly h: number;
  readonly text?: string;
  readonly font?: string;
  readonly color?: string;
  readonly align?: string;
  readonly angle?: number;
  readonly wrap?: boolean;
  readonly render?: string;
  readonly border?: string;
  readonly borderColor?: string;
  readonly fill?: string;
  readonly link?: string;
  readonly bookmark?: string;
  readonly cols?: readonly number[];
  readonly rows?: readonly number[];
  readonly x?: number;
  readonly y?: number;
  readonly cs?: number;
  readonly rs?: number;
  readonly children?: readonly LayoutObject[];
}

/** A page of a layout file. */
export interface LayoutPage {
  readonly n: number;
  readonly paperMm: readonly [number, number];
  readonly marginsMm: readonly [number, number, number, number];
  readonly landscape: boolean;
  readonly unlimited: boolean;
  readonly objects: readonly LayoutObject[];
}

/** The page that a layout describes; pictures and drawings are missing. */
export function pageOf(layout: LayoutPage): Page {
  const [left, top, right, bottom] = layout.marginsMm;
  return {
    number: layout.n,
    source: 'Page1',
    paperWidth: layout.paperMm[0],
    paperHeight: layout.paperMm[1],
    margins: { left, top, right, bottom },
    landscape: layout.landscape,
    unlimited: layout.unlimited,
    objects: layout.objects.map(objectOf),
  };
}

function objectOf(layout: LayoutObject): PlacedObject {
  const [kind = '', value = ''] = (layout.link ?? '').split(/:(.*)/s);
  const table =
    layout.cols === undefined
      ? undefined
      : { columns: layout.cols, rows: layout.rows ?? [], headerRows: 1, headerColumns: 0 };
  const cell =
    layout.x === undefined
      ? undefined
      : { column: layout.x, row: layout.y ?? 0, columnSpan: layout.cs ?? 1, rowSpan: layout.rs ?? 1 };
  return {
    type: layout.type,
    name: layout.name,
    left: layout.l,
    top: layout.t,
    width: layout.w,
    height: layout.h,
    fill: layout.fill === undefined ? undefined : { kind: 'solid', color: layout.fill },
    border: layout.border === undefined ? undefined : borderOf(layout.border, layout.borderColor ?? '#000000'),
    text: layout.font === undefined ? undefined : textOf(layout, layout.font),
    link: kind === 'URL' || kind === 'PageNumber' || kind === 'Bookmark' ? { kind, value, newTab: false } : undefined,
    bookmark: layout.bookmark,
    table,
    cell,
    children: layout.children?.map(objectOf),
  };
}

function borderOf(written: string, color: string): Border {
  const [, sides = '', width = '1', style = 'Solid'] = /^(.*) (\S+) (\S+)$/.exec(written) ?? [];
  const has = (side: string): boolean => sides === 'All' || sides.includes(side);
  const line = { color, width: Number(width), style: style as Border['left']['style'] };
  const lines = { left: has('Left'), top: has('Top'), right: has('Right'), bottom: has('Bottom') };
  return { lines, left: line, top: line, right: line, bottom: line };
}

function textOf(layout: LayoutObject, written: string): PlacedText {
  const [family = '', size = '10pt', ...styles] = written.split(', ');
  const font: Font = {
    family,
    size: Number.parseFloat(size),
    bold: styles.includes('Bold'),
    italic: styles.includes('Italic'),
    underline: styles.includes('Underline'),
    strikeout: styles.includes('Strikeout'),
  };
  const [horzAlign = 'Left', vertAlign = 'Top'] = (layout.align ?? '').split('/');
  return testText(layout.text ?? '', {
    font,
    fill: { kind: 'solid', color: layout.color ?? '#000000' },
    horzAlign: horzAlign as 'Left',
    vertAlign: vertAlign as 'Top',
    wordWrap: layout.wrap !== false,
    angle: layout.angle ?? 0,
    renderType: (layout.render ?? 'Default') as 'Default',
    padding:
      layout.type === 'TableCell' ? { left: 2, top: 1, right: 2, bottom: 1 } : { left: 2, top: 0, right: 2, bottom: 0 },
  });
}

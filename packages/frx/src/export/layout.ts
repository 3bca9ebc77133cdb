/** Pages as JSON, object by object: what was printed at which position, in the form of the layouts in `packages/frx/corpus`. */
import type { Border, Fill, Font, Page, PlacedObject } from '../page.ts';

/** A page, an object or a property as it appears in the file. */
type Json = string | number | boolean | readonly Json[] | { readonly [key: string]: Json | undefined };

const FILL_NAMES: Readonly<Record<Fill['kind'], string>> = {
  solid: 'SolidFill',
  linearGradient: 'LinearGradientFill',
  pathGradient: 'PathGradientFill',
  hatch: 'HatchFill',
  glass: 'GlassFill',
  texture: 'TextureFill',
};

/** The file in pieces, one for each page. */
export async function* exportLayout(pages: AsyncIterable<Page> | Iterable<Page>): AsyncGenerator<string> {
  let separator = '{"pages":[\n';
  for await (const page of pages) {
    yield separator + JSON.stringify(pageJson(page));
    separator = ',\n';
  }
  yield separator.startsWith('{') ? '{"pages":[]}\n' : '\n]}\n';
}

/** One page: sizes in mm, objects in px rounded to hundredths. */
export function pageJson(page: Page): Json {
  const { left, top, right, bottom } = page.margins;
  return {
    n: page.number,
    paperMm: [hundredths(page.paperWidth), hundredths(page.paperHeight)],
    marginsMm: [left, top, right, bottom].map(hundredths),
    landscape: page.landscape,
    unlimited: page.unlimited,
    objects: page.objects.map(objectJson),
  };
}

function objectJson(object: PlacedObject): Json {
  const style = object.text?.style;
  const solid = style?.fill.kind === 'solid' ? style.fill.color : undefined;
  return {
    type: object.type,
    name: object.name,
    l: hundredths(object.left),
    t: hundredths(object.top),
    w: hundredths(object.width),
    h: hundredths(object.height),
    text: object.text?.text ?? object.barcode?.text ?? object.html,
    font: style === undefined ? undefined : fontName(style.font),
    color: solid,
    align: style === undefined ? undefined : `${style.horzAlign}/${style.vertAlign}`,
    angle: style === undefined || style.angle === 0 ? undefined : style.angle,
    wrap: style?.wordWrap === false ? false : undefined,
    render: style === undefined || style.renderType === 'Default' ? undefined : style.renderType,
    ...borderJson(object.border),
    ...fillJson(object.fill),
    link: object.link === undefined ? undefined : `${object.link.kind}:${object.link.value}`,
    bookmark: object.bookmark === '' ? undefined : object.bookmark,
    checked: object.checked,
    barcode: object.barcode?.symbology,
    cols: object.table?.columns.map(hundredths),
    rows: object.table?.rows.map(hundredths),
    x: object.cell?.column,
    y: object.cell?.row,
    cs: object.cell === undefined || object.cell.columnSpan === 1 ? undefined : object.cell.columnSpan,
    rs: object.cell === undefined || object.cell.rowSpan === 1 ? undefined : object.cell.rowSpan,
    children:
      object.children === undefined || object.children.length === 0 ? undefined : object.children.map(objectJson),
  };
}

function hundredths(value: number): number {
  const rounded = Math.round(value * 100) / 100;
  return rounded === 0 ? 0 : rounded;
}

function fontName(font: Font): string {
  const styles = [
    font.bold && 'Bold',
    font.italic && 'Italic',
    font.underline && 'Underline',
    font.strikeout && 'Strikeout',
  ];
  return [font.family, `${font.size}pt`, ...styles.filter((style) => style !== false)].join(', ');
}

function borderJson(border: Border | undefined): { readonly border?: string; readonly borderColor?: string } {
  if (border === undefined) return {};
  const { left, right, top, bottom } = border.lines;
  const sides = [left && 'Left', right && 'Right', top && 'Top', bottom && 'Bottom'].filter((side) => side !== false);
  if (sides.length === 0) return {};
  const lines = sides.length === 4 ? 'All' : sides.join(', ');
  return { border: `${lines} ${border.left.width} ${border.left.style}`, borderColor: border.left.color };
}

function fillJson(fill: Fill | undefined): { readonly fill?: string; readonly fillType?: string } {
  if (fill === undefined) return {};
  if (fill.kind !== 'solid') return { fillType: FILL_NAMES[fill.kind] };
  return fill.color.endsWith('00') && fill.color.length === 9 ? {} : { fill: fill.color };
}

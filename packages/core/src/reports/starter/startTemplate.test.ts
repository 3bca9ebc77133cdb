import { REPORT_TYPES, TemplateChoices } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import '../../testing/problems.ts';
import { reportShapes } from '../../testing/reports.ts';
import { columnsToChoose, startTemplate } from './index.ts';

const shapes = reportShapes({
  Item: [
    { name: 'YearOfManufacture', type: 'decimal' },
    { name: 'SWL_t', type: 'decimal' },
  ],
});

const REPORT_TYPE_KEYS = Object.keys(REPORT_TYPES);

const choose = (changes: object = {}): TemplateChoices =>
  TemplateChoices.parse({ title: 'Failed "items" <now>', over: 'inspectionType', ...changes });

describe('columns to choose', () => {
  it('are those meaningful to people, with readable names', () => {
    const labels = columnsToChoose(shapes).map(({ table, column, label }) => [`${table}.${column}`, label]);
    expect(labels).toContainEqual(['Item.YearOfManufacture', 'Year of manufacture']);
    expect(labels).toContainEqual(['Item.SWL_t', 'SWL t']);
    expect(labels).toContainEqual(['Inspection.StartDate', 'Start date']);
    const names = labels.map(([name]) => name);
    for (const hidden of ['Item.Id', 'Item.ParentId', 'Result.ItemId', 'Item.Order', 'Photo.Image'])
      expect(names).not.toContain(hidden);
  });
});

/** An element of a template with the rectangle it occupies in its band. */
interface Placed {
  tag: string;
  name: string;
  attributes: Record<string, string>;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The bands of a template with the objects in each, and its page. */
function laidOut(frx: string): { page: Placed; bands: { band: Placed; objects: Placed[] }[] } {
  const bands: { band: Placed; objects: Placed[] }[] = [];
  const open: { band: Placed; objects: Placed[] }[] = [];
  let page: Placed | undefined;
  for (const [, end, tag = '', written = '', alone] of frx.matchAll(/<(\/?)(\w+)((?:\s+[\w.]+="[^"]*")*)\s*(\/?)>/g)) {
    const attributes = Object.fromEntries(
      [...written.matchAll(/([\w.]+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!]),
    );
    const of = (name: string): number => Number(attributes[name] ?? 0);
    const placed: Placed = {
      tag,
      name: attributes['Name'] ?? tag,
      attributes,
      left: of('Left'),
      top: of('Top'),
      right: of('Left') + of('Width'),
      bottom: of('Top') + of('Height'),
    };
    if (tag === 'ReportPage' && end === '') page = placed;
    if (tag.endsWith('Band')) {
      if (end !== '') open.pop();
      else bands.push({ band: placed, objects: [] });
      if (end === '' && alone === '') open.push(bands.at(-1)!);
    } else if (tag.endsWith('Object') && end === '') open.at(-1)!.objects.push(placed);
  }
  return { page: page!, bands };
}

it('Tables that are not there offer no columns', () => {
  expect(columnsToChoose(shapes.filter(({ name }) => name !== 'Item')).map(({ table }) => table)).not.toContain('Item');
});

describe('a generated template', () => {
  const all = columnsToChoose(shapes).map(({ table, column, label }) => ({ table, column, label }));
  const ofItems = all.filter(({ table }) => table === 'Item' || table === 'Result');
  const ofPlaces = all.filter((field) => !ofItems.includes(field));
  /** None, as many as fit into columns, and too many. */
  const chosen = [[], ofItems.slice(0, 2), [...ofItems.slice(0, 8), ...ofPlaces.slice(0, 4)]];
  const choices = REPORT_TYPE_KEYS.flatMap((over) =>
    (['A4', 'A3', 'Letter'] as const).flatMap((paper) =>
      [true, false].flatMap((landscape) =>
        [true, false].flatMap((byLocation) =>
          chosen.map((fields) => choose({ over, paper, landscape, byLocation, fields })),
        ),
      ),
    ),
  );
  const templates = choices.map((choice) => ({ choice, ...laidOut(startTemplate(choice, shapes)) }));

  it('has bands as wide as the paper between its margins, and its objects within them', () => {
    for (const { choice, page, bands } of templates) {
      const { PaperWidth, LeftMargin, RightMargin } = page.attributes;
      const width = (Number(PaperWidth) - Number(LeftMargin) - Number(RightMargin)) * 3.78;
      for (const { band, objects } of bands) {
        expect(band.right - band.left, band.name).toBeCloseTo(width, 1);
        const outside = objects.filter(
          ({ left, top, right, bottom }) =>
            left < 0 || top < 0 || right > band.right + 0.1 || bottom > band.bottom - band.top + 0.1,
        );
        expect(
          outside.map(({ name }) => `${band.name}.${name}`),
          JSON.stringify(choice),
        ).toEqual([]);
      }
    }
  });

  it('prints no object over another one, unless only one of them is visible', () => {
    for (const { choice, bands } of templates) {
      for (const { band, objects } of bands) {
        const solid = objects.filter(({ attributes }) => attributes['VisibleExpression'] === undefined);
        const over = solid.flatMap((one, i) =>
          solid
            .slice(i + 1)
            .filter(
              (other) =>
                Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.1 &&
                Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.1,
            )
            .map((other) => `${band.name}: ${one.name}, ${other.name}`),
        );
        expect(over, JSON.stringify(choice)).toEqual([]);
      }
    }
  });

  it('prints each chosen column once, in a column of its own or below the name', () => {
    for (const { choice, bands } of templates) {
      const written = bands.flatMap(({ objects }) => objects.map(({ attributes }) => attributes['Text'] ?? ''));
      for (const { column, label } of choice.fields)
        expect(written.filter((text) => text.includes(`.${column}]`)).length, label).toBeGreaterThan(0);
    }
  });

  it('has the headings of its columns once, above its rows or under each place', () => {
    for (const { choice, bands } of templates) {
      if (choice.over === 'inspectionItem') continue;
      const headed = bands.filter(({ objects }) => objects.some(({ name }) => name === 'HeadItem'));
      expect(headed.map(({ band }) => band.name)).toEqual([choice.byLocation ? 'Place' : 'ListHead']);
    }
  });

  it('has the cells of each column under its heading and left of the condition, numbers on the right', () => {
    const fields = all.filter(({ column }) => ['Tag', 'SWL_t'].includes(column));
    const { page, bands } = laidOut(startTemplate(choose({ fields, landscape: true }), shapes));
    const objects = bands.flatMap((one) => one.objects);
    const named = (name: string): Placed => objects.find((one) => one.name === name)!;
    const alignments: Record<string, string | undefined> = {};
    for (const [i, { label }] of fields.entries()) {
      const [heading, cell] = [named(`HeadField${i + 1}`), named(`Field${i + 1}`)];
      expect(heading.attributes['Text']).toBe(label);
      expect([cell.left, cell.right]).toEqual([heading.left, heading.right]);
      expect(cell.attributes['HorzAlign']).toBe(heading.attributes['HorzAlign']);
      alignments[label] = cell.attributes['HorzAlign'];
    }
    expect(alignments).toEqual({ Tag: undefined, 'SWL t': 'Right' });
    expect(named('HeadField1').left).toBeCloseTo(named('HeadItem').right, 5);
    expect(named('HeadField2').left).toBeCloseTo(named('HeadField1').right, 5);
    expect(named('HeadCondition').left).toBeCloseTo(named('HeadField2').right, 5);
    const { PaperWidth, LeftMargin, RightMargin } = page.attributes;
    const width = (Number(PaperWidth) - Number(LeftMargin) - Number(RightMargin)) * 3.78;
    expect(named('HeadCondition').right).toBeCloseTo(width, 1);
  });

  it('is the same for the same choices, and contains the given title', () => {
    const frx = startTemplate(choose(), shapes);
    expect(startTemplate(choose(), shapes)).toBe(frx);
    expect(frx).toContain('ReportInfo.Name="Failed &quot;items&quot; &lt;now&gt;"');
  });

  it('marks each condition with its colour, in white letters', () => {
    const marks = startTemplate(choose(), shapes).match(/<Condition [^>]*>/g)!;
    const colours = marks.map((mark) => [
      /== &quot;([^&]+)&quot;/.exec(mark)![1],
      / Fill.Color="([^"]+)"/.exec(mark)![1],
    ]);
    expect(colours).toEqual([
      ['Fit for purpose', '46, 125, 50'],
      ['Needs attention', '163, 95, 0'],
      ['Defective', '198, 40, 40'],
      ['Not applicable', '84, 110, 122'],
    ]);
  });

  it('lists the tables it prints and no others', () => {
    const sources = (changes: object): string[] =>
      [...startTemplate(choose(changes), shapes).matchAll(/ReferenceName="Holdfast\.(\w+)"/g)].map(([, name]) => name!);
    expect(sources({})).toEqual(['Report', 'Company', 'Installation', 'Inspection', 'Item', 'Result', 'Note', 'Photo']);
    expect(sources({ notes: false, photos: false })).not.toContain('Photo');
  });

  it('has large photos for a single item only', () => {
    expect(startTemplate(choose(), shapes)).toContain('"Photo.Thumbnail"');
    expect(startTemplate(choose({ over: 'inspectionItem' }), shapes)).toContain('"Photo.Image"');
  });

  it('prints the caption of a photo, or else the time at which it was taken', () => {
    const frx = startTemplate(choose(), shapes);
    expect(frx).toContain('[IIf([Photo.Caption] ==');
    expect(frx).not.toContain('[Photo.FileName]');
  });

  it.each([
    ['no table has', { table: 'Item', column: 'Wieght', label: 'Weight' }],
    ['only a program reads', { table: 'Item', column: 'ParentId', label: 'Parent' }],
  ])('is refused with a column that %s', (_, field) => {
    expect(() => startTemplate(choose({ fields: [field] }), shapes)).toThrow(
      expect.objectContaining({ code: 'badInput' }),
    );
  });
});

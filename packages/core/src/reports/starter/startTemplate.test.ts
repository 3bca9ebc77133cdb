import { TemplateChoices } from '@holdfast/contract';
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

describe('a generated template', () => {
  it('is the same for the same choices, and contains the given title', () => {
    const frx = startTemplate(choose(), shapes);
    expect(startTemplate(choose(), shapes)).toBe(frx);
    expect(frx).toContain('ReportInfo.Name="Failed &quot;items&quot; &lt;now&gt;"');
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

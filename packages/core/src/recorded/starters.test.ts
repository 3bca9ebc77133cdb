import { REPORT_TYPES, TemplateChoices } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import '../testing/problems.ts';
import { reportShapes } from '../testing/reports.ts';
import { columnsToChoose, startTemplate } from '../reports/starter/index.ts';

const shapes = reportShapes({
  Item: [
    { name: 'YearOfManufacture', type: 'decimal' },
    { name: 'SWL_t', type: 'decimal' },
  ],
  Result: [{ name: 'Cause', type: 'text' }],
});
const FIELDS = [
  { table: 'Inspection', column: 'StartDate', label: 'Begun' },
  { table: 'Installation', column: 'TimeZone', label: 'Zone' },
  { table: 'Item', column: 'SWL_t', label: 'SWL (t)' },
  { table: 'Item', column: 'YearOfManufacture', label: 'Year' },
  { table: 'Result', column: 'Cause', label: 'Cause & <reason>' },
] as const;
const overEach = Object.keys(REPORT_TYPES).map((over) => ({ over }));
const CHOICES = [
  ...overEach,
  ...overEach.map(({ over }) => ({ over, fields: FIELDS, items: 'findings', paper: 'Letter' })),
  { over: 'inspectionType', byLocation: false, fields: FIELDS.slice(2, 3), landscape: true },
  { over: 'installationInspection', items: 'defective', notes: false, paper: 'A3' },
  { over: 'installationInspection', photos: false, signatures: false, fields: FIELDS.slice(2) },
  { over: 'inspectionItem', notes: false, photos: false, signatures: false, landscape: true },
];

describe('the template that each choice starts', () => {
  it('is the recorded one', async () => {
    const texts = CHOICES.map((choice) => {
      const choices = TemplateChoices.parse({ title: 'Title "and" <more>', ...choice });
      return `== ${JSON.stringify(choice)} ==\n${startTemplate(choices, shapes)}\n`;
    });
    const columns = columnsToChoose(shapes).map((column) => JSON.stringify(column));
    await expect([...texts, ...columns].join('\n')).toMatchFileSnapshot('./starters.txt');
  });
});

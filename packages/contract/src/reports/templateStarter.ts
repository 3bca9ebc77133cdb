/** Choices for a generated report template, for administrators who do not want to start with an empty page. */
import { z } from 'zod';
import { REPORT_TYPES } from '../base/constants.ts';
import { Name, NAME_LIMIT } from '../base/values.ts';

/** The tables whose columns can be chosen for a generated template. */
export const STARTER_TABLES = ['Installation', 'Inspection', 'Item', 'Result'] as const;

/** Paper sizes. */
export const PAPERS = ['A4', 'A3', 'Letter'] as const;

/** Maximum number of columns that can be chosen. */
const FIELD_LIMIT = 40;

/** A column that is to be printed. */
export const StarterField = z
  .strictObject({
    table: z.enum(STARTER_TABLES),
    column: z.string().min(1).max(NAME_LIMIT).describe('As docs/reports.md names it.'),
    label: Name.describe('What stands above or beside it.'),
  })
  .meta({ id: 'StarterField' });

/** A column that is to be printed. */
export type StarterField = z.infer<typeof StarterField>;

/** A column that can be printed. */
export const StarterColumn = z
  .strictObject({
    ...StarterField.shape,
    label: z.string().describe('What could stand above or beside it.'),
    templates: z
      .array(z.string())
      .describe('Names of the templates whose questions it contains; none for a column that always exists.'),
  })
  .meta({ id: 'StarterColumn' });

/** A column that can be printed. */
export type StarterColumn = z.infer<typeof StarterColumn>;

/** Choices for a new template. */
export const TemplateChoices = z
  .strictObject({
    title: Name,
    over: z
      .enum(Object.keys(REPORT_TYPES) as (keyof typeof REPORT_TYPES)[])
      .describe('What it is printed over: the key of a report type.'),
    items: z
      .enum(['all', 'findings', 'defective'])
      .default('all')
      .describe('all · findings: defective ones and those that need attention · defective.'),
    byLocation: z.boolean().default(true).describe('Under a heading for each place.'),
    fields: z.array(StarterField).max(FIELD_LIMIT).default([]),
    notes: z.boolean().default(true),
    photos: z.boolean().default(true),
    signatures: z.boolean().default(true).describe('Lines to be signed by the inspector and the client.'),
    paper: z.enum(PAPERS).default('A4'),
    landscape: z.boolean().default(false),
  })
  .meta({ id: 'TemplateChoices' });

/** Choices for a new template. */
export type TemplateChoices = z.infer<typeof TemplateChoices>;

/** Administration of reports, their templates and the data they are printed from. */
import { z } from 'zod';
import { Download } from '../media/downloads.ts';
import { Report } from '../entities.ts';
import { base64Length, base64Of } from '../base/base64.ts';
import { Id, idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';
import { TemplateFinding } from '../base/problem.ts';
import { answers } from '../reports/dialogs.ts';
import { StarterColumn, TemplateChoices } from '../reports/templateStarter.ts';
import { Instant, Name } from '../base/values.ts';

/** Maximum size of a report template in bytes. */
export const TEMPLATE_BYTES = 8 * 1024 * 1024;

/** Bytes of a body allowed for the other keys. */
const REST_OF_BODY = 16 * 1024;

/** Kind of data a report is printed from. */
export const ReportType = z.strictObject({ id: idOf('reportType'), name: z.string() }).meta({ id: 'ReportType' });

/** Kind of data a report is printed from. */
export type ReportType = z.infer<typeof ReportType>;

/** An uploaded report, and the findings about its template. */
export const UploadedReport = Report.extend({
  findings: z.array(TemplateFinding).describe('By line. The report can be printed unless one of them prevents it.'),
}).meta({ id: 'UploadedReport' });

/** An uploaded report. */
export type UploadedReport = z.infer<typeof UploadedReport>;

const frx = base64Of(TEMPLATE_BYTES, 'A FastReport template. ');

const choices = TemplateChoices.optional().describe(
  'The choices of `startReportTemplate` from which the template was begun: kept with it, so that they can be changed later. Refused when the template is another one.',
);

export const getReports = operation({
  name: 'getReports',
  method: 'GET',
  path: '/admin/reports',
  summary: 'Every report, by title.',
  effect: 'read',
  right: 'author',
  offline: false,
  input: z.strictObject({}),
  output: z.array(Report),
  problems: [],
});

export const createReport = operation({
  name: 'createReport',
  method: 'POST',
  path: '/admin/reports',
  summary:
    'Stores a report template. A template that cannot be read is refused with the line of the error; other findings are returned.',
  effect: 'write',
  right: 'author',
  audit: 'report',
  offline: false,
  bodyBytes: base64Length(TEMPLATE_BYTES) + 2 * REST_OF_BODY,
  input: z.strictObject({
    title: Name,
    frx,
    choices,
    companyId: idOf('company').nullable().default(null).describe('null: for every company.'),
    inspectionId: idOf('inspection').nullable().default(null).describe('null: for every type of inspection.'),
    reportTypeId: idOf('reportType'),
    published: z.boolean().default(true).describe('false: inspectors do not find it yet.'),
    id: idOf('report').optional().describe('Id for the new report, made by the caller.'),
  }),
  output: UploadedReport,
  problems: ['notFound', 'badInput', 'tooLarge', 'storageFull', 'templateRefused', 'alreadyExists', 'unavailable'],
});

export const checkReport = operation({
  name: 'checkReport',
  method: 'POST',
  path: '/ext/admin/reports/check',
  summary:
    'Returns the findings about a report template before it is stored: tables, columns, fonts and objects, with their lines.',
  effect: 'read',
  right: 'author',
  offline: false,
  bodyBytes: base64Length(TEMPLATE_BYTES) + 2 * REST_OF_BODY,
  input: z.strictObject({ frx }),
  output: z.array(TemplateFinding),
  problems: ['badInput', 'tooLarge', 'templateRefused', 'unavailable'],
});

export const previewReport = operation({
  name: 'previewReport',
  kind: 'download',
  method: 'POST',
  path: '/ext/admin/reports/preview',
  summary:
    'Prints a template that is not saved over real data, to be looked at: JSON values, one per line, as for the format `pages` of a report. Objects that fail are marked.',
  effect: 'read',
  right: 'author',
  audit: 'report',
  offline: false,
  bodyBytes: base64Length(TEMPLATE_BYTES) + 2 * REST_OF_BODY,
  input: z.strictObject({
    frx,
    title: Name,
    reportTypeId: idOf('reportType'),
    companyId: idOf('company').optional(),
    inspectionId: idOf('inspection').optional(),
    installationInspectionId: idOf('installationInspection').optional(),
    installationInspectionItemId: idOf('installationInspectionItem').optional(),
    installationIds: z.array(idOf('installation')).min(1).max(100).optional(),
    answers,
    runId: Id.optional().describe(
      'An id for this run, made by the caller, with which `getReportRun` returns its progress.',
    ),
  }),
  output: Download,
  problems: ['notFound', 'companyNeeded', 'badInput', 'tooLarge', 'reportFailed', 'unavailable'],
});

export const getStarterColumns = operation({
  name: 'getStarterColumns',
  method: 'GET',
  path: '/ext/admin/report-starter/columns',
  summary:
    'The columns a begun template can print: those of the data set that say something to people, answers by their short names.',
  effect: 'read',
  right: 'author',
  offline: false,
  input: z.strictObject({}),
  output: z.array(StarterColumn),
  problems: [],
});

/** Description of a table of the data set for authors of templates. */
export const ReportTable = z
  .strictObject({
    name: z.string().describe('As templates name it.'),
    description: z.string(),
    parents: z.array(z.string()).describe('Tables to which its rows belong: their columns are reached through it.'),
    columns: z.array(
      z.strictObject({
        name: z.string(),
        type: z.enum(['text', 'integer', 'decimal', 'boolean', 'moment', 'bytes']),
        description: z.string().describe('Of a column of answers its questions.'),
        templates: z
          .array(z.string())
          .describe('Names of the templates whose questions it contains; none for a column that always exists.'),
      }),
    ),
  })
  .meta({ id: 'ReportTable' });

/** Description of a table of the data set for authors of templates. */
export type ReportTable = z.infer<typeof ReportTable>;

export const getReportTables = operation({
  name: 'getReportTables',
  method: 'GET',
  path: '/ext/admin/report-tables',
  summary: 'The tables and columns that a report template can name, answers by their short names.',
  effect: 'read',
  right: 'author',
  offline: false,
  input: z.strictObject({}),
  output: z.array(ReportTable),
  problems: [],
});

export const startReportTemplate = operation({
  name: 'startReportTemplate',
  method: 'POST',
  path: '/ext/admin/report-starter',
  summary:
    'Begins a report template from a few choices. Nothing is saved: it is taken in like one that was drawn in a designer.',
  effect: 'read',
  right: 'author',
  offline: false,
  input: TemplateChoices,
  output: z.strictObject({ frx: z.string().describe('The template in base64, as in `createReport`.') }),
  problems: ['badInput'],
});

export const getReportChoices = operation({
  name: 'getReportChoices',
  method: 'GET',
  path: '/ext/admin/reports/{id}/choices',
  summary:
    'The choices from which the template of a report was begun; null when it was drawn, or changed, in a designer.',
  effect: 'read',
  right: 'author',
  offline: false,
  input: z.strictObject({ id: idOf('report') }),
  output: TemplateChoices.nullable(),
  problems: ['notFound'],
});

export const getReportFindings = operation({
  name: 'getReportFindings',
  method: 'GET',
  path: '/ext/admin/reports/{id}/findings',
  summary:
    'Returns the findings about the template in use of a report, checked against the current tables and columns: a question that it names may have got another short name.',
  effect: 'read',
  right: 'author',
  offline: false,
  input: z.strictObject({ id: idOf('report') }),
  output: z.array(TemplateFinding),
  problems: ['notFound', 'unavailable'],
});

export const deleteReport = operation({
  name: 'deleteReport',
  method: 'DELETE',
  path: '/admin/reports/{id}',
  summary: 'Deletes a report.',
  effect: 'write',
  right: 'author',
  audit: 'report',
  offline: false,
  input: z.strictObject({ id: idOf('report') }),
  output: z.null(),
  problems: ['notFound'],
});

export const getReportTypes = operation({
  name: 'getReportTypes',
  method: 'GET',
  path: '/admin/report-types',
  summary: 'The kinds of data for which a report can be made.',
  effect: 'read',
  right: 'author',
  offline: false,
  input: z.strictObject({}),
  output: z.array(ReportType),
  problems: [],
});

const VERSION = 'From 1; the highest is in use.';
const versionNumber = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).describe(VERSION);

/** A current or earlier template of a report. */
export const ReportVersion = z
  .strictObject({
    number: versionNumber,
    size: z.number().int().describe('Bytes.'),
    createdAt: Instant,
    userName: z.string().describe('Name of the user who stored it; empty when not known any more.'),
  })
  .meta({ id: 'ReportVersion' });

/** A current or earlier template of a report. */
export type ReportVersion = z.infer<typeof ReportVersion>;

export const updateReport = operation({
  name: 'updateReport',
  method: 'PUT',
  path: '/ext/admin/reports/{id}',
  summary:
    'Gives a report another title, other data to run over, another type of inspection, or takes it to inspectors or from them.',
  effect: 'write',
  right: 'author',
  audit: 'report',
  offline: false,
  input: z.strictObject({
    id: idOf('report'),
    title: Name.optional(),
    published: z.boolean().optional(),
    reportTypeId: idOf('reportType').optional(),
    inspectionId: idOf('inspection').nullable().optional().describe('null: for every type of inspection.'),
  }),
  output: Report,
  problems: ['notFound', 'changedMeanwhile'],
});

export const replaceReportTemplate = operation({
  name: 'replaceReportTemplate',
  method: 'POST',
  path: '/ext/admin/reports/{id}/template',
  summary: 'Replaces the template of a report. The previous template is kept among its versions.',
  effect: 'write',
  right: 'author',
  audit: 'report',
  offline: false,
  bodyBytes: base64Length(TEMPLATE_BYTES) + 2 * REST_OF_BODY,
  input: z.strictObject({ id: idOf('report'), frx, choices }),
  output: UploadedReport,
  problems: ['notFound', 'badInput', 'tooLarge', 'storageFull', 'templateRefused', 'unavailable'],
});

export const getReportVersions = operation({
  name: 'getReportVersions',
  method: 'GET',
  path: '/ext/admin/reports/{id}/versions',
  summary: 'The templates a report had, the one in use first.',
  effect: 'read',
  right: 'author',
  offline: false,
  input: z.strictObject({ id: idOf('report') }),
  output: z.array(ReportVersion),
  problems: ['notFound'],
});

export const restoreReportVersion = operation({
  name: 'restoreReportVersion',
  method: 'POST',
  path: '/ext/admin/reports/{id}/restore',
  summary: 'Returns a report to an earlier template, which becomes its newest version.',
  effect: 'write',
  right: 'author',
  audit: 'report',
  offline: false,
  input: z.strictObject({ id: idOf('report'), version: versionNumber }),
  output: Report,
  problems: ['notFound'],
});

export const getReportTemplate = operation({
  name: 'getReportTemplate',
  kind: 'download',
  method: 'GET',
  path: '/ext/admin/reports/{id}/template',
  summary: 'The template of a report, as it was taken in; the one in use unless an earlier one is asked for.',
  effect: 'read',
  right: 'author',
  audit: 'export',
  offline: false,
  input: z.strictObject({ id: idOf('report'), version: z.coerce.number().int().min(1).describe(VERSION).optional() }),
  output: Download,
  problems: ['notFound'],
});

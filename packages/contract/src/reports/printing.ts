/** Printing of reports, and download of their data. */
import { z } from 'zod';
import { Download } from '../media/downloads.ts';
import { answers, type ReportDialog } from './dialogs.ts';
import { Id, type IdKind, idListOf, idOf } from '../base/id.ts';
import { type InputSchema, operation } from '../base/operation.ts';
import { TemplateFinding } from '../base/problem.ts';

/**
 * Output formats of a report. `pdfa` is a PDF for archives (PDF/A-2b), a PNG a picture of the first page; `pages` shows the report while it is
 * printed: JSON values, one per line, as `ReportPiece` describes.
 */
export const REPORT_FORMATS = ['pdf', 'pdfa', 'html', 'png', 'xlsx', 'docx', 'csv', 'pages'] as const;

/** A line of a report that is shown while it is printed: pieces of HTML in order, then the result. */
export type ReportPiece =
  | { kind: 'html'; text: string; pages: number }
  | { kind: 'done'; warnings: readonly TemplateFinding[] }
  /** Nothing is printed yet: the report asks something first. */
  | { kind: 'asked'; dialog: ReportDialog }
  | { kind: 'failed'; finding: TemplateFinding };

/** Download formats of a data set. */
export const DATA_SET_FORMATS = ['xml', 'sqlite', 'json'] as const;

/** Maximum number of installations in a report. */
const INSTALLATION_LIMIT = 100;

const reportId = idOf('report');

const format = z
  .enum(REPORT_FORMATS)
  .optional()
  .describe('What it is printed as. Absent: as the header `Accept` says, otherwise PDF.');

const ofCompany = idOf('company')
  .optional()
  .describe('For staff: over whose data, when the report is for every company.');

const runId = Id.optional().describe(
  'An id for this run, made by the caller, with which `getReportRun` returns its progress.',
);

function printing<N extends string, I extends InputSchema>(name: N, path: string, summary: string, input: I) {
  return {
    name,
    kind: 'download',
    method: 'POST',
    path,
    summary,
    effect: 'read',
    right: 'read',
    audit: 'report',
    offline: true,
    query: ['format'],
    input,
    output: Download,
    problems: ['notFound', 'reportNotForThis', 'reportAsks', 'reportFailed', 'unavailable'],
  } as const;
}

export const executeReportCompany = operation({
  ...printing(
    'executeReportCompany',
    '/execute-report-company',
    'Prints a report over a whole company.',
    z.strictObject({ reportId, companyId: ofCompany, format, answers, runId }),
  ),
  problems: ['notFound', 'companyNeeded', 'reportNotForThis', 'reportAsks', 'reportFailed', 'unavailable'],
});

export const executeReportInspectionType = operation({
  ...printing(
    'executeReportInspectionType',
    '/execute-report-inspection-type',
    "Prints a report over a company's inspections of one type.",
    z.strictObject({ reportId, inspectionId: idOf('inspection'), companyId: ofCompany, format, answers, runId }),
  ),
  problems: ['notFound', 'companyNeeded', 'reportNotForThis', 'reportAsks', 'reportFailed', 'unavailable'],
});

export const executeReportInstallationInspection = operation(
  printing(
    'executeReportInstallationInspection',
    '/execute-report-installation-inspection',
    'Prints a report over one inspection of an installation.',
    z.strictObject({ reportId, installationInspectionId: idOf('installationInspection'), format, answers, runId }),
  ),
);

export const executeReportInstallationInspectionItem = operation(
  printing(
    'executeReportInstallationInspectionItem',
    '/execute-report-installation-inspection-item',
    'Prints a report over one item within one inspection.',
    z.strictObject({
      reportId,
      installationInspectionItemId: idOf('installationInspectionItem'),
      format,
      answers,
      runId,
    }),
  ),
);

export const executeReportInstallations = operation(
  printing(
    'executeReportInstallations',
    '/execute-report-installations',
    'Prints a report over one or more installations of a company.',
    z.strictObject({
      reportId,
      installationIds: z.array(idOf('installation')).min(1).max(INSTALLATION_LIMIT),
      format,
      answers,
      runId,
    }),
  ),
);

/** Progress of a report. */
export const ReportRun = z
  .strictObject({
    place: z
      .number()
      .int()
      .min(0)
      .describe('How many reports are printed before it, itself included; 0 while it is printed.'),
    pages: z.number().int().min(0).describe('Pages that are ready.'),
    warnings: z
      .array(TemplateFinding)
      .nullable()
      .describe('What the author of its template should know, once it is printed; null before. None of a PNG.'),
  })
  .meta({ id: 'ReportRun' });

/** Progress of a report. */
export type ReportRun = z.infer<typeof ReportRun>;

export const getReportRun = operation({
  name: 'getReportRun',
  method: 'GET',
  path: '/ext/report-runs/{runId}',
  summary:
    "How far one of the caller's own reports is, and some minutes after it was printed what it warned of; null when it is not known.",
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ runId: Id }),
  output: ReportRun.nullable(),
  problems: [],
});

const dataSetFormat = z
  .enum(DATA_SET_FORMATS)
  .default('xml')
  .describe("xml: with its schema, as FastReport's designer opens it · sqlite: a database · json: rows by table.");

function dataSet<N extends string, I extends InputSchema>(name: N, path: string, of: string, input: I) {
  return {
    name,
    kind: 'download',
    method: 'GET',
    path: `/admin/report-database/${path}`,
    summary: `The data a report over ${of} is designed against.`,
    effect: 'read',
    right: 'author',
    audit: 'export',
    offline: false,
    input,
    output: Download,
    problems: ['notFound', 'unavailable'],
  } as const;
}

function one<K extends string>(key: K, kind: IdKind) {
  return z.strictObject({ [key]: idOf(kind), format: dataSetFormat } as Record<K, z.ZodString> & {
    format: typeof dataSetFormat;
  });
}

export const getReportDatabaseForCompany = operation(
  dataSet('getReportDatabaseForCompany', 'company', 'a company', one('companyId', 'company')),
);

export const getReportDatabaseForInspectionType = operation(
  dataSet(
    'getReportDatabaseForInspectionType',
    'inspection-type',
    "a company's inspections of one type",
    z.strictObject({ companyId: idOf('company'), inspectionId: idOf('inspection'), format: dataSetFormat }),
  ),
);

export const getReportDatabaseForInspectionItem = operation(
  dataSet(
    'getReportDatabaseForInspectionItem',
    'inspection-item',
    'one item within one inspection',
    one('installationInspectionItemId', 'installationInspectionItem'),
  ),
);

export const getReportDatabaseForInstallationInspection = operation(
  dataSet(
    'getReportDatabaseForInstallationInspection',
    'installation-inspection',
    'one inspection of an installation',
    one('installationInspectionId', 'installationInspection'),
  ),
);

export const getReportDatabaseForInstallation = operation(
  dataSet(
    'getReportDatabaseForInstallation',
    'installation',
    'one or more installations of a company',
    z.strictObject({
      installationIds: idListOf('installation', INSTALLATION_LIMIT),
      format: dataSetFormat,
    }),
  ),
);

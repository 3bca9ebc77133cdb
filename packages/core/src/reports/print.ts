/** Printing: a template over the live data of what it is asked for (product decision 26). */
import * as contract from '@holdfast/contract';
import { type Download, Problem, REPORT_TYPES } from '@holdfast/contract';
import type { ReadCtx } from '../ctx.ts';
import type { Database } from '../db/schema.ts';
import { handler } from '../handler.ts';
import { dataSetOf, scopeNow } from './dataSetOf.ts';
import { fileName } from './fileName.ts';
import {
  companyScope,
  inspectionScope,
  inspectionTypeScope,
  installationsScope,
  itemScope,
  ownCompany,
  type ReportScope,
} from './scope.ts';

const MIME_TYPES = {
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
  png: 'image/png',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pages: 'application/x-ndjson',
} as const satisfies Record<Format, string>;

type Format = (typeof contract.REPORT_FORMATS)[number];

/** Prints a report over a whole company. */
export const executeReportCompany = handler(contract.executeReportCompany, async (ctx, input) => {
  const report = await reportById(ctx, input.reportId);
  return print(ctx, report, await companyScope(ctx.db, ownCompany(ctx)), { operation: 'executeReportCompany', input });
});

/** Prints a report over a company's inspections of one type. */
export const executeReportInspectionType = handler(contract.executeReportInspectionType, async (ctx, input) => {
  const { reportId, inspectionId } = input;
  const report = await reportById(ctx, reportId);
  const scope = await inspectionTypeScope(ctx.db, ownCompany(ctx), inspectionId);
  return print(ctx, report, scope, { operation: 'executeReportInspectionType', input, inspectionId });
});

/** Prints a report over one inspection of an installation. */
export const executeReportInstallationInspection = handler(
  contract.executeReportInstallationInspection,
  async (ctx, input) => {
    const report = await reportById(ctx, input.reportId);
    const scope = await inspectionScope(ctx.db, input.installationInspectionId);
    const { inspectionId } = scope.inspections[0]!;
    return print(ctx, report, scope, { operation: 'executeReportInstallationInspection', input, inspectionId });
  },
);

/** Prints a report over one item within one inspection. */
export const executeReportInstallationInspectionItem = handler(
  contract.executeReportInstallationInspectionItem,
  async (ctx, input) => {
    const report = await reportById(ctx, input.reportId);
    const scope = await itemScope(ctx.db, input.installationInspectionItemId);
    const { inspectionId } = scope.inspections[0]!;
    return print(ctx, report, scope, { operation: 'executeReportInstallationInspectionItem', input, inspectionId });
  },
);

/** Prints a report over installations of one company. */
export const executeReportInstallations = handler(contract.executeReportInstallations, async (ctx, input) => {
  const report = await reportById(ctx, input.reportId);
  const scope = await installationsScope(ctx.db, input.installationIds);
  return print(ctx, report, scope, { operation: 'executeReportInstallations', input });
});

/** A report that the caller may print; one that is not published is for administrators. */
async function reportById({ db, actor }: ReadCtx, id: string): Promise<Database['report']> {
  const report = await db.row('report', id);
  if (report === undefined || (report.published === 0 && actor.role !== 'administrator')) throw new Problem('notFound');
  return report;
}

/** Returns the progress of a report. */
export const getReportRun = handler(contract.getReportRun, {
  reach: 'library',
  commit: ({ actor, ports }, { runId }) => ports.reports.progress(actor.userId, runId),
});

/** The requested report. */
interface Order {
  operation: string;
  input: { format?: Format | undefined; runId?: string | undefined };
  /** The type of inspection the scope is of, when it is of one. */
  inspectionId?: string;
}

/**
 * @throws {Problem} `reportNotForThis`, `reportFailed`, `unavailable`
 */
async function print(
  ctx: ReadCtx,
  report: Database['report'],
  scope: ReportScope,
  { operation, input, inspectionId }: Order,
): Promise<Download> {
  const { format = 'pdf', runId } = input;
  const fits = report.inspectionId === null || inspectionId === undefined || report.inspectionId === inspectionId;
  if (report.reportTypeId !== REPORT_TYPES[scope.type].id || !fits) throw new Problem('reportNotForThis');
  const template = await ctx.ports.blobs.get({ scopeId: report.scopeId, sha256: report.sha256, rendition: null });
  if (template === null) throw new Problem('notFound');
  const { title } = report;
  const now = scopeNow(ctx.now, scope);
  const printed = await ctx.ports.reports.print({
    template,
    dataSet: await dataSetOf(ctx, scope, title),
    format,
    title,
    now,
    userId: ctx.actor.userId,
    companyId: ctx.actor.companyId,
    call: { operation, input },
    runId,
    gone: ctx.caller.gone,
  });
  if (printed.kind === 'busy') throw new Problem('unavailable', { retryAfterSeconds: printed.retryAfterSeconds });
  if (printed.kind === 'failed') throw new Problem('reportFailed', { findings: [printed.finding] });
  return {
    filename: fileName([title, scope.name], now, format),
    mimeType: MIME_TYPES[format],
    content: printed.content,
  };
}

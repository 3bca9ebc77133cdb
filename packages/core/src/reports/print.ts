/** Printing: a template over the live data of what it is asked for (product decision 26). */
import * as contract from '@holdfast/contract';
import { type Download, type Operation, type ParsedInputOf, Problem, REPORT_TYPES } from '@holdfast/contract';
import type { Actor, Caller, ReadCtx } from '../calls/ctx.ts';
import type { Database } from '../db/schema.ts';
import { handler, readInput } from '../calls/handler.ts';
import type { ReportToPrint } from '../ports.ts';
import { readCtx } from '../calls/readCtx.ts';
import { holds, mustHold } from '../calls/rights.ts';
import type { Services } from '../services.ts';
import { dataSetOf } from './dataSetOf.ts';
import { scopeNow } from './scopeNow.ts';
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
  pdfa: 'application/pdf',
  html: 'text/html; charset=utf-8',
  png: 'image/png',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  csv: 'text/csv; charset=utf-8',
  pages: 'application/x-ndjson',
} as const satisfies Record<Format, string>;

type Format = (typeof contract.REPORT_FORMATS)[number];

/** A report over a whole company. */
const companyReport: Order<typeof contract.executeReportCompany> = async (ctx, input) => {
  const report = await reportById(ctx, input.reportId);
  return printable(ctx, report, await companyScope(ctx.db, ownCompany(ctx)), {
    operation: 'executeReportCompany',
    input,
  });
};

/** A report over a company's inspections of one type. */
const inspectionTypeReport: Order<typeof contract.executeReportInspectionType> = async (ctx, input) => {
  const { reportId, inspectionId } = input;
  const report = await reportById(ctx, reportId);
  const scope = await inspectionTypeScope(ctx.db, ownCompany(ctx), inspectionId);
  return printable(ctx, report, scope, { operation: 'executeReportInspectionType', input, inspectionId });
};

/** A report over one inspection of an installation. */
const inspectionReport: Order<typeof contract.executeReportInstallationInspection> = async (ctx, input) => {
  const report = await reportById(ctx, input.reportId);
  const scope = await inspectionScope(ctx.db, input.installationInspectionId);
  const { inspectionId } = scope.inspections[0]!;
  return printable(ctx, report, scope, { operation: 'executeReportInstallationInspection', input, inspectionId });
};

/** A report over one item within one inspection. */
const itemReport: Order<typeof contract.executeReportInstallationInspectionItem> = async (ctx, input) => {
  const report = await reportById(ctx, input.reportId);
  const scope = await itemScope(ctx.db, input.installationInspectionItemId);
  const { inspectionId } = scope.inspections[0]!;
  return printable(ctx, report, scope, { operation: 'executeReportInstallationInspectionItem', input, inspectionId });
};

/** A report over installations of one company. */
const installationsReport: Order<typeof contract.executeReportInstallations> = async (ctx, input) => {
  const report = await reportById(ctx, input.reportId);
  const scope = await installationsScope(ctx.db, input.installationIds);
  return printable(ctx, report, scope, { operation: 'executeReportInstallations', input });
};

/** Prints a report over a whole company. */
export const executeReportCompany = handler(contract.executeReportCompany, async (ctx, input) =>
  print(ctx, await companyReport(ctx, input)),
);

/** Prints a report over a company's inspections of one type. */
export const executeReportInspectionType = handler(contract.executeReportInspectionType, async (ctx, input) =>
  print(ctx, await inspectionTypeReport(ctx, input)),
);

/** Prints a report over one inspection of an installation. */
export const executeReportInstallationInspection = handler(
  contract.executeReportInstallationInspection,
  async (ctx, input) => print(ctx, await inspectionReport(ctx, input)),
);

/** Prints a report over one item within one inspection. */
export const executeReportInstallationInspectionItem = handler(
  contract.executeReportInstallationInspectionItem,
  async (ctx, input) => print(ctx, await itemReport(ctx, input)),
);

/** Prints a report over installations of one company. */
export const executeReportInstallations = handler(contract.executeReportInstallations, async (ctx, input) =>
  print(ctx, await installationsReport(ctx, input)),
);

/** Gathers a report that a user requested on another server. */
type Ordered = (services: Services, by: { actor: Actor; caller: Caller }, input: unknown) => Promise<Printable>;

/** Reads the input of a call and gathers its report, as the handler of the operation does. */
function ordered<T extends Operation>(operation: T, order: Order<T>): Ordered {
  return async (services, by, given) => {
    mustHold(by.actor, operation.right);
    const input = readInput(operation, given);
    return order(await readCtx(services, { operation, reach: 'company' }, by, input), input);
  };
}

const ORDERED: ReadonlyMap<string, Ordered> = new Map([
  ['executeReportCompany', ordered(contract.executeReportCompany, companyReport)],
  ['executeReportInspectionType', ordered(contract.executeReportInspectionType, inspectionTypeReport)],
  ['executeReportInstallationInspection', ordered(contract.executeReportInstallationInspection, inspectionReport)],
  ['executeReportInstallationInspectionItem', ordered(contract.executeReportInstallationInspectionItem, itemReport)],
  ['executeReportInstallations', ordered(contract.executeReportInstallations, installationsReport)],
]);

/**
 * The report that a call requests, to be printed on another server than the called one.
 * @throws {Problem} as the call itself does
 */
export async function reportToPrint(
  services: Services,
  by: { actor: Actor; caller: Caller },
  { operation, input }: ReportToPrint['call'],
): Promise<ReportToPrint> {
  const order = ORDERED.get(operation);
  if (order === undefined) throw new Problem('notFound');
  return (await order(services, by, input)).report;
}

/** A report that the caller may print; one that is not published is for administrators. */
async function reportById({ db, actor }: ReadCtx, id: string): Promise<Database['report']> {
  const report = await db.row('report', id);
  if (report === undefined || (report.published === 0 && !holds(actor.role, 'author'))) throw new Problem('notFound');
  return report;
}

/** Returns the progress of a report. */
export const getReportRun = handler(contract.getReportRun, {
  reach: 'library',
  commit: ({ actor, ports }, { runId }) => ports.reports.progress(actor.userId, runId),
});

/** A report that is gathered as it is printed, and how its file is called. */
export interface Printable {
  report: ReportToPrint;
  filename: string;
}

/** Gathers the report that an operation requests. */
type Order<T extends Operation> = (ctx: ReadCtx, input: ParsedInputOf<T>) => Promise<Printable>;

/** The requested report. */
interface Asked {
  operation: string;
  input: { format?: Format | undefined; answers?: contract.DialogAnswers | undefined; runId?: string | undefined };
  /** The type of inspection the scope is of, when it is of one. */
  inspectionId?: string;
}

/** @throws {Problem} `reportNotForThis`, `notFound` */
async function printable(
  ctx: ReadCtx,
  report: Database['report'],
  scope: ReportScope,
  { operation, input, inspectionId }: Asked,
): Promise<Printable> {
  const { format = 'pdf', answers, runId } = input;
  const fits = report.inspectionId === null || inspectionId === undefined || report.inspectionId === inspectionId;
  if (report.reportTypeId !== REPORT_TYPES[scope.type].id || !fits) throw new Problem('reportNotForThis');
  const template = await ctx.ports.blobs.get({ scopeId: report.scopeId, sha256: report.sha256, rendition: null });
  if (template === null) throw new Problem('notFound');
  const { title } = report;
  const now = scopeNow(ctx.now, scope);
  return {
    report: {
      template,
      dataSet: await dataSetOf(ctx, scope, title),
      format,
      title,
      answers,
      now,
      userId: ctx.actor.userId,
      companyId: ctx.actor.companyId,
      call: { operation, input },
      runId,
      gone: ctx.caller.gone,
    },
    filename: fileName([title, scope.name], now, format === 'pdfa' ? 'pdf' : format),
  };
}

/** Prints a gathered report. @throws {Problem} `reportAsks`, `reportFailed`, `unavailable` */
export async function print({ ports }: ReadCtx, { report, filename }: Printable): Promise<Download> {
  const printed = await ports.reports.print(report);
  if (printed.kind === 'busy') throw new Problem('unavailable', { retryAfterSeconds: printed.retryAfterSeconds });
  if (printed.kind === 'asked') throw new Problem('reportAsks', { dialog: printed.dialog });
  if (printed.kind === 'failed') throw new Problem('reportFailed', { findings: [printed.finding] });
  return { filename, mimeType: MIME_TYPES[report.format], content: printed.content };
}

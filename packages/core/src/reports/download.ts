/** The data sets with which templates are designed, as files (product decision 27). */
import * as contract from '@holdfast/contract';
import type { DATA_SET_FORMATS, Download } from '@holdfast/contract';
import type { ReadCtx } from '../calls/ctx.ts';
import { handler } from '../calls/handler.ts';
import { dataSetOf } from './dataSetOf.ts';
import { scopeNow } from './scopeNow.ts';
import { DATA_SET } from './dataSet.ts';
import { fileName } from './fileName.ts';
import {
  companyScope,
  inspectionScope,
  inspectionTypeScope,
  installationsScope,
  itemScope,
  type ReportScope,
} from './scope.ts';

type Format = (typeof DATA_SET_FORMATS)[number];

const MIME_TYPES = {
  xml: 'application/xml',
  json: 'application/json',
  sqlite: 'application/vnd.sqlite3',
} as const satisfies Record<Format, string>;

/** The data of a company. */
export const getReportDatabaseForCompany = handler(
  contract.getReportDatabaseForCompany,
  async (ctx, { companyId, format }) => download(ctx, await companyScope(ctx.db, companyId), format),
);

/** The data of a company's inspections of one type. */
export const getReportDatabaseForInspectionType = handler(
  contract.getReportDatabaseForInspectionType,
  async (ctx, { companyId, inspectionId, format }) =>
    download(ctx, await inspectionTypeScope(ctx.db, companyId, inspectionId), format),
);

/** The data of one item within one inspection. */
export const getReportDatabaseForInspectionItem = handler(
  contract.getReportDatabaseForInspectionItem,
  async (ctx, { installationInspectionItemId, format }) =>
    download(ctx, await itemScope(ctx.db, installationInspectionItemId), format),
);

/** The data of one inspection of an installation. */
export const getReportDatabaseForInstallationInspection = handler(
  contract.getReportDatabaseForInstallationInspection,
  async (ctx, { installationInspectionId, format }) =>
    download(ctx, await inspectionScope(ctx.db, installationInspectionId), format),
);

/** The data of one or more installations of a company. */
export const getReportDatabaseForInstallation = handler(
  contract.getReportDatabaseForInstallation,
  async (ctx, { installationIds, format }) => download(ctx, await installationsScope(ctx.db, installationIds), format),
);

async function download(ctx: ReadCtx, scope: ReportScope, format: Format): Promise<Download> {
  return {
    filename: fileName([DATA_SET, scope.name], scopeNow(ctx.now, scope), format),
    mimeType: MIME_TYPES[format],
    content: ctx.ports.reports.pack(await dataSetOf(ctx, scope, ''), format),
  };
}

/** Printing of templates that are not saved, for their authors. */
import * as contract from '@holdfast/contract';
import { type ParsedInputOf, Problem, REPORT_TYPES } from '@holdfast/contract';
import type { ReadCtx } from '../calls/ctx.ts';
import { handler } from '../calls/handler.ts';
import { bytesOfBase64 } from '../media/index.ts';
import { mustExist } from '../calls/mustExist.ts';
import { dataSetOf } from './dataSetOf.ts';
import { scopeNow } from './scopeNow.ts';
import { print } from './print.ts';
import {
  companyScope,
  inspectionScope,
  inspectionTypeScope,
  installationsScope,
  itemScope,
  ownCompany,
  type ReportScope,
} from './scope.ts';

/** Prints a preview of a template that is not saved. */
export const previewReport = handler(contract.previewReport, async (ctx, input) => {
  const { frx, title, reportTypeId, answers, runId } = input;
  const template = bytesOfBase64(ctx.ports, frx, 'frx', contract.TEMPLATE_BYTES);
  if (!Object.values(REPORT_TYPES).some(({ id }) => id === reportTypeId)) throw new Problem('notFound');
  for (const table of NAMED) {
    const named = input[`${table}Id`];
    if (named !== undefined) await mustExist(ctx.db, table, named);
  }
  const scope = await previewScope(ctx, input);
  if (reportTypeId !== REPORT_TYPES[scope.type].id) throw new Problem('notFound');
  const report = {
    template,
    dataSet: await dataSetOf(ctx, scope, title),
    format: 'pages',
    title,
    answers,
    now: scopeNow(ctx.now, scope),
    userId: ctx.actor.userId,
    companyId: ctx.actor.companyId,
    call: { operation: 'previewReport', input },
    runId,
    gone: ctx.caller.gone,
  } as const;
  return print(ctx, { report, filename: '' });
});

/** Rows that a preview can name; all that are named must be there. */
const NAMED = ['company', 'inspection', 'installationInspection', 'installationInspectionItem'] as const;

/** The scope of a preview: that of the most particular id. @throws {Problem} `notFound`, `companyNeeded` */
async function previewScope(
  ctx: ReadCtx,
  {
    installationInspectionItemId,
    installationInspectionId,
    installationIds,
    inspectionId,
  }: ParsedInputOf<typeof contract.previewReport>,
): Promise<ReportScope> {
  if (installationInspectionItemId !== undefined) return itemScope(ctx.db, installationInspectionItemId);
  if (installationInspectionId !== undefined) return inspectionScope(ctx.db, installationInspectionId);
  if (installationIds !== undefined) return installationsScope(ctx.db, installationIds);
  if (inspectionId !== undefined) return inspectionTypeScope(ctx.db, ownCompany(ctx), inspectionId);
  return companyScope(ctx.db, ownCompany(ctx));
}

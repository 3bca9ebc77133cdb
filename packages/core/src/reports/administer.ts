/** Administration of reports. A template is held against the data set before it is taken in (decisions 29). */
import * as contract from '@holdfast/contract';
import { Problem, REPORT_TYPES, TEMPLATE_BYTES, type TemplateFinding } from '@holdfast/contract';
import type { ReadCtx } from '../ctx.ts';
import { handler } from '../handler.ts';
import { bytesOfBase64, rememberBlob } from '../media/index.ts';
import { mustExist } from '../mustExist.ts';
import { idForNew } from '../newRow.ts';
import { fieldColumns, shapesOf } from './fieldColumns.ts';
import { presentReport, presentReports } from './queries.ts';

const MIME_TYPE = 'application/xml';

/** Every report, by title. */
export const getReports = handler(contract.getReports, {
  reach: 'everywhere',
  commit: async ({ db }) => presentReports(await db.from('report').selectAll().execute()),
});

/** What a report can run over. */
export const getReportTypes = handler(contract.getReportTypes, {
  reach: 'library',
  commit: () => Promise.resolve(Object.values(REPORT_TYPES).map(({ id, name }) => ({ id, name }))),
});

/** What is to be said about a template. */
export const checkReport = handler(contract.checkReport, {
  reach: 'library',
  commit: async (ctx, { frx }) => (await readTemplate(ctx, frx)).findings,
});

/** Takes in a template. */
export const createReport = handler(contract.createReport, {
  reach: 'either',
  async prepare(ctx, { frx, companyId, inspectionId, reportTypeId }) {
    if (!Object.values(REPORT_TYPES).some((type) => type.id === reportTypeId)) throw new Problem('notFound');
    if (companyId !== null) await mustExist(ctx.db, 'company', companyId);
    if (inspectionId !== null) await mustExist(ctx.db, 'inspection', inspectionId);
    const { bytes, findings } = await readTemplate(ctx, frx);
    const stored = await ctx.ports.blobs.put(ctx.scopeId, bytes, TEMPLATE_BYTES);
    if (stored === null) throw new Problem('tooLarge', { limitBytes: TEMPLATE_BYTES });
    return { findings, ...stored };
  },
  async commit(ctx, { title, companyId, inspectionId, reportTypeId, ...given }, { findings, sha256, size }) {
    const id = await idForNew(ctx, 'report', given.id);
    await rememberBlob(ctx.local, ctx.scopeId, { sha256, size, mimeType: MIME_TYPE }, ctx.now);
    const set = { title, companyId, inspectionId, reportTypeId, sha256, size };
    await ctx.mutate({ table: 'report', op: 'ins', id, set });
    const [row] = await ctx.db.rows('report', { id });
    return { ...presentReport(row!), findings };
  },
});

/** Takes a report away. */
export const deleteReport = handler(contract.deleteReport, {
  reach: 'either',
  async commit(ctx, { id }) {
    await mustExist(ctx.db, 'report', id);
    await ctx.mutate({ table: 'report', op: 'del', id });
    return null;
  },
});

/** The template of a report. */
export const getReportTemplate = handler(contract.getReportTemplate, {
  reach: 'everywhere',
  async commit({ db, ports }, { id }) {
    const [row] = await db.rows('report', { id });
    if (row === undefined) throw new Problem('notFound');
    const content = await ports.blobs.open({ scopeId: row.scopeId, sha256: row.sha256, rendition: null });
    if (content === null) throw new Problem('notFound');
    return { filename: `${row.title}.frx`, mimeType: MIME_TYPE, content };
  },
});

/** The bytes of a template that can be read. @throws {Problem} `templateRefused`, `badInput`, `tooLarge` */
async function readTemplate(
  { ports, db }: Pick<ReadCtx, 'ports' | 'db'>,
  frx: string,
): Promise<{ bytes: Uint8Array; findings: TemplateFinding[] }> {
  const bytes = bytesOfBase64(ports, frx, 'frx', TEMPLATE_BYTES);
  const { readable, findings } = await ports.reports.check(bytes, shapesOf(await fieldColumns(db)));
  if (!readable) throw new Problem('templateRefused', { findings });
  return { bytes, findings };
}

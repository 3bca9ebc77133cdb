/** Administration of reports. A template is checked against the data set before it is stored (product decision 29). */
import * as contract from '@holdfast/contract';
import { Problem, REPORT_TYPES, TEMPLATE_BYTES, TemplateChoices, type TemplateFinding } from '@holdfast/contract';
import type { ReadCtx, WriteCtx } from '../calls/ctx.ts';
import { flagOf } from '../db/columns.ts';
import type { Database } from '../db/schema.ts';
import { handler, type PrepareCtx } from '../calls/handler.ts';
import { bytesOfBase64, recordBlob } from '../media/index.ts';
import { mustExist } from '../calls/mustExist.ts';
import { mustHaveSpace } from '../usage/index.ts';
import { idForNew } from '../calls/newRow.ts';
import type { TemplateCheck } from '../ports.ts';
import { isoTime } from '../present.ts';
import { fieldColumns, shapesOf } from './fieldColumns.ts';
import { startTemplate } from './starter/index.ts';
import { accountNames, addVersion, presentReport, presentReports, versionsOf } from './queries.ts';
import { storedJson } from '../storedJson.ts';

const MIME_TYPE = 'application/xml';

/** Every report, by title. */
export const getReports = handler(contract.getReports, {
  reach: 'everywhere',
  commit: async ({ db }) => presentReports(await db.rows('report', {})),
});

/** Returns the kinds of data a report can be printed from. */
export const getReportTypes = handler(contract.getReportTypes, {
  reach: 'library',
  commit: () => Promise.resolve(Object.values(REPORT_TYPES).map(({ id, name }) => ({ id, name }))),
});

/** Returns the findings about a template. */
export const checkReport = handler(contract.checkReport, {
  reach: 'library',
  commit: async (ctx, { frx }) => (await readTemplate(ctx, frx)).findings,
});

/** Adds a report. */
export const createReport = handler(contract.createReport, {
  reach: 'either',
  async prepare(ctx, { frx, choices, companyId, inspectionId, reportTypeId }) {
    mustBeReportType(reportTypeId);
    if (companyId !== null) await mustExist(ctx.db, 'company', companyId);
    if (inspectionId !== null) await mustExist(ctx.db, 'inspection', inspectionId);
    return storeTemplate(ctx, frx, choices);
  },
  async commit(ctx, { title, companyId, inspectionId, reportTypeId, ...given }, { findings, choicesJson, ...stored }) {
    const id = await idForNew(ctx, 'report', given.id);
    await recordBlob(ctx, { ...stored, mimeType: MIME_TYPE });
    const set = { title, companyId, inspectionId, reportTypeId, published: flagOf(given.published), ...stored };
    await ctx.mutate('report', { op: 'ins', id, set });
    await addVersion(ctx.local, versionNow(ctx, id, 1, { ...stored, choicesJson }));
    return { ...presentReport(await reportRow(ctx, id)), findings };
  },
});

/** Changes all properties of a report except its company and its template. */
export const updateReport = handler(contract.updateReport, {
  reach: 'either',
  async commit(ctx, { id, title, published, reportTypeId, inspectionId }) {
    await reportToChange(ctx, id);
    if (reportTypeId !== undefined) mustBeReportType(reportTypeId);
    if (typeof inspectionId === 'string') await mustExist(ctx.db, 'inspection', inspectionId);
    const set = { title, published: flagOf(published), reportTypeId, inspectionId };
    await ctx.mutate('report', { op: 'upd', id, set });
    return presentReport(await reportRow(ctx, id));
  },
});

/** Replaces the template of a report; the previous one stays among its versions. */
export const replaceReportTemplate = handler(contract.replaceReportTemplate, {
  reach: 'either',
  async prepare(ctx, { id, frx, choices }) {
    await reportToChange(ctx, id);
    return storeTemplate(ctx, frx, choices);
  },
  async commit(ctx, { id }, { findings, ...stored }) {
    await recordBlob(ctx, { ...stored, mimeType: MIME_TYPE });
    return { ...presentReport(await useTemplate(ctx, id, stored)), findings };
  },
});

/** Returns the findings about the template in use, also when it cannot be read any more. */
export const getReportFindings = handler(contract.getReportFindings, {
  reach: 'everywhere',
  async commit(ctx, { id }) {
    const { scopeId, sha256 } = await reportRow(ctx, id);
    const bytes = await ctx.ports.blobs.get({ scopeId, sha256, rendition: null });
    if (bytes === null) throw new Problem('notFound');
    const { readable, findings } = await checkTemplate(ctx, bytes);
    return readable ? findings : findings.map((finding) => ({ ...finding, preventsPrinting: true }));
  },
});

/** Returns the choices from which the template in use was begun. */
export const getReportChoices = handler(contract.getReportChoices, {
  reach: 'everywhere',
  async commit(ctx, { id }) {
    const [inUse] = await knownVersions(ctx, await reportRow(ctx, id));
    const { choicesJson } = inUse!;
    if (choicesJson === null) return null;
    // Choices of an earlier version of the product may be invalid today.
    return storedJson(TemplateChoices, choicesJson) ?? null;
  },
});

/** The current and earlier templates of a report. */
export const getReportVersions = handler(contract.getReportVersions, {
  reach: 'everywhere',
  async commit(ctx, { id }) {
    const report = await reportRow(ctx, id);
    const names = await accountNames(ctx.local);
    return (await knownVersions(ctx, report)).map(({ number, size, createdAt, createdByUserId }) => ({
      number,
      size,
      createdAt: isoTime(createdAt),
      userName: names.get(createdByUserId) ?? '',
    }));
  },
});

/** Restores an earlier template of a report. */
export const restoreReportVersion = handler(contract.restoreReportVersion, {
  reach: 'either',
  async commit(ctx, { id, version }) {
    const versions = await knownVersions(ctx, await reportToChange(ctx, id));
    const wanted = versions.find(({ number }) => number === version);
    if (wanted === undefined) throw new Problem('notFound');
    const { sha256, size, choicesJson } = wanted;
    return presentReport(await useTemplate(ctx, id, { sha256, size, choicesJson }));
  },
});

/** Deletes a report. */
export const deleteReport = handler(contract.deleteReport, {
  reach: 'either',
  async commit(ctx, { id }) {
    await reportToChange(ctx, id);
    await ctx.mutate('report', { op: 'del', id });
    return null;
  },
});

/** The template of a report. */
export const getReportTemplate = handler(contract.getReportTemplate, {
  reach: 'everywhere',
  async commit(ctx, { id, version }) {
    const { scopeId, title, ...row } = await reportRow(ctx, id);
    const earlier = version === undefined ? [] : await knownVersions(ctx, { scopeId, title, ...row });
    const { sha256 } = version === undefined ? row : (earlier.find(({ number }) => number === version) ?? {});
    const content = sha256 === undefined ? null : await ctx.ports.blobs.open({ scopeId, sha256, rendition: null });
    if (content === null) throw new Problem('notFound');
    const filename = version === undefined ? `${title}.frx` : `${title} (version ${version}).frx`;
    return { filename, mimeType: MIME_TYPE, content };
  },
});

/**
 * Returns a report that a call may change. Authors of a company may read the reports for every company, but not change them. @throws
 * {Problem} `notFound`
 */
async function reportToChange(ctx: Pick<ReadCtx, 'db'> & { scopeId: string }, id: string): Promise<Database['report']> {
  const row = await reportRow(ctx, id);
  if (row.scopeId !== ctx.scopeId) throw new Problem('notFound');
  return row;
}

/** @throws {Problem} `notFound` */
function mustBeReportType(id: string): void {
  if (!Object.values(REPORT_TYPES).some((type) => type.id === id)) throw new Problem('notFound');
}

type Stored = Pick<Database['reportVersion'], 'sha256' | 'size' | 'choicesJson'>;

async function reportRow({ db }: Pick<ReadCtx, 'db'>, id: string): Promise<Database['report']> {
  const row = await db.row('report', id);
  if (row === undefined) throw new Problem('notFound');
  return row;
}

/** The versions of a report, newest first. A report from before versions were stored has its current template as the first. */
async function knownVersions(
  { local }: Pick<ReadCtx, 'local'>,
  { id, sha256, size, createdAt, createdByUserId }: Database['report'],
): Promise<Database['reportVersion'][]> {
  const versions = await versionsOf(local, id);
  return versions.length > 0
    ? versions
    : [{ reportId: id, number: 1, sha256, size, createdAt, createdByUserId, choicesJson: null }];
}

function versionNow(
  { now, actor }: Pick<WriteCtx, 'now' | 'actor'>,
  reportId: string,
  number: number,
  { sha256, size, choicesJson }: Stored,
): Database['reportVersion'] {
  return { reportId, number, sha256, size, createdAt: now, createdByUserId: actor.userId, choicesJson };
}

/** Makes a stored template the newest version. */
async function useTemplate(
  ctx: WriteCtx,
  id: string,
  { sha256, size, choicesJson }: Stored,
): Promise<Database['report']> {
  const before = await reportRow(ctx, id);
  const versions = await knownVersions(ctx, before);
  const [newest] = versions;
  if ((await versionsOf(ctx.local, id)).length === 0) await addVersion(ctx.local, newest!);
  await addVersion(ctx.local, versionNow(ctx, id, newest!.number + 1, { sha256, size, choicesJson }));
  await ctx.mutate('report', { op: 'upd', id, set: { sha256, size } });
  return reportRow(ctx, id);
}

/** Reads a template and stores it. @throws {Problem} `templateRefused`, `badInput`, `tooLarge` */
async function storeTemplate(
  ctx: PrepareCtx,
  frx: string,
  choices: TemplateChoices | undefined,
): Promise<Stored & { findings: TemplateFinding[] }> {
  const { bytes, findings } = await readTemplate(ctx, frx);
  if (choices !== undefined) await mustBeBegunFrom(ctx, choices, bytes);
  await mustHaveSpace(ctx, ctx.scopeId, bytes.length);
  const stored = await ctx.ports.blobs.put(ctx.scopeId, bytes, TEMPLATE_BYTES);
  if (stored === null) throw new Problem('tooLarge', { limitBytes: TEMPLATE_BYTES });
  return { findings, choicesJson: choices === undefined ? null : JSON.stringify(choices), ...stored };
}

/** @throws {Problem} `badInput` when a template differs from the one generated from its choices */
async function mustBeBegunFrom({ db, ports }: PrepareCtx, choices: TemplateChoices, bytes: Uint8Array): Promise<void> {
  const begun = startTemplate(choices, shapesOf(await fieldColumns(db)));
  if (ports.uploads.fromUtf8(bytes) !== begun)
    throw new Problem('badInput', { issues: [{ path: 'choices', message: 'must be those of the template' }] });
}

/** Seconds to wait before trying again while too many templates are being checked. */
const RETRY_SECONDS = 5;

/** The bytes of a template that can be read. @throws {Problem} `templateRefused`, `badInput`, `tooLarge`, `unavailable` */
async function readTemplate(
  ctx: Pick<PrepareCtx, 'ports' | 'db' | 'actor'>,
  frx: string,
): Promise<{ bytes: Uint8Array; findings: TemplateFinding[] }> {
  const bytes = bytesOfBase64(ctx.ports, frx, 'frx', TEMPLATE_BYTES);
  const { readable, findings } = await checkTemplate(ctx, bytes);
  if (!readable) throw new Problem('templateRefused', { findings });
  return { bytes, findings };
}

/** Checks a template against the current columns. @throws {Problem} `unavailable` */
async function checkTemplate(
  { ports, db, actor }: Pick<PrepareCtx, 'ports' | 'db' | 'actor'>,
  bytes: Uint8Array,
): Promise<TemplateCheck> {
  const by = actor ?? { userId: '', companyId: null };
  const checked = await ports.reports.check(bytes, shapesOf(await fieldColumns(db)), by);
  if (checked === null) throw new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS });
  return checked;
}

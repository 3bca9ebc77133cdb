/** The items of an installation as a spreadsheet: preview, import and export. */
import * as contract from '@holdfast/contract';
import { Problem, REGISTER_COLUMNS, REGISTER_ROWS, SPREADSHEET_BYTES } from '@holdfast/contract';
import { sha256Hex } from '@holdfast/sync';
import type { Actor, ReadCtx } from '../../calls/ctx.ts';
import { singleChunk } from '../../lists/singleChunk.ts';
import { handler } from '../../calls/handler.ts';
import { bytesOfBase64 } from '../../media/index.ts';
import { mustExist } from '../../calls/mustExist.ts';
import type { Ports, SheetCell } from '../../ports.ts';
import { carryOut } from './apply.ts';
import { cellOf } from './cells.ts';
import { headingsOf, inColumns } from './headings.ts';
import { type Plan, planOf } from './plan.ts';
import { earlierLabels, questionLabels, type Register, registerOf } from './register.ts';

/** Seconds to wait before trying again while too many spreadsheets are being read. */
const RETRY_SECONDS = 5;

const TOO_LARGE = 'These items do not fit into an Excel workbook. Export them as CSV.';

const MIME_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;

/** Returns the effects of importing a spreadsheet. */
const previewItemRegister = handler(contract.previewItemRegister, async (ctx, { id, base64File }) => {
  await mustExist(ctx.db, 'installation', id);
  const sheet = await readSheet(ctx, base64File);
  const { headings, rows } = planOf(await registerOf(ctx.db, id), sheet);
  const counts = { new: 0, changed: 0, unchanged: 0, wrong: 0 };
  for (const { verdict } of rows) counts[verdict] += 1;
  return {
    columns: headings.map(({ name, kind }) => ({ name, isKnown: kind !== 'unknown' })),
    rows: rows.map(({ row, verdict, cells, marks }) => ({ row, verdict, cells, marks })),
    counts,
    plan: digestOf({ headings, rows }),
  };
});

/** Imports a spreadsheet, completely or not at all. */
const importItemRegister = handler(contract.importItemRegister, {
  async prepare(ctx, { id, base64File }) {
    await mustExist(ctx.db, 'installation', id);
    return readSheet(ctx, base64File);
  },
  async commit(ctx, { id, plan: seen }, sheet) {
    const register = await registerOf(ctx.db, id);
    const plan = planOf(register, sheet);
    const wrong = plan.rows.filter(({ verdict }) => verdict === 'wrong').length;
    if (wrong > 0) throw new Problem('registerRefused', { wrong });
    if (seen !== undefined && seen !== digestOf(plan)) throw new Problem('importOutdated');
    const changed = await carryOut(ctx, register, plan);
    return { changed, undo: changed === 0 ? null : ctx.groupId };
  },
});

/** Writes the register of an installation in the columns that the import accepts. */
const exportItemRegister = handler(contract.exportItemRegister, async (ctx, { id, format }) => {
  const register = await registerOf(ctx.db, id);
  const content = await contentOf(ctx, register, format);
  const day = new Date(ctx.now).toISOString().slice(0, 10);
  return {
    filename: `${register.installationName} - items - ${day}.${format}`,
    mimeType: MIME_TYPES[format],
    content,
  };
});

/** The operations of the register. */
export const registerHandlers = [previewItemRegister, importItemRegister, exportItemRegister];

/** @throws {Problem} `unavailable` while too many workbooks are being written, `unsupportedMedia` when the register is too large for one */
async function contentOf(
  { ports, actor }: ReadCtx,
  register: Register,
  format: keyof typeof MIME_TYPES,
): Promise<AsyncIterable<Uint8Array>> {
  if (format === 'csv') return ports.spreadsheets.csv(rowsOf(register));
  const workbook = await ports.spreadsheets.workbook(actor, [...rowsOf(register)]);
  if (workbook === null) throw new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS });
  if (workbook !== 'tooLarge') return singleChunk(workbook);
  throw new Problem('unsupportedMedia', { reason: TOO_LARGE });
}

/** The register as rows of a sheet, headings first. */
function* rowsOf(register: Register): Generator<SheetCell[]> {
  const labels = questionLabels(register);
  const earlier = earlierLabels(register);
  const typeNames = new Map(register.types.map((type) => [type.id, type.name]));
  yield headingsOf(register);
  for (const item of register.items) {
    const asked = new Map(item.asked.map(({ label, field }) => [label, field]));
    yield [
      ...inColumns({
        id: item.id,
        location: item.location,
        type: typeNames.get(item.typeId) ?? null,
        name: item.name,
        tag: item.tag,
      }),
      ...labels.map((label) => {
        const field = asked.get(label);
        const known = field && item.answers.get(field.id);
        return field === undefined || known === undefined ? null : cellOf(field, known, register.zones);
      }),
      ...earlier.map((label) => item.earlier.get(label) ?? null),
    ];
  }
}

/** @throws {Problem} `unsupportedMedia` with the remedy, `tooLarge`, `badInput`, `unavailable` */
async function readSheet(
  { ports, actor }: { ports: Ports; actor: Actor | null },
  base64File: string,
): Promise<SheetCell[][]> {
  const bytes = bytesOfBase64(ports, base64File, 'base64File', SPREADSHEET_BYTES);
  // One row of headings, and a margin for blank rows.
  const limits = { rows: REGISTER_ROWS + 1, columns: REGISTER_COLUMNS };
  const read = await ports.spreadsheets.read(actor ?? { userId: '', companyId: null }, bytes, limits);
  if (read === null) throw new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS });
  if (read.kind === 'refused') throw new Problem('unsupportedMedia', { reason: read.reason });
  return read.rows;
}

/** Digest of the effects of a plan; another plan has another digest. */
function digestOf({ rows }: Plan): string {
  const changes = rows.map(({ row, verdict, change, marks }) => [
    row,
    verdict,
    change && { ...change, type: change.type?.id ?? null },
    marks.map(({ was }) => was),
  ]);
  return sha256Hex(JSON.stringify(changes));
}

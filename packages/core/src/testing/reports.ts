/** Report templates for tests of core, of which only names are read. Hosts test the real ones. */
import type { ReportRun } from '@holdfast/contract';
import type { DataSet, DataShape, Reports } from '../ports.ts';
import { type TableName, TABLES } from '../reports/dataSet.ts';

/** Reports that were printed under a name, by user and name. */
const runs = new Map<string, ReportRun>();

/** Any text that begins like a template is one; names in brackets must be columns of a table. */
export const plainReports: Reports = {
  check(template, tables) {
    const text = new TextDecoder().decode(template);
    if (!/^(?:<\?xml[^>]*>\s*)?<Report/.test(text.replace(/^\uFEFF/, ''))) {
      const finding = { message: 'This is no report.', line: 1, object: null };
      return Promise.resolve({ readable: false, findings: [finding] });
    }
    const known = new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)));
    const findings = text
      .split('\n')
      .flatMap((line, i) =>
        [...line.matchAll(/\[([\w.]+)\]/g)]
          .filter(([, path]) => !known.has(path!))
          .map(([, path]) => ({ message: `${path} is not known.`, line: i + 1, object: null })),
      );
    return Promise.resolve({ readable: true, findings });
  },
  print({ template, dataSet, format, title, now, userId, runId }) {
    if (new TextDecoder().decode(template).includes('[Broken]')) {
      const finding = { message: 'There is no table Broken.', line: 2, object: 'Text1' };
      return Promise.resolve({ kind: 'failed', finding });
    }
    if (runId !== undefined) runs.set(`${userId} ${runId}`, { place: 0, pages: 1, warnings: [] });
    return Promise.resolve({ kind: 'printed', content: asJson(dataSet, { format, title, now }), warnings: [] });
  },
  progress: (userId, runId) => Promise.resolve(runs.get(`${userId} ${runId}`) ?? null),
  pack: (dataSet, format) => asJson(dataSet, { format }),
};

/** The rows of a data set by table, each as an object; pictures as base64. */
async function* asJson(dataSet: DataSet, more: object): AsyncGenerator<Uint8Array> {
  const tables: Record<string, unknown> = {};
  for (const { name, columns, rows } of dataSet.tables) {
    const read: unknown[] = [];
    for await (const cells of rows(() => true))
      read.push(
        Object.fromEntries(
          columns.map((column, i) => [column.name, ArrayBuffer.isView(cells[i]) ? base64(cells[i]) : cells[i]]),
        ),
      );
    tables[name] = read;
  }
  yield new TextEncoder().encode(JSON.stringify({ ...more, ...tables }));
}

function base64(bytes: ArrayBufferView): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** The tables of reports with the given columns of answers. */
export function reportShapes(answers: Partial<Record<TableName, DataShape['columns']>>): DataShape[] {
  return (Object.keys(TABLES) as TableName[]).map((name) => ({
    name,
    columns: [...TABLES[name].columns, ...(answers[name] ?? [])].map((column) => ({
      name: column.name,
      type: column.type,
    })),
  }));
}

/** Report templates for tests of core: read as far as their names go. Hosts test the real ones. */
import type { Reports } from '../ports.ts';

/** A template is anything that begins as one; what it names in brackets must be a column of a table. */
export const plainReports: Reports = {
  check(template, tables) {
    const text = new TextDecoder().decode(template);
    if (!text.startsWith('<Report')) {
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
};

/** Invariants of every printed report with tables, matrices and subreports. */
import type { Page } from '../../page.ts';
import { objectsOf, textsOf, type Printed } from '../testReport.ts';
import { differs, PX_PER_MM, TOLERANCE } from './invariants.ts';
import type { PartsPlan } from './parts.ts';

/** px by which a part of a table may exceed its page: 0.1 as in FastReport, plus rounding. */
const TABLE_TOLERANCE = 0.1 + TOLERANCE;

/** Returns the violations of a plan's pages, as sentences. */
export function partsViolations(plan: PartsPlan, { pages, warnings }: Printed): string[] {
  return [
    ...warnings.map(({ message }) => `warning: ${message}`),
    ...pages.flatMap((page) => outside(plan, page)),
    ...rows(plan, pages),
    ...built(plan, pages),
    ...matrix(plan, pages),
    ...subreports(plan, pages),
  ];
}

/**
 * Cells and texts outside the printable area. Tables have the size of the complete table on each of their pages. When not even the first row of a
 * table fits, it is printed at the end of the page; down then across, repeated headers are, without rows below.
 */
function outside(plan: PartsPlan, page: Page): string[] {
  const firstRows = new Set([
    ...(plan.built ? ['HeadA', 'HeadB'] : []),
    ...(printsHeadersAnyway(plan) ? ['Corner', 'KindHead', 'KindTotal'] : []),
  ]);
  const width = (page.paperWidth - page.margins.left - page.margins.right) * PX_PER_MM;
  const height = (page.paperHeight - page.margins.top - page.margins.bottom) * PX_PER_MM;
  return objectsOf(page)
    .filter(({ type, name }) => (type === 'TableCell' || type === 'TextObject') && !firstRows.has(name))
    .filter(
      (object) =>
        object.left + object.width > width + TABLE_TOLERANCE || object.top + object.height > height + TABLE_TOLERANCE,
    )
    .map(({ name, top, left }) => `page ${String(page.number)}: ${name} ${[left, top].join(',')} leaves the page`);
}

const printsHeadersAnyway = ({ matrix }: PartsPlan): boolean =>
  matrix?.layout === 'AcrossThenDown' || (matrix?.layout === 'DownThenAcross' && matrix.repeatHeaders);

const all = (pages: readonly Page[], name: string): string[] => pages.flatMap((page) => textsOf(page, name));
const words = (texts: readonly string[]): string[] => texts.join(' ').split(/\s+/).filter(Boolean);
const sum = (texts: readonly string[]): number => texts.reduce((total, text) => total + Number(text), 0);

/** The table of each row is printed once, in any number of parts, with its complete texts; the script has counted the rows. */
function rows(plan: PartsPlan, pages: readonly Page[]): string[] {
  const passes = plan.doublePass ? 2 : 1;
  const counted = plan.rows ? plan.items.length * passes : 0;
  const end = differs('rows counted by the script', all(pages, 'TEnd'), [String(counted)]);
  if (!plan.rows) return end;
  const ids = all(pages, 'Id').filter((text) => text !== '');
  const printed = words(all(pages, 'Note'));
  return [
    ...end,
    ...differs(
      'rows',
      ids,
      plan.items.map(({ id }) => String(id)),
    ),
    ...differs(
      'amounts',
      all(pages, 'Amount').filter(Boolean),
      plan.items.map(({ amount }) => String(amount)),
    ),
    ...differs('words', printed, words(plan.items.map(({ note }) => note))),
    ...(plan.rows.hidesColumn ? differs('hidden cells', all(pages, 'Kind'), []) : []),
  ];
}

/** Each cell of a built table is printed once, its header at least once. */
function built({ items, built: plan }: PartsPlan, pages: readonly Page[]): string[] {
  if (!plan) return [];
  const kinds = items.flatMap(({ kind }) => Array.from({ length: plan.columns }, () => kind));
  const heads = all(pages, 'HeadA').length;
  return [
    ...differs(
      'rows of the built table',
      all(pages, 'BuiltId'),
      items.map(({ id }) => String(id)),
    ),
    ...differs('cells of the built table', all(pages, 'BuiltKind').toSorted(), kinds.toSorted()),
    ...differs('count of the built table', all(pages, 'BuiltCount'), [String(items.length)]),
    ...(heads > 0 ? [] : ['the built table has no header']),
    ...(heads > 1 && (plan.fixedRows === 0 || !plan.repeatHeaders) ? ['the header is repeated'] : []),
  ];
}

/** Values and totals of a matrix add up to the plain sum, however they are distributed over pages. */
function matrix({ items, matrix: plan }: PartsPlan, pages: readonly Page[]): string[] {
  if (!plan) return [];
  const wanted = items.reduce((total, { amount }) => total + amount, 0);
  const sums = [
    ['values', 'Value', true],
    ['totals of rows', 'RowTotal', plan.columnTotals],
    ['totals of columns', 'ColumnTotal', plan.rowTotals],
    ['grand total', 'Grand', plan.columnTotals && plan.rowTotals],
  ] as const;
  return sums.flatMap(([what, name, expected]) =>
    expected ? differs(what, [String(sum(all(pages, name)))], [String(wanted)]) : differs(what, all(pages, name), []),
  );
}

function subreports({ items, subreport }: PartsPlan, pages: readonly Page[]): string[] {
  const wanted = subreport ? items.map(({ id }) => String(id)) : [];
  return [
    ...differs('rows of the subreport', all(pages, 'OneId'), wanted),
    ...differs('rows of the other subreport', all(pages, 'TwoId'), subreport?.beside ? wanted : []),
  ];
}

/** Invariants of every printed report, checked without the pages of another engine. */
import type { Page, PlacedObject } from '../../page.ts';
import { objectsOf, textsOf, type Printed } from '../testReport.ts';
import { printedItems, type ReportPlan } from './reports.ts';

/** px of one mm in templates. */
export const PX_PER_MM = 3.78;
/** px; positions are rounded to hundredths. */
export const TOLERANCE = 0.05;

/** Returns the violations of a plan's pages, as sentences. */
export function violations(plan: ReportPlan, { pages, warnings }: Printed): string[] {
  const beyond = plan.columns.count > 1 && warnings.some(({ message }) => BEYOND.test(message));
  return [
    ...warnings.filter(({ message }) => !beyond || !BEYOND.test(message)).map(({ message }) => `warning: ${message}`),
    ...pages.flatMap((page) => [...outside(plan, page, beyond), ...overlaps(plan, page)]),
    ...rows(plan, pages),
    ...totals(plan, pages),
    ...numbers(plan, pages),
  ];
}

/** The warning about rows in columns beyond the page, after a list that ended in a later column. */
const BEYOND = /beyond the right edge/;

/** Objects outside the printable area; rows may exceed it at the right if `beyond`. */
function outside(plan: ReportPlan, page: Page, beyond: boolean): string[] {
  const width = (page.paperWidth - page.margins.left - page.margins.right) * PX_PER_MM;
  const height = (page.paperHeight - page.margins.top - page.margins.bottom) * PX_PER_MM;
  return objectsOf(page)
    .filter((object) => {
      const { left, top } = object;
      const tooWide = !beyond && left + object.width > width + TOLERANCE && !mayStandInAnyColumn(plan, object);
      const tooLow = top + object.height > height + TOLERANCE && !mayStandTooLow(plan, object);
      return left < -TOLERANCE || top < -TOLERANCE || tooWide || tooLow;
    })
    .map((object) => `page ${String(page.number)}: ${described(object)} leaves ${String(width)} × ${String(height)}`);
}

/** Bands that overlap. */
function overlaps(plan: ReportPlan, page: Page): string[] {
  const bands = page.objects.filter(
    (band) =>
      band.width > 0 &&
      band.height > 0 &&
      !mayStandInAnyColumn(plan, band) &&
      !standsOnFooters(plan, band) &&
      !mayStandTooLow(plan, band),
  );
  return bands.flatMap((band, index) =>
    bands
      .slice(index + 1)
      .filter((other) => crosses(band.left, band.width, other.left, other.width))
      .filter((other) => crosses(band.top, band.height, other.top, other.height))
      .map((other) => `page ${String(page.number)}: ${described(band)} covers ${described(other)}`),
  );
}

/** Objects of rows, which have the width of their column. */
const OF_ROWS = new Set(['DataBand', 'Id', 'Amount', 'Note', 'ChildText']);

/**
 * With columns, all other bands have the width of the page (docs/frx/layout.md, Widths of bands) and begin in any column: a child below its row, and
 * the bands after a list in the column in which the list ended.
 */
function mayStandInAnyColumn({ columns }: ReportPlan, { type, name }: PlacedObject): boolean {
  return columns.count > 1 && !OF_ROWS.has(type) && !OF_ROWS.has(name);
}

/**
 * Returns true for bands that FastReport prints without checking that they fit: a column footer below repeated footers, a repeated footer below the header
 * of its group, for which the header has reserved no space, and a growing note in a row of columns that may not break.
 */
function mayStandTooLow({ footer, group, columns, data, note }: ReportPlan, { type, name }: PlacedObject): boolean {
  const repeats = footer['RepeatOnEveryPage'] === true;
  if (type === 'ColumnFooterBand' || name === 'TColumnFooter') return repeats;
  if (name === 'Footer' || name === 'Sum') return repeats && group !== undefined;
  return name === 'Note' && columns.count > 1 && !data['CanGrow'] && note['CanGrow'] === true;
}

/** A summary at the bottom of the page covers the column footer there, as FastReport prints it. */
function standsOnFooters({ summary }: ReportPlan, { type }: PlacedObject): boolean {
  return summary['PrintOnBottom'] === true && type === 'ReportSummaryBand';
}

function crosses(start: number, length: number, other: number, otherLength: number): boolean {
  return start + length > other + TOLERANCE && other + otherLength > start + TOLERANCE;
}

function described({ name, left, top, width, height }: PlacedObject): string {
  return `${name} ${[left, top, width, height].join(',')}`;
}

/** Every row is printed once with its own texts, in its order. */
function rows(plan: ReportPlan, pages: readonly Page[]): string[] {
  const expected = printedItems(plan);
  const across = plan.columns.count > 1;
  const ids = pages.flatMap((page) => textsOf(page, 'Id')).filter((text) => text !== '');
  const wanted = expected.map(({ id }) => String(id));
  const amounts = pages.flatMap((page) => textsOf(page, 'Amount')).filter((text) => text !== '');
  return [
    ...differs('rows', across ? ids.toSorted() : ids, across ? wanted.toSorted() : wanted),
    ...differs('amounts', amounts.toSorted(), expected.map(({ amount }) => String(amount)).toSorted()),
    ...notes(plan, pages),
  ];
}

/** Texts that may grow are printed completely, in any number of parts. */
function notes(plan: ReportPlan, pages: readonly Page[]): string[] {
  if (!plan.data['CanGrow'] || !plan.note['CanGrow'] || plan.columns.count > 1) return [];
  const words = (texts: readonly string[]): string[] => texts.join(' ').split(/\s+/).filter(Boolean);
  const printed = words(pages.flatMap((page) => textsOf(page, 'Note')));
  return differs('words', printed, words(printedItems(plan).map(({ note }) => note)));
}

/** Totals equal the plain sum over the printed rows. */
function totals(plan: ReportPlan, pages: readonly Page[]): string[] {
  const expected = printedItems(plan);
  const sum = expected.reduce((value, { amount }) => value + amount, 0);
  const texts = (name: string): string[] => pages.flatMap((page) => textsOf(page, name));
  const last = texts('Sum').at(-1);
  const counted = texts('PageCount').reduce((value, text) => value + Number(text), 0);
  const wanted = [...Map.groupBy(expected, ({ kind }) => kind).values()].map((group) =>
    String(group.reduce((value, { amount }) => value + amount, 0)),
  );
  return [
    ...(last === undefined || plan.group ? [] : differs('sum', [last], [`${String(sum)} ${String(expected.length)}`])),
    ...differs('rows counted by pages', [String(counted)], [String(expected.length)]),
    ...(plan.group ? differs('sums of groups', texts('GroupSum'), wanted) : []),
  ];
}

/** Pages are numbered consecutively, each run of pages from 1. */
function numbers(plan: ReportPlan, pages: readonly Page[]): string[] {
  const physical = pages.map(({ number }) => String(number));
  const printed = pages.flatMap((page) => textsOf(page, 'PageNumber')).map((text) => text.split(' of ').map(Number));
  const wrong = printed.flatMap(([page = 0, of = 0], index) => {
    const next = printed[index + 1]?.[0];
    const follows = next === undefined || next === page + 1 || (plan.group?.header['ResetPageNumber'] && next === 1);
    const ends = !plan.doublePass || (next === undefined || next === 1 ? of === page : of > page);
    return follows && ends ? [] : [`page ${String(index + 1)} is ${String(page)} of ${String(of)}`];
  });
  const indexes = pages.map((_, index) => String(index + 1));
  return [...differs('numbers of pages', physical, indexes), ...wrong];
}

/** Returns a sentence with the first difference of two lists; nothing when they are equal. */
export function differs(what: string, found: readonly string[], wanted: readonly string[]): string[] {
  const at = Array.from({ length: Math.max(found.length, wanted.length) }).findIndex(
    (_, index) => found[index] !== wanted[index],
  );
  if (at < 0) return [];
  return [
    `${what}: ${String(found.length)} for ${String(wanted.length)}, ${String(found[at])} instead of ${String(wanted[at])}`,
  ];
}

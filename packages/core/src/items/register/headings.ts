/** The columns of a register. */
import { Problem } from '@holdfast/contract';
import type { SheetCell } from '../../ports.ts';
import { textOf } from './cells.ts';
import { earlierLabels, questionLabels, type Register } from './register.ts';

/** The columns of every register, in their order, by kind. */
const COLUMNS = {
  id: 'Id',
  location: 'Location',
  type: 'Item type',
  name: 'Name',
  tag: 'Tag',
} as const;

/** Kind of a column of every register. */
type ColumnKind = keyof typeof COLUMNS;

const KINDS = Object.keys(COLUMNS) as ColumnKind[];

/** A column of a sheet. */
export interface Heading {
  /** As in the sheet. */
  name: string;
  kind: ColumnKind | 'question' | 'unknown';
}

const kinds = new Map(KINDS.map((kind) => [COLUMNS[kind].toLowerCase(), kind]));

/** The headings of the register of an installation. */
export function headingsOf(register: Register): string[] {
  return [...Object.values(COLUMNS), ...questionLabels(register), ...earlierLabels(register)];
}

/** The cells of an item in the columns of every register, in the order of the headings. */
export function inColumns(cells: Readonly<Record<ColumnKind, SheetCell>>): SheetCell[] {
  return KINDS.map((kind) => cells[kind]);
}

/**
 * The headings of a sheet.
 * @throws {Problem} `unsupportedMedia` when it has no column of names, or one column twice
 */
export function readHeadings(register: Register, cells: readonly SheetCell[]): Heading[] {
  const questions = new Set(
    [...register.types.map((type) => type.asked), ...register.items.map((item) => item.asked)].flatMap((asked) =>
      asked.map(({ label }) => label.toLowerCase()),
    ),
  );
  const headings = cells.map((cell): Heading => {
    const name = textOf(cell);
    const word = name.toLowerCase();
    return { name, kind: kinds.get(word) ?? (questions.has(word) ? 'question' : 'unknown') };
  });
  if (!headings.some(({ kind }) => kind === 'name')) {
    throw refusal(
      'The first row must name the columns, and none of them is "Name". Export the register for an example.',
    );
  }
  const known = headings.filter(({ kind }) => kind !== 'unknown').map(({ name }) => name.toLowerCase());
  const twice = known.find((name, i) => known.indexOf(name) < i);
  if (twice !== undefined) throw refusal(`The column "${twice}" is there twice.`);
  return headings;
}

function refusal(reason: string): Problem {
  return new Problem('unsupportedMedia', { reason });
}

/** Computes the effects of a spreadsheet on a register, cell by cell, as a pure function. */
import { Name, Problem, type RegisterMark, type RegisterVerdict, TagText } from '@holdfast/contract';
import type { SheetCell } from '../../ports.ts';
import { answerOf, cellOf, decimalSeparatorOf, type KnownAnswer, textOf } from './cells.ts';
import { type Heading, readHeadings } from './headings.ts';
import { PATH_MARK, type Register, type RegisterItem, type RegisterType, tagKey } from './register.ts';

/** One row with its planned change and findings. */
export interface PlannedRow {
  row: number;
  verdict: RegisterVerdict;
  cells: string[];
  marks: RegisterMark[];
  /** The change to write; null for a row that is unchanged or wrong. */
  change: RowChange | null;
}

/** Change to write for one item. */
export interface RowChange {
  /** null: a new item. */
  itemId: string | null;
  /** Of a new item. */
  type: RegisterType | null;
  /** Set where it changes, always for a new item. */
  name?: string;
  /** Its parent: an existing item, a row that creates one, or null for the top; absent: unchanged. */
  parent?: { itemId: string } | { row: number } | null;
  tag?: string;
  answers: (KnownAnswer & { fieldId: string })[];
}

/** The complete plan. */
export interface Plan {
  headings: readonly Heading[];
  rows: PlannedRow[];
}

/** A row while it is read. */
interface Draft extends PlannedRow {
  /** The cells as the file contains them: numbers and days of a workbook are not texts. */
  read: readonly SheetCell[];
  item: RegisterItem | null;
  type: RegisterType | null;
  name: string;
  /** As in the sheet; null when the cell is empty. */
  location: string | null;
  change: RowChange;
}

/**
 * Returns the changes and findings for the rows of a sheet.
 * @throws {Problem} `unsupportedMedia` when its first row contains no headings
 */
export function planOf(register: Register, sheet: readonly (readonly SheetCell[])[]): Plan {
  const first = sheet.findIndex((cells) => cells.some((cell) => textOf(cell) !== ''));
  const headings = readHeadings(register, sheet[first] ?? []);
  const drafts: Draft[] = [];
  for (const [index, cells] of sheet.entries()) {
    if (index <= first || cells.every((cell) => textOf(cell) === '')) continue;
    drafts.push(draftOf(headings, cells, index + 1));
  }
  if (drafts.length === 0) throw new Problem('unsupportedMedia', { reason: 'There is no row below the headings.' });
  const place = (kind: Heading['kind']): number => headings.findIndex((heading) => heading.kind === kind);
  identify(register, drafts, { id: place('id'), name: place('name'), type: place('type') });
  placeRows(register, drafts, place('location'));
  tagRows(register, drafts, place('tag'));
  answerRows(register, drafts, headings);
  return { headings, rows: drafts.map(settled) };
}

function draftOf(headings: readonly Heading[], cells: readonly SheetCell[], row: number): Draft {
  const at = (kind: Heading['kind']): string | null => {
    const index = headings.findIndex((heading) => heading.kind === kind);
    return index < 0 ? null : textOf(cells[index] ?? null);
  };
  return {
    row,
    read: cells,
    verdict: 'unchanged',
    cells: headings.map((_, i) => textOf(cells[i] ?? null)),
    marks: [],
    item: null,
    type: null,
    name: at('name') ?? '',
    location: at('location'),
    change: { itemId: null, type: null, answers: [] },
  };
}

function settled({ row, verdict, cells, marks, item, change }: Draft): PlannedRow {
  const isWrong = marks.some((mark) => mark.verdict === 'wrong');
  const isChanged = item === null || marks.length > 0;
  const comesTo = isWrong ? 'wrong' : item === null ? 'new' : isChanged ? 'changed' : verdict;
  return {
    row,
    verdict: comesTo,
    cells,
    marks: marks.toSorted((a, b) => a.column - b.column),
    change: isWrong || !isChanged ? null : change,
  };
}

function wrong(draft: Draft, column: number, reason: string): void {
  draft.marks.push({ column: Math.max(column, 0), verdict: 'wrong', was: '', reason });
}

function differs(draft: Draft, column: number, was: string): void {
  draft.marks.push({ column, verdict: draft.item === null ? 'new' : 'changed', was, reason: '' });
}

/** Finds the item of each row: by its id, or else by its parent and name. */
function identify(
  register: Register,
  drafts: readonly Draft[],
  column: { id: number; name: number; type: number },
): void {
  const byId = new Map(register.items.map((item) => [item.id, item]));
  const byPath = Map.groupBy(register.items, (item) => item.path);
  const typesByName = Map.groupBy(register.types, (type) => type.name.toLowerCase());
  const seen = new Map<string, number>();
  for (const draft of drafts) {
    const id = column.id < 0 ? '' : draft.cells[column.id]!.toLowerCase();
    const path = pathOf(draft.location, draft.name);
    const twins = byPath.get(path) ?? [];
    if (id !== '') {
      draft.item = byId.get(id) ?? null;
      if (draft.item === null) wrong(draft, column.id, 'This installation has no item with this id.');
    } else if (twins.length > 1) {
      wrong(
        draft,
        column.name,
        `There are ${twins.length} items of this name there. Say by its Id which one is meant.`,
      );
    } else draft.item = twins[0] ?? null;
    const key = draft.item?.id ?? path;
    const before = seen.get(key);
    if (before !== undefined) wrong(draft, column.name, `Row ${before} is about the same item.`);
    else seen.set(key, draft.row);

    nameRow(draft, column.name);
    typeRow(register, draft, column.type, typesByName);
    draft.change.itemId = draft.item?.id ?? null;
  }
}

function nameRow(draft: Draft, column: number): void {
  const read = Name.safeParse(draft.name);
  if (!read.success) wrong(draft, column, draft.name === '' ? 'A name is needed.' : 'This cannot be a name.');
  else if (draft.item === null) {
    draft.change.name = read.data;
    differs(draft, column, '');
  } else if (draft.item.name !== read.data) {
    draft.change.name = read.data;
    differs(draft, column, draft.item.name);
  }
}

function typeRow(
  { types }: Register,
  draft: Draft,
  column: number,
  byName: ReadonlyMap<string, readonly RegisterType[]>,
): void {
  const said = column < 0 ? '' : draft.cells[column]!;
  const found = (byName.get(said.toLowerCase()) ?? []).filter((type) => !type.isQuestion);
  if (draft.item !== null) {
    const { typeId } = draft.item;
    draft.type = types.find((type) => type.id === typeId) ?? null;
    if (said !== '' && !found.some((type) => type.id === typeId))
      wrong(draft, column, `The type of an item never changes; it is ${draft.type?.name ?? 'another'}.`);
    return;
  }
  draft.type = found.length === 1 ? found[0]! : null;
  draft.change.type = draft.type;
  if (said === '') wrong(draft, column, 'A new item needs an item type.');
  else if (found.length === 0) wrong(draft, column, 'There is no item type of this name.');
  else if (found.length > 1) wrong(draft, column, 'Several item types have this name.');
  else differs(draft, column, '');
}

function pathOf(location: string | null, name: string): string {
  return location === null || location === '' ? name : `${location}${PATH_MARK}${name}`;
}

/** Finds the parent of each row: an existing item, or one that another row creates. */
function placeRows({ items }: Register, drafts: readonly Draft[], column: number): void {
  if (column < 0) return;
  const known = Map.groupBy(items, (item) => item.path);
  const made = new Map(
    drafts.filter(({ item }) => item === null).map((draft) => [pathOf(draft.location, draft.name), draft]),
  );
  for (const draft of drafts) {
    const { item, location } = draft;
    if (item !== null && (location === null || location === item.location)) continue;
    const standing = known.get(location ?? '') ?? [];
    const making = made.get(location ?? '');
    if (location === null || location === '') draft.change.parent = null;
    else if (standing.length === 1) draft.change.parent = { itemId: standing[0]!.id };
    else if (standing.length > 1) wrong(draft, column, 'There are several items with this path.');
    else if (making !== undefined && making !== draft) draft.change.parent = { row: making.row };
    else wrong(draft, column, 'There is no item with this path, and no row of this sheet makes it.');
    if (draft.change.parent !== undefined && (item !== null || location !== ''))
      differs(draft, column, item?.location ?? '');
  }
  refuseLoops(items, drafts, column);
  refuseOrphans(drafts, column);
}

/** Refuses rows that would make an item its own ancestor. */
function refuseLoops(items: readonly RegisterItem[], drafts: readonly Draft[], column: number): void {
  const parents = new Map<string, string | null>(items.map((item) => [item.id, item.parentItemId]));
  const keyOf = (draft: Draft): string => draft.item?.id ?? `row ${draft.row}`;
  for (const draft of drafts) {
    const { parent } = draft.change;
    if (parent === undefined) continue;
    parents.set(keyOf(draft), parent === null ? null : 'row' in parent ? `row ${parent.row}` : parent.itemId);
  }
  for (const draft of drafts) {
    if (draft.change.parent === undefined) continue;
    const passed = new Set<string>([keyOf(draft)]);
    let next = parents.get(keyOf(draft)) ?? null;
    while (next !== null && !passed.has(next)) {
      passed.add(next);
      next = parents.get(next) ?? null;
    }
    if (next === keyOf(draft)) wrong(draft, column, 'That would put it inside itself.');
  }
}

/** Refuses the children of a new item that is wrong. */
function refuseOrphans(drafts: readonly Draft[], column: number): void {
  const byRow = new Map(drafts.map((draft) => [draft.row, draft]));
  const isWrong = (draft: Draft): boolean => draft.marks.some((mark) => mark.verdict === 'wrong');
  for (let found = true; found;) {
    found = false;
    for (const draft of drafts) {
      const { parent } = draft.change;
      if (parent === undefined || parent === null || !('row' in parent) || isWrong(draft)) continue;
      if (!isWrong(byRow.get(parent.row)!)) continue;
      wrong(draft, column, `Row ${parent.row}, in which it stands, is wrong.`);
      found = true;
    }
  }
}

function tagRows({ carriers }: Register, drafts: readonly Draft[], column: number): void {
  if (column < 0) return;
  const given = new Map<string, number>();
  const moving = new Set(
    drafts.flatMap(({ item, cells }) =>
      item?.tag != null && cells[column] !== '' && cells[column] !== item.tag ? [item.id] : [],
    ),
  );
  for (const draft of drafts) {
    const said = draft.cells[column]!;
    if (said === '') continue;
    const read = TagText.safeParse(said);
    if (!read.success) {
      wrong(draft, column, `An RFID tag ${read.error.issues[0]?.message ?? 'must be hexadecimal'}.`);
      continue;
    }
    const tag = read.data;
    const before = given.get(tag);
    if (before !== undefined) wrong(draft, column, `Row ${before} has this tag too.`);
    given.set(tag, draft.row);
    if (draft.item?.tag === tag) continue;
    const carrier = carriers.get(tagKey('epc', tag));
    if (carrier !== undefined && carrier.id !== draft.item?.id && !moving.has(carrier.id))
      wrong(draft, column, `${carrier.name} carries this tag.`);
    draft.change.tag = tag;
    differs(draft, column, draft.item?.tag ?? '');
  }
}

function answerRows({ zones }: Register, drafts: readonly Draft[], headings: readonly Heading[]): void {
  const separator = decimalSeparatorOf(writtenAnswers(drafts, headings));
  for (const draft of drafts) {
    const asked = draft.item?.asked ?? draft.type?.asked ?? [];
    for (const [column, heading] of headings.entries()) {
      const text = draft.cells[column]!;
      if (heading.kind !== 'question' || text === '') continue;
      const question = asked.find(({ label }) => label.toLowerCase() === heading.name.toLowerCase());
      if (question === undefined) {
        // Without a type the questions are unknown; the finding is about the type then.
        if (draft.type !== null) wrong(draft, column, `This is not asked of the type ${draft.type.name}.`);
        continue;
      }
      const known = draft.item?.answers.get(question.field.id) ?? { value: '', displayValue: '' };
      const was = textOf(cellOf(question.field, known, zones));
      if (was === text) continue;
      const isWritten = typeof draft.read[column] === 'string';
      const read = answerOf(question.field, text, zones.timeZone, isWritten ? separator : '.');
      if ('reason' in read) wrong(draft, column, read.reason);
      else if (read.answer.value !== known.value) {
        draft.change.answers.push({ ...read.answer, fieldId: question.field.id });
        differs(draft, column, was);
      }
    }
  }
}

/** Yields the answers that the file contains as text. */
function* writtenAnswers(drafts: readonly Draft[], headings: readonly Heading[]): Iterable<string> {
  for (const { read, cells } of drafts) {
    for (const [column, { kind }] of headings.entries())
      if (kind === 'question' && typeof read[column] === 'string') yield cells[column]!;
  }
}

/** Items of the lists in dialogs that are read from the data. */
import type { DataSource } from '../../data/dataSource.ts';
import { keyOf } from '../../data/compare.ts';
import type { Value } from '../../expression/values/values.ts';
import { toText } from '../../expression/formats/toText.ts';
import { flagOf, textOf } from '../../template/properties.ts';
import { allowsSeveral, type Control, itemText } from '../host/dialogs.ts';
import type { Run } from '../run.ts';
import { columnOf } from './filters.ts';

const LISTS: ReadonlySet<string> = new Set([
  'ComboBoxControl',
  'ListBoxControl',
  'CheckedListBoxControl',
  'DataSelectorControl',
]);

/** Returns true for a list, whose items are chosen. */
export function isList({ node }: Control): boolean {
  return LISTS.has(node.type);
}

/** Returns true for a list whose value may be a text that is none of its items. */
export function takesAnyText({ node }: Control): boolean {
  return node.type === 'ComboBoxControl' && textOf(node, 'DropDownStyle', 'DropDown') !== 'DropDownList';
}

/**
 * Fills a list with the values of its column, each once and in the order of the rows: all of them, or those that belong to the value chosen in
 * another control. What was chosen stays chosen if it is still there.
 */
export function fill(run: Run, control: Control, by?: Control): void {
  const path = isList(control) ? columnOf(run, control) : undefined;
  if (!path || (!by && !flagOf(control.node, 'AutoFill', true))) return;
  const { owner, column } = path;
  const values = new Map<string, Value>();
  for (const _row of by ? detailRows(run, owner, by) : rowsOf(owner)) {
    const value = owner.raw(column);
    if (value === null || values.has(keyOf(value))) continue;
    run.budget.step();
    values.set(keyOf(value), value);
  }
  owner.reset();
  const chosen = chosenTexts(control);
  control.items.list = [...values.values()];
  control.items.version++;
  restoreChosen(control, chosen);
}

/** Visits the rows of a source: each is its current row in turn. */
function* rowsOf(source: DataSource): Generator<void> {
  source.init();
  for (; source.hasMoreRows; source.next()) yield;
}

/** Visits the rows of a source that belong to the rows with the value chosen in a control; all rows if nothing is chosen or nothing connects them. */
function* detailRows(run: Run, detail: DataSource, by: Control): Generator<void> {
  const path = columnOf(run, by);
  const wanted = new Set(chosenTexts(by));
  const relation = run.dictionary.relations.find(({ parent, child }) => parent === path?.owner && child === detail);
  if (!path || wanted.size === 0 || (!relation && path.owner !== detail)) {
    yield* rowsOf(detail);
    return;
  }
  const { owner, column } = path;
  for (const _row of rowsOf(owner)) {
    if (!wanted.has(toText(owner.raw(column), run.culture))) continue;
    if (!relation) yield;
    else for (detail.init({ relation }); detail.hasMoreRows; detail.next()) yield;
  }
  owner.reset();
}

/** Returns the texts of the chosen items; those of an entered text if none of them is chosen. */
export function chosenTexts(control: Control): string[] {
  if (allowsSeveral(control)) return [...control.marked].map((index) => itemText(control, index));
  if (control.selected >= 0) return [itemText(control, control.selected)];
  return control.text === '' ? [] : [control.text];
}

function restoreChosen(control: Control, chosen: readonly string[]): void {
  const texts = new Map(control.items.list.map((_item, index) => [itemText(control, index), index]));
  control.marked.clear();
  control.selected = -1;
  for (const text of chosen) {
    const index = texts.get(text);
    if (index === undefined) continue;
    if (allowsSeveral(control)) control.marked.add(index);
    else control.selected = index;
  }
}

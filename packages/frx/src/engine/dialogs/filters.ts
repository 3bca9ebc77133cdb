/** Selection of rows by the controls of answered dialogs (docs/frx/dialogs.md, Rows that dialogs select). */
import { convertValue, numberOfValue } from '../../data/convert.ts';
import type { DataSource } from '../../data/dataSource.ts';
import { toText } from '../../expression/formats/toText.ts';
import { DateTime, type Value } from '../../expression/values/values.ts';
import { enumOf, flagOf, textOf } from '../../template/properties.ts';
import { allowsSeveral, type Control, markedItems } from '../host/dialogs.ts';
import type { Run } from '../run.ts';
import { columnBinding, type ColumnPath, columnPath } from '../values/scope.ts';

const OPERATIONS = [
  'Equal',
  'NotEqual',
  'LessThan',
  'LessThanOrEqual',
  'GreaterThan',
  'GreaterThanOrEqual',
  'Contains',
  'NotContains',
  'StartsWith',
  'NotStartsWith',
  'EndsWith',
  'NotEndsWith',
] as const;

type Operation = (typeof OPERATIONS)[number];

/** Returns the column that a control is connected to; undefined if there is none. */
export function columnOf(run: Run, { node }: Control): ColumnPath | undefined {
  const path = textOf(node, 'DataColumn', '');
  return path === '' ? undefined : columnPath(run, path);
}

/** Restricts the rows of the sources to those that the controls select. */
export function selectRows(run: Run, controls: readonly Control[]): void {
  for (const control of controls) {
    const column = columnOf(run, control);
    if (!column || !flagOf(control.node, 'AutoFilter', true)) continue;
    const matches = matcherOf(run, control, column);
    if (matches) restrict(run, column.source, textOf(control.node, 'DataColumn', ''), matches);
  }
}

function restrict(run: Run, source: DataSource, path: string, matches: (value: Value) => boolean): void {
  const binding = columnBinding(run, path, false);
  const earlier = source.selection;
  if (binding)
    source.selection = () => (earlier?.() ?? true) && matches(binding.isNull?.() === true ? null : binding.read());
}

/** Returns the test of a column's value; undefined when the control selects all rows. */
function matcherOf(run: Run, control: Control, column: ColumnPath): ((value: Value) => boolean) | undefined {
  const operation = enumOf(control.node, 'FilterOperation', OPERATIONS, 'Equal');
  if (allowsSeveral(control)) return listMatcher(run, control, operation);
  if (control.node.type === 'MonthCalendarControl') return rangeMatcher(run, control);
  const wanted = valueOf(control, column);
  return wanted === null ? undefined : (value) => matchesValue(run, value, wanted, operation);
}

/** Values among the chosen items, or not among them; with another operation no row matches. */
function listMatcher(run: Run, control: Control, operation: Operation): ((value: Value) => boolean) | undefined {
  const items = markedItems(control);
  if (items.length === 0) return undefined;
  const texts = new Set(items.map((item) => toText(item, run.culture)));
  const has = (value: Value): boolean => texts.has(toText(value, run.culture));
  if (operation === 'Equal' || operation === 'Contains') return has;
  return operation === 'NotEqual' || operation === 'NotContains' ? (value) => !has(value) : () => false;
}

/** Moments from the first to the end of the last selected day. */
function rangeMatcher(run: Run, { value: first, end: last }: Control): ((value: Value) => boolean) | undefined {
  if (!(first instanceof DateTime) || !(last instanceof DateTime)) return undefined;
  return (value) =>
    value instanceof DateTime &&
    run.compare(dayOf(value), dayOf(first)) >= 0 &&
    run.compare(dayOf(value), dayOf(last)) <= 0;
}

/** Returns the value that a control compares the column with; null when it selects all rows. */
function valueOf(control: Control, { column }: ColumnPath): Value {
  const { node, items, selected } = control;
  switch (node.type) {
    case 'CheckBoxControl':
      return control.checked;
    case 'DateTimePickerControl':
      return control.checked ? control.value : null;
    case 'NumericUpDownControl':
      return control.value;
    case 'ListBoxControl':
      return items.list[selected] ?? null;
    case 'ComboBoxControl':
      return items.list[selected] ?? textValue(control.text, column.type);
    default:
      return node.type.includes('TextBox') ? textValue(control.text, column.type) : null;
  }
}

/** Returns an entered text as a value of a column; null for an empty text. */
function textValue(text: string, type: string): Value {
  return text === '' ? null : convertValue(text, type);
}

/** Returns true when a text can be compared with the values of a column of a type. */
export function fitsColumn(text: string, type: string): boolean {
  const value = textValue(text, type);
  return value === null || type === 'string' || typeof value !== 'string';
}

function matchesValue(run: Run, value: Value, wanted: Value, operation: Operation): boolean {
  if (value === null) return false;
  if (value instanceof DateTime) {
    if (!(wanted instanceof DateTime)) return false;
    return matchesOrder(run.compare(hasTime(wanted) ? value : dayOf(value), wanted), operation);
  }
  if (typeof value === 'string') return matchesText(run, value, toText(wanted, run.culture), operation);
  if (typeof value === 'boolean') return matchesOrder(Number(value) - Number(wanted === true), operation);
  const areNumbers = numberOfValue(value) !== undefined && numberOfValue(wanted) !== undefined;
  return areNumbers && matchesOrder(run.compare(value, wanted), operation);
}

function matchesText(run: Run, value: string, wanted: string, operation: Operation): boolean {
  switch (operation) {
    case 'Contains':
      return value.includes(wanted);
    case 'NotContains':
      return !value.includes(wanted);
    case 'StartsWith':
      return value.startsWith(wanted);
    case 'NotStartsWith':
      return !value.startsWith(wanted);
    case 'EndsWith':
      return value.endsWith(wanted);
    case 'NotEndsWith':
      return !value.endsWith(wanted);
    default:
      return matchesOrder(run.compare(value, wanted), operation);
  }
}

function matchesOrder(order: number, operation: Operation): boolean {
  switch (operation) {
    case 'Equal':
      return order === 0;
    case 'NotEqual':
      return order !== 0;
    case 'LessThan':
      return order < 0;
    case 'LessThanOrEqual':
      return order <= 0;
    case 'GreaterThan':
      return order > 0;
    case 'GreaterThanOrEqual':
      return order >= 0;
    default:
      return false;
  }
}

const DAY_MS = 86_400_000;

const hasTime = ({ milliseconds, ticks }: DateTime): boolean => milliseconds % DAY_MS !== 0 || ticks !== 0;

const dayOf = ({ milliseconds }: DateTime): DateTime => new DateTime(Math.floor(milliseconds / DAY_MS) * DAY_MS);

/** Dialogs of a report in their order: what is asked, what was answered, and their events (docs/frx/dialogs.md, Order of events). */
import { keyOf } from '../../data/compare.ts';
import { parseMoment } from '../../data/convert.ts';
import type { DialogAnswer, DialogAnswers, DialogForm, DialogValue } from '../../dialogs.ts';
import { Decimal } from '../../expression/values/decimal.ts';
import type { NetObject } from '../../expression/values/values.ts';
import type { TemplateObject } from '../../template/model.ts';
import { flagOf, textOf } from '../../template/properties.ts';
import { allowsSeveral, type Control, decimalIn, itemText, type LiveControl, select } from '../host/dialogs.ts';
import type { Host } from '../host/host.ts';
import type { Run } from '../run.ts';
import { columnOf, fitsColumn, selectRows } from './filters.ts';
import { CHANGE_EVENTS, type ControlNode, formOf, radioGroups, resultOf } from './form.ts';
import { fill, isList, takesAnyText } from './items.ts';

/** Access to the script of a report. */
export type HandleEvent = (method: string, sender: NetObject, name: string) => void;

/** Controls that are neither asked for nor only decoration. */
const NOT_SHOWN: ReadonlySet<string> = new Set([
  'GridControl',
  'TreeViewControl',
  'ListViewControl',
  'PictureBoxControl',
]);

/** A dialog while it is asked. */
interface Asked {
  readonly run: Run;
  readonly host: Host;
  readonly handle: HandleEvent;
  readonly root: ControlNode;
  readonly all: readonly Control[];
}

/**
 * Asks the dialogs of a report one after the other. An answered dialog sets its controls, runs its events and selects rows.
 * @returns the first dialog without a complete answer; undefined when all are answered
 */
export function askDialogs(
  run: Run,
  host: Host,
  { answers, handle }: { answers: DialogAnswers; handle: HandleEvent },
): DialogForm | undefined {
  for (const page of run.template.pages) {
    if (page.type !== 'DialogPage') continue;
    const dialog = dialogOf(run, host, { page, handle });
    if (!dialog?.root.control.visible) continue;
    const answer = Object.hasOwn(answers, page.name) ? answers[page.name] : undefined;
    const form = ask(dialog, answer);
    if (form) return form;
  }
  return undefined;
}

function dialogOf(
  run: Run,
  host: Host,
  { page, handle }: { page: TemplateObject; handle: HandleEvent },
): Asked | undefined {
  const treeOf = (node: TemplateObject): ControlNode[] => {
    const control = host.dialog(node.name)?.control;
    return control ? [{ control, children: node.children.flatMap(treeOf) }] : [];
  };
  const [root] = treeOf(page);
  return root && { run, host, handle, root, all: flat(root) };
}

function flat({ control, children }: ControlNode): Control[] {
  return [control, ...children.flatMap(flat)];
}

function ask(dialog: Asked, answer: DialogAnswer | undefined): DialogForm | undefined {
  const { run, root, all } = dialog;
  for (const { node } of all)
    if (NOT_SHOWN.has(node.type))
      run.warn({ message: `Dialogs do not show a ${node.type}.`, object: node.name, line: node.line });
  for (const control of all) fill(run, control);
  fire(dialog, root.control, 'LoadEvent');
  const errors = answer ? apply(dialog, answer.values) : new Map<string, string>();
  const pressed = all.find(({ node }) => node.type === 'ButtonControl' && node.name === answer?.pressed);
  if (pressed) fire(dialog, pressed, 'ClickEvent');
  if (!answer || answer.isOpen || errors.size > 0) return formOf(root, errors);
  const accepting =
    all.find(({ node }) => node.name !== '' && node.name === textOf(root.control.node, 'AcceptButton', '')) ??
    all.find((control) => control.node.type === 'ButtonControl' && resultOf(control) === 'OK');
  if (accepting) fire(dialog, accepting, 'ClickEvent');
  fire(dialog, root.control, 'FormClosingEvent');
  fire(dialog, root.control, 'FormClosedEvent');
  selectRows(
    run,
    all.filter(({ visible, enabled }) => visible && enabled),
  );
  return undefined;
}

function fire({ host, handle }: Asked, { node }: Control, event: string): void {
  const method = textOf(node, event, '');
  const sender: LiveControl | undefined = host.dialog(node.name);
  if (method !== '' && sender) handle(method, sender.object, node.name);
}

/** Sets the controls to the values of an answer, and runs the events of those that changed. @returns refusals by the name of the field */
function apply(dialog: Asked, values: DialogAnswer['values']): ReadonlyMap<string, string> {
  const { run, root, all } = dialog;
  const groups = groupsIn(root);
  const errors = new Map<string, string>();
  for (const control of all) {
    const { name } = control.node;
    if (!Object.hasOwn(values, name)) continue;
    const before = stateOf(control);
    const group = groups.get(name);
    const error = group ? choose(dialog, group, values[name]!) : set(run, control, values[name]!);
    if (error !== undefined) errors.set(name, error);
    if (group || stateOf(control) === before) continue;
    changed(dialog, control);
  }
  return errors;
}

function groupsIn({ children }: ControlNode): ReadonlyMap<string, readonly Control[]> {
  return new Map([...radioGroups(children), ...children.flatMap((child) => [...groupsIn(child)])]);
}

/** Runs the events of a control whose value changed, and fills the list that depends on it. */
function changed(dialog: Asked, control: Control): void {
  for (const event of CHANGE_EVENTS) fire(dialog, control, event);
  const name = textOf(control.node, 'DetailControl', '');
  const detail = name === '' ? undefined : dialog.all.find(({ node }) => node.name === name);
  if (detail) fill(dialog.run, detail, control);
}

/** Returns a text that differs when the value of a control does. */
function stateOf({ text, checked, value, selected, marked }: Control): string {
  return JSON.stringify([text, checked, keyOf(value), selected, [...marked].toSorted((a, b) => a - b)]);
}

/** Chooses one of the radio buttons of a group by its name. */
function choose(dialog: Asked, group: readonly Control[], value: DialogValue): string | undefined {
  if (value !== null && !group.some(({ node }) => node.name === value)) return 'Choose one of the options.';
  const before = group.map(({ checked }) => checked);
  for (const control of group) control.checked = control.node.name === value;
  for (const [index, control] of group.entries()) if (control.checked !== before[index]) changed(dialog, control);
  return undefined;
}

/** Sets a control. @returns the reason why it was not set */
function set(run: Run, control: Control, value: DialogValue): string | undefined {
  if (isList(control)) return allowsSeveral(control) ? setItems(control, value) : setItem(run, control, value);
  switch (control.node.type) {
    case 'TextBoxControl':
    case 'MaskedTextBoxControl':
    case 'RichTextBoxControl':
      return setText(run, control, value);
    case 'CheckBoxControl':
      if (typeof value !== 'boolean') return 'Answer with yes or no.';
      control.checked = value;
      return undefined;
    case 'NumericUpDownControl':
      return setNumber(control, value);
    case 'DateTimePickerControl':
    case 'MonthCalendarControl':
      return setDate(control, value);
    default:
      return undefined;
  }
}

function setText(run: Run, control: Control, value: DialogValue): string | undefined {
  if (typeof value !== 'string') return 'Enter a text.';
  run.budget.collect(value.length);
  control.text = value;
  return misfit(run, control);
}

/** Returns the reason why an entered text cannot be compared with the column that it selects rows by. */
function misfit(run: Run, control: Control): string | undefined {
  const type = flagOf(control.node, 'AutoFilter', true) ? columnOf(run, control)?.column.type : undefined;
  if (type === undefined || fitsColumn(control.text, type)) return undefined;
  return type === 'DateTime' ? 'Enter a date as year-month-day.' : 'Enter a number.';
}

function setNumber(control: Control, value: DialogValue): string | undefined {
  const number = typeof value === 'number' ? Decimal.parse(String(value)) : undefined;
  const minimum = decimalIn(control.node, 'Minimum', '0');
  const maximum = decimalIn(control.node, 'Maximum', '100');
  if (!number || number.compare(minimum) < 0 || number.compare(maximum) > 0)
    return `Enter a number from ${minimum.toString()} to ${maximum.toString()}.`;
  control.value = number;
  return undefined;
}

function setDate(control: Control, value: DialogValue): string | undefined {
  if (value === null && flagOf(control.node, 'ShowCheckBox', false)) {
    control.checked = false;
    return undefined;
  }
  const moment = typeof value === 'string' ? parseMoment(value) : undefined;
  if (!moment) return 'Enter a date.';
  control.value = moment;
  control.end = moment;
  control.checked = true;
  return undefined;
}

function setItem(run: Run, control: Control, value: DialogValue): string | undefined {
  if (typeof value !== 'string') return 'Choose one of the options.';
  const index = control.items.list.findIndex((_item, at) => itemText(control, at) === value);
  if (index >= 0 || value === '') {
    control.text = '';
    select(control, index);
    return undefined;
  }
  if (!takesAnyText(control)) return `${value} is no longer one of the options.`;
  select(control, -1);
  return setText(run, control, value);
}

function setItems(control: Control, value: DialogValue): string | undefined {
  if (!Array.isArray(value)) return 'Choose any of the options.';
  const wanted = new Set<string>(value);
  const indexes = control.items.list.flatMap((_item, at) => (wanted.has(itemText(control, at)) ? [at] : []));
  control.marked.clear();
  for (const index of indexes) control.marked.add(index);
  return undefined;
}

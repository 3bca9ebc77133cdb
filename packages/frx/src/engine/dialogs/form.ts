/** Description of a dialog for the application: fields with their labels in reading order (docs/frx/dialogs.md, Order and labels). */
import type { DialogField, DialogForm, DialogInput, DialogPart } from '../../dialogs.ts';
import { asNumber } from '../../expression/values/promotion.ts';
import { DateTime, type Value } from '../../expression/values/values.ts';
import { flagOf, numberOf, textOf } from '../../template/properties.ts';
import { allowsSeveral, type Control, decimalIn, itemText } from '../host/dialogs.ts';
import { chosenTexts, isList, takesAnyText } from './items.ts';

/** A control with the controls inside it. */
export interface ControlNode {
  readonly control: Control;
  readonly children: readonly ControlNode[];
}

/** Events of controls that are fired when their value changes. */
export const CHANGE_EVENTS = [
  'TextChangedEvent',
  'CheckedChangedEvent',
  'CheckStateChangedEvent',
  'ValueChangedEvent',
  'DateChangedEvent',
  'SelectedIndexChangedEvent',
  'SelectedValueChangedEvent',
  'ItemCheckEvent',
] as const;

const CONTAINERS: ReadonlySet<string> = new Set(['GroupBoxControl', 'PanelControl']);

/** Controls whose text is their own label. */
const LABELLED: ReadonlySet<string> = new Set(['CheckBoxControl', 'RadioButtonControl', 'ButtonControl']);

/** Greatest number of options that a list offers. */
const MOST_OPTIONS = 5_000;
/** Greatest distance in px at which a label belongs to the control beside or below it. */
const NEAR = 40;
/** Greatest difference in px between the tops of controls in one row. */
const SAME_ROW = 12;

/** Describes a dialog. @param errors by the name of the field */
export function formOf({ control, children }: ControlNode, errors: ReadonlyMap<string, string>): DialogForm {
  const buttons = children.filter(({ control: { node } }) => node.type === 'ButtonControl');
  const named = buttons.find(({ control: { node } }) => node.name === textOf(control.node, 'AcceptButton', ''));
  const accepting = named ?? buttons.find(({ control: each }) => resultOf(each) === 'OK');
  return {
    name: control.node.name,
    title: control.text,
    parts: partsOf(children, errors),
    confirm: plain(accepting?.control.text ?? '') || 'OK',
  };
}

/** Returns the result with which a button closes its dialog: `None` for one that does not. */
export function resultOf({ node }: Control): string {
  return textOf(node, 'DialogResult', 'None');
}

/** Returns the radio buttons of a container, which are one field, by the name of the first. */
export function radioGroups(children: readonly ControlNode[]): ReadonlyMap<string, readonly Control[]> {
  const buttons = shownIn(children).filter(({ control: { node } }) => node.type === 'RadioButtonControl');
  const [first] = buttons;
  return first ? new Map([[first.control.node.name, buttons.map(({ control }) => control)]]) : new Map();
}

const top = ({ node }: Control): number => numberOf(node, 'Top', 0);
const left = ({ node }: Control): number => numberOf(node, 'Left', 0);

/** Returns the visible controls in reading order: rows from the top, each from the left. */
function shownIn(children: readonly ControlNode[]): readonly ControlNode[] {
  const visible = children.filter(({ control }) => control.visible);
  const byTop = visible.toSorted((a, b) => top(a.control) - top(b.control));
  const rows: ControlNode[][] = [];
  for (const child of byTop) {
    const row = rows.at(-1);
    if (row && top(child.control) - top(row[0]!.control) <= SAME_ROW) row.push(child);
    else rows.push([child]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => left(a.control) - left(b.control)));
}

function partsOf(children: readonly ControlNode[], errors: ReadonlyMap<string, string>): DialogPart[] {
  const shown = shownIn(children);
  // A label of a hidden control is not shown either.
  const labels = labelsOf(children.map(({ control }) => control));
  const used = new Set(labels.values());
  const groups = radioGroups(children);
  return shown.flatMap(({ control, children: inner }): DialogPart[] => {
    const { node } = control;
    if (node.type === 'LabelControl') {
      return used.has(control) || control.text.trim() === '' ? [] : [{ kind: 'note', text: control.text.trim() }];
    }
    if (CONTAINERS.has(node.type)) {
      const parts = partsOf(inner, errors);
      const text = plain(control.text);
      const isTitled = node.type === 'GroupBoxControl' && text !== '' && parts.length > 0;
      return isTitled ? [{ kind: 'heading', text }, ...parts] : parts;
    }
    if (node.type === 'RadioButtonControl' && !groups.has(node.name)) return [];
    const input = inputOf(control, groups.get(node.name) ?? []);
    if (!input) return [];
    const label = labels.get(control)?.text ?? (LABELLED.has(node.type) ? control.text : '');
    const field = fieldOf(control, input, { label, error: errors.get(node.name) });
    const count = control.items.list.length;
    if (count <= MOST_OPTIONS) return [field];
    const text = `${field.label} offers the first ${String(MOST_OPTIONS)} of ${String(count)} values.`;
    return [field, { kind: 'note', text }];
  });
}

function fieldOf(
  { node, enabled }: Control,
  input: DialogInput,
  { label, error }: { label: string; error: string | undefined },
): DialogField {
  return {
    ...input,
    name: node.name,
    label: input.kind === 'radio' ? '' : plain(label).replace(/:$/u, '') || node.name,
    isEnabled: enabled,
    refreshes:
      textOf(node, 'DetailControl', '') !== '' || CHANGE_EVENTS.some((event) => textOf(node, event, '') !== ''),
    ...(error !== undefined && { error }),
  };
}

/** Returns a text without the mark of its access key: `&Name` and `Name` are the same label. */
function plain(text: string): string {
  return text.replace(/&(.)/gu, '$1').trim();
}

/** Assigns labels to the controls to the right of them or below them. */
function labelsOf(controls: readonly Control[]): ReadonlyMap<Control, Control> {
  const free = new Set(controls.filter(({ node, text }) => node.type === 'LabelControl' && text.trim() !== ''));
  const assigned = new Map<Control, Control>();
  for (const control of controls) {
    if (!isLabelled(control)) continue;
    const label = [...free]
      .map((each) => ({ each, distance: distanceTo(each, control) }))
      .filter(({ distance }) => distance <= NEAR)
      .toSorted((a, b) => a.distance - b.distance)[0]?.each;
    if (!label) continue;
    free.delete(label);
    assigned.set(control, label);
  }
  return assigned;
}

function isLabelled({ node }: Control): boolean {
  return node.type !== 'LabelControl' && !LABELLED.has(node.type) && !CONTAINERS.has(node.type);
}

/** Returns the distance in px from a label to a control on its right or below it; infinite if the control is elsewhere. */
function distanceTo(label: Control, control: Control): number {
  const right = left(label) + numberOf(label.node, 'Width', 0);
  const bottom = top(label) + numberOf(label.node, 'Height', 13);
  if (Math.abs(top(label) - top(control)) <= SAME_ROW && right <= left(control) + SAME_ROW)
    return Math.min(NEAR, Math.max(0, left(control) - right));
  const isAbove = bottom <= top(control) + SAME_ROW && Math.abs(left(label) - left(control)) <= NEAR;
  return isAbove ? Math.max(0, top(control) - bottom) : Infinity;
}

function inputOf(control: Control, group: readonly Control[]): DialogInput | undefined {
  const { node } = control;
  if (isList(control)) {
    const options = control.items.list.slice(0, MOST_OPTIONS).map((_item, index) => itemText(control, index));
    if (allowsSeveral(control)) return { kind: 'choices', options, value: chosenTexts(control) };
    const isFree = takesAnyText(control);
    const [value = ''] = control.selected >= 0 || isFree ? chosenTexts(control) : [];
    return { kind: 'choice', options, value, isFree };
  }
  switch (node.type) {
    case 'TextBoxControl':
    case 'MaskedTextBoxControl':
    case 'RichTextBoxControl':
      return {
        kind: 'text',
        value: control.text,
        isMultiline: flagOf(node, 'Multiline', node.type.startsWith('Rich')),
      };
    case 'CheckBoxControl':
      return { kind: 'check', value: control.checked };
    case 'RadioButtonControl':
      return {
        kind: 'radio',
        value: group.find(({ checked }) => checked)?.node.name ?? null,
        options: group.map((each) => ({ name: each.node.name, label: plain(each.text) || each.node.name })),
      };
    case 'NumericUpDownControl':
      return {
        kind: 'number',
        value: asNumber(control.value),
        minimum: asNumber(decimalIn(node, 'Minimum', '0')),
        maximum: asNumber(decimalIn(node, 'Maximum', '100')),
        decimals: numberOf(node, 'DecimalPlaces', 0),
      };
    case 'DateTimePickerControl': {
      const isOptional = flagOf(node, 'ShowCheckBox', false);
      return {
        kind: 'date',
        value: isOptional && !control.checked ? null : localTime(control.value),
        hasTime: ['Time', 'Custom'].includes(textOf(node, 'Format', 'Long')),
        isOptional,
      };
    }
    case 'MonthCalendarControl':
      return { kind: 'date', value: localTime(control.value), hasTime: false, isOptional: false };
    case 'ButtonControl':
      return resultOf(control) === 'None' && textOf(node, 'ClickEvent', '') !== '' ? { kind: 'button' } : undefined;
    default:
      return undefined;
  }
}

/** Returns a moment as `yyyy-MM-ddTHH:mm:ss`. */
function localTime(value: Value): string | null {
  if (!(value instanceof DateTime)) return null;
  return new Date(value.milliseconds).toISOString().slice(0, 19);
}

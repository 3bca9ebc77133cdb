import {
  boolProperty,
  Decimal,
  HostObject,
  hostClass,
  intProperty,
  invariantCulture,
  NetException,
  textProperty,
  type HostClass,
  type HostProperty,
  type NetObject,
  type Runtime,
  type Value,
} from '../../expression/index.ts';
import { parseDateTime } from '../../expression/parsing/parseDate.ts';
import { asDecimal } from '../../expression/values/promotion.ts';
import { toText } from '../../expression/formats/toText.ts';
import { objectList } from '../../script/index.ts';
import type { ListObj } from '../../script/runtime/collections.ts';
import type { TemplateObject } from '../../template/model.ts';
import { flagOf, numberOf, textOf } from '../../template/properties.ts';

/** A dialog or one of its controls: the values stored in the template, then those of the answers and of scripts. */
export interface Control {
  readonly node: TemplateObject;
  readonly runtime: Runtime;
  text: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  value: Value;
  /** End of a range of days; of other controls not used. */
  end: Value;
  /** Items of a list. */
  readonly items: ListObj;
  /** Index of the selected item; -1: none is. */
  selected: number;
  /** Indexes of the items that are checked, or selected in a list that allows several. */
  readonly marked: Set<number>;
  tag: Value;
}

/** Returns true for a list in which several items can be chosen. */
export function allowsSeveral({ node }: Control): boolean {
  if (node.type === 'CheckedListBoxControl' || node.type === 'DataSelectorControl') return true;
  return node.type === 'ListBoxControl' && textOf(node, 'SelectionMode', 'One').startsWith('Multi');
}

/** Returns the text of an item of a list. */
export function itemText({ items, runtime }: Control, index: number): string {
  return toText(items.list[index] ?? null, runtime.culture);
}

/** Returns the chosen items of a list in which several can be chosen. */
export function markedItems({ items, marked }: Control): readonly Value[] {
  return items.list.filter((_item, index) => marked.has(index));
}

/** Selects an item of a list by its index; -1 selects none. Throws .NET's exception for an index without an item. */
export function select(control: Control, index: number): void {
  if (index < -1 || index >= control.items.list.length)
    throw new NetException(
      'ArgumentOutOfRangeException',
      `InvalidArgument=Value of '${String(index)}' is not valid for 'SelectedIndex'.`,
    );
  control.selected = index;
  if (index >= 0) control.text = itemText(control, index);
}

const controlClass: HostClass<Control> = hostClass<Control>('DialogControl', {
  baseTypes: ['DialogComponentBase', 'ComponentBase', 'Base'],
  properties: {
    Name: textProperty(({ node }) => node.name),
    Text: textProperty(
      (control) => control.text,
      (control, text) => {
        control.text = text;
      },
    ),
    Enabled: boolProperty(
      (control) => control.enabled,
      (control, enabled) => {
        control.enabled = enabled;
      },
    ),
    Visible: boolProperty(
      (control) => control.visible,
      (control, visible) => {
        control.visible = visible;
      },
    ),
    Tag: {
      get: (control) => control.tag,
      set: (control, value) => {
        control.tag = value;
      },
    },
  },
  methods: { Focus: () => null, Hide: () => null, Show: () => null, ResetFilter: () => null, FillData: () => null },
  text: ({ node }) => node.name,
});

const checkClass = hostClass<Control>('CheckBoxControl', {
  extends: controlClass,
  properties: {
    Checked: boolProperty(
      (control) => control.checked,
      (control, checked) => {
        control.checked = checked;
      },
    ),
  },
});

const value: HostProperty<Control> = {
  get: (control) => control.value,
  set: (control, given) => {
    control.value = control.value instanceof Decimal ? asDecimal(given) : given;
  },
};

const valueClass = hostClass<Control>('ValueControl', { extends: controlClass, properties: { Value: value } });

const dateClass = hostClass<Control>('DateTimePickerControl', {
  extends: valueClass,
  properties: {
    Checked: boolProperty(
      (control) => control.checked,
      (control, checked) => {
        control.checked = checked;
      },
    ),
  },
});

const calendarClass = hostClass<Control>('MonthCalendarControl', {
  extends: controlClass,
  properties: {
    SelectionStart: value,
    SelectionEnd: {
      get: (control) => control.end,
      set: (control, given) => {
        control.end = given;
      },
    },
  },
});

const numberClass = hostClass<Control>('NumericUpDownControl', {
  extends: valueClass,
  properties: {
    Minimum: { get: ({ node }) => decimalIn(node, 'Minimum', '0') },
    Maximum: { get: ({ node }) => decimalIn(node, 'Maximum', '100') },
  },
});

const selectedItem: HostProperty<Control> = {
  get: ({ items, selected }) => items.list[selected] ?? null,
};

const listClass = hostClass<Control>('ListBoxControl', {
  extends: controlClass,
  properties: {
    Items: { get: (control) => control.items },
    SelectedIndex: intProperty((control) => control.selected, select),
    SelectedItem: selectedItem,
    SelectedValue: selectedItem,
    SelectedItems: {
      get: (control) =>
        objectList(allowsSeveral(control) ? markedItems(control) : control.items.list.filter((_item, at) => at === control.selected)), // prettier-ignore
    },
    CheckedItems: { get: (control) => objectList(markedItems(control)) },
    CheckedIndices: { get: ({ marked }) => objectList([...marked].toSorted((a, b) => a - b)) },
  },
  methods: {
    GetItemChecked: ({ marked }, [index]) => typeof index === 'number' && marked.has(index),
    SetItemChecked: ({ marked }, [index, isChecked]) => {
      if (typeof index !== 'number') return null;
      if (isChecked === true) marked.add(index);
      else marked.delete(index);
      return null;
    },
  },
});

/** Tables of the controls that have members beyond those of every control. */
const classes: ReadonlyMap<string, HostClass<Control>> = new Map([
  ['CheckBoxControl', checkClass],
  ['RadioButtonControl', checkClass],
  ['DateTimePickerControl', dateClass],
  ['MonthCalendarControl', calendarClass],
  ['NumericUpDownControl', numberClass],
  ['ComboBoxControl', listClass],
  ['ListBoxControl', listClass],
  ['CheckedListBoxControl', listClass],
  ['DataSelectorControl', listClass],
]);

/** Returns the members of a dialog or control by its class. */
export function controlClassOf(type: string): HostClass<Control> {
  return classes.get(type) ?? controlClass;
}

/** Returns a decimal property of a control. */
export function decimalIn(node: TemplateObject, name: string, fallback: string): Decimal {
  return Decimal.parse(node.attributes.get(name) ?? fallback) ?? Decimal.zero;
}

function storedDate(node: TemplateObject, name: string, runtime: Runtime): Value {
  const text = node.attributes.get(name);
  if (text === undefined) return runtime.now();
  try {
    return parseDateTime(text, invariantCulture, runtime.now);
  } catch (error) {
    if (error instanceof NetException) return runtime.now();
    throw error;
  }
}

function storedValue(node: TemplateObject, runtime: Runtime): Value {
  if (node.type === 'DateTimePickerControl') return storedDate(node, 'Value', runtime);
  if (node.type === 'MonthCalendarControl') return storedDate(node, 'SelectionStart', runtime);
  return node.type === 'NumericUpDownControl' ? decimalIn(node, 'Value', '0') : null;
}

function controlOf(node: TemplateObject, runtime: Runtime): Control {
  const lines = textOf(node, 'ItemsText', '')
    .split(/\r?\n/u)
    .filter((line) => line !== '');
  return {
    node,
    runtime,
    text: textOf(node, 'Text', ''),
    enabled: flagOf(node, 'Enabled', true),
    visible: flagOf(node, 'Visible', true),
    checked: flagOf(node, 'Checked', node.type === 'DateTimePickerControl'),
    value: storedValue(node, runtime),
    end: node.type === 'MonthCalendarControl' ? storedDate(node, 'SelectionEnd', runtime) : null,
    items: objectList(lines),
    selected: numberOf(node, 'SelectedIndex', -1),
    marked: new Set(),
    tag: '',
  };
}

/** A dialog or control, and the same as scripts see it. */
export interface LiveControl {
  readonly control: Control;
  readonly object: NetObject;
}

/** Reads the dialogs and their controls at any depth, by name. */
export function readDialogs(pages: readonly TemplateObject[], runtime: Runtime): ReadonlyMap<string, LiveControl> {
  const controls = new Map<string, LiveControl>();
  const add = (node: TemplateObject): void => {
    const control = controlOf(node, runtime);
    if (node.name !== '')
      controls.set(node.name, { control, object: new HostObject(controlClassOf(node.type), control, node.type) });
    for (const child of node.children) add(child);
  };
  for (const page of pages) if (page.type === 'DialogPage') add(page);
  return controls;
}

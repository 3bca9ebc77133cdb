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
import { newList } from '../../expression/members/collections.ts';
import { parseDateTime } from '../../expression/parseDate.ts';
import { asDecimal } from '../../expression/promotion.ts';
import type { TemplateObject } from '../../template/model.ts';
import { flagOf, numberOf, textOf } from '../../template/properties.ts';

/**
 * The controls of a report's dialogs. No dialog is shown: every control returns the value stored in the template, as if each dialog had
 * been closed with OK at once.
 */
interface Control {
  readonly node: TemplateObject;
  readonly runtime: Runtime;
  text: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  value: Value;
  items: NetObject;
  selected: number;
  readonly checkedItems: NetObject;
  tag: Value;
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

const numberClass = hostClass<Control>('NumericUpDownControl', {
  extends: valueClass,
  properties: {
    Minimum: { get: ({ node }) => stored(node, 'Minimum', '0') },
    Maximum: { get: ({ node }) => stored(node, 'Maximum', '100') },
  },
});

function item(control: Control, index: number): Value {
  return index >= 0 ? (control.items.getIndex?.([index]) ?? null) : null;
}

function itemText(control: Control, index: number): string {
  const chosen = item(control, index);
  return typeof chosen === 'string' ? chosen : control.text;
}

const listClass = hostClass<Control>('ListBoxControl', {
  extends: controlClass,
  properties: {
    Items: { get: (control) => control.items },
    SelectedIndex: intProperty(
      (control) => control.selected,
      (control, index) => {
        item(control, index);
        control.selected = index;
        control.text = itemText(control, index);
      },
    ),
    SelectedItem: { get: (control) => item(control, control.selected) },
    SelectedValue: { get: (control) => item(control, control.selected) },
    SelectedItems: {
      get: (control) =>
        newList(control.runtime, 'object', control.selected < 0 ? [] : [item(control, control.selected)]),
    },
    CheckedItems: { get: (control) => control.checkedItems },
    CheckedIndices: { get: ({ runtime }) => newList(runtime, 'int', []) },
  },
  methods: { GetItemChecked: () => false, SetItemChecked: () => null },
});

/** Tables of the controls that have members beyond those of every control. */
const classes: ReadonlyMap<string, HostClass<Control>> = new Map([
  ['CheckBoxControl', checkClass],
  ['RadioButtonControl', checkClass],
  ['DateTimePickerControl', valueClass],
  ['NumericUpDownControl', numberClass],
  ['ComboBoxControl', listClass],
  ['ListBoxControl', listClass],
  ['CheckedListBoxControl', listClass],
]);

/** Returns the members of a dialog or control by its class. */
export function controlClassOf(type: string): HostClass<Control> {
  return classes.get(type) ?? controlClass;
}

function stored(node: TemplateObject, name: string, fallback: string): Decimal {
  return Decimal.parse(node.attributes.get(name) ?? fallback) ?? Decimal.zero;
}

function storedDate(node: TemplateObject, runtime: Runtime): Value {
  const text = node.attributes.get('Value');
  if (text === undefined) return runtime.now();
  try {
    return parseDateTime(text, invariantCulture, runtime.now);
  } catch (error) {
    if (error instanceof NetException) return runtime.now();
    throw error;
  }
}

function controlOf(node: TemplateObject, runtime: Runtime): NetObject {
  const lines = textOf(node, 'ItemsText', '')
    .split(/\r?\n/u)
    .filter((line) => line !== '');
  const control: Control = {
    node,
    runtime,
    text: textOf(node, 'Text', ''),
    enabled: flagOf(node, 'Enabled', true),
    visible: flagOf(node, 'Visible', true),
    checked: flagOf(node, 'Checked', false),
    value: null,
    items: newList(runtime, 'object', lines),
    selected: numberOf(node, 'SelectedIndex', -1),
    checkedItems: newList(runtime, 'object', []),
    tag: '',
  };
  if (node.type === 'DateTimePickerControl') control.value = storedDate(node, runtime);
  else if (node.type === 'NumericUpDownControl') control.value = stored(node, 'Value', '0');
  return new HostObject(controlClassOf(node.type), control, node.type);
}

/** Reads the dialogs and their controls at any depth, by name. */
export function readDialogs(pages: readonly TemplateObject[], runtime: Runtime): ReadonlyMap<string, NetObject> {
  const controls = new Map<string, NetObject>();
  const add = (node: TemplateObject): void => {
    if (node.name !== '') controls.set(node.name, controlOf(node, runtime));
    for (const child of node.children) add(child);
  };
  for (const page of pages) if (page.type === 'DialogPage') add(page);
  return controls;
}

import { HostObject, type Value } from '../../expression/index.ts';
import type { TemplateObject } from '../../template/model.ts';
import { buildObject } from '../build/buildObject.ts';
import { noBorder } from '../build/styles.ts';
import { newBarcode } from './barcodes.ts';
import { newFormat } from './formats.ts';
import { newCondition } from './highlights.ts';
import type { Host } from './host.ts';
import { borderClass } from './looks.ts';
import { newSort, newSorts } from './sorts.ts';

/** Classes of objects that a script can make and put into a band. */
const CREATABLE = new Set([
  'TextObject',
  'CellularTextObject',
  'PictureObject',
  'BarcodeObject',
  'CheckBoxObject',
  'LineObject',
  'ShapeObject',
]);

/** `new` of a class of the report; undefined for classes whose objects a script cannot make. */
export function creatorOf(host: Host, name: string): ((args: readonly Value[]) => Value) | undefined {
  if (name === 'Sort') return newSort;
  if (name === 'SortCollection') return () => newSorts(host);
  if (name === 'HighlightCondition') return () => newCondition(host);
  if (name === 'Border') return () => new HostObject(borderClass, { border: noBorder });
  const code = newBarcode(host, name);
  if (code) return () => code;
  const format = newFormat(name);
  if (format) return () => format;
  if (!CREATABLE.has(name)) return undefined;
  return () => newObject(host, name);
}

/** Bytes, roughly, that an object of the report takes with its style and its value for scripts. */
const OBJECT = 4000;

/** An object as a new element of a template has it, in no band yet. */
function newObject(host: Host, type: string): Value {
  const { run } = host;
  run.budget.collect(OBJECT);
  const { root } = run.template;
  const source: TemplateObject = {
    type,
    name: '',
    line: root.line,
    column: root.column,
    attributes: new Map([['Name', '']]),
    parent: root,
    children: [],
    text: '',
  };
  const [page] = run.pages;
  const object = page && buildObject({ run, styles: run.styles, inSubreport: false }, source, page);
  if (!object) throw new Error(`${type} cannot be made`);
  object.parent = undefined;
  return host.object(object);
}

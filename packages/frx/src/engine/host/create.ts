import { HostObject, type Value } from '../../expression/index.ts';
import { buildObject } from '../build/buildObject.ts';
import { noBorder } from '../build/styles.ts';
import { newBarcode } from './barcodes.ts';
import { newElement, OBJECT } from './elements.ts';
import { newFormat } from './formats.ts';
import { newCondition } from './highlights.ts';
import type { Host } from './host.ts';
import { borderClass } from './borders.ts';
import { newSort, newSorts } from './sorts.ts';
import { newLine } from './tableLines.ts';

/** Classes of objects that a script can create and add to a band. */
const CREATABLE = new Set([
  'TextObject',
  'CellularTextObject',
  'PictureObject',
  'BarcodeObject',
  'CheckBoxObject',
  'LineObject',
  'ShapeObject',
  'TableObject',
]);

/** Returns the constructor of a class of the report; undefined for classes that a script cannot create. */
export function creatorOf(host: Host, name: string): ((args: readonly Value[]) => Value) | undefined {
  if (name === 'Sort') return newSort;
  if (name === 'SortCollection') return () => newSorts(host);
  if (name === 'HighlightCondition') return () => newCondition(host);
  if (name === 'Border') return () => new HostObject(borderClass, { border: noBorder });
  const code = newBarcode(host, name);
  if (code) return () => code;
  const format = newFormat(name);
  if (format) return () => format;
  if (name === 'TableColumn' || name === 'TableRow') return () => host.object(newLine(host, name));
  if (!CREATABLE.has(name)) return undefined;
  return () => newObject(host, name);
}

/** Creates an object with the defaults of a template, in no band. */
function newObject(host: Host, type: string): Value {
  const { run } = host;
  run.budget.collect(OBJECT);
  const source = newElement(run, type);
  const [page] = run.pages;
  const object = page && buildObject({ run, styles: run.styles, inSubreport: false }, source, page);
  if (!object) throw new Error(`${type} cannot be made`);
  object.parent = undefined;
  return host.object(object);
}

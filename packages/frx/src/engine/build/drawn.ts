import { numberOfValue } from '../../data/convert.ts';
import { toText } from '../../expression/formats/toText.ts';
import { parseBrackets, parseTextTemplate } from '../../expression/textTemplate.ts';
import { type Value, Double } from '../../expression/values/values.ts';
import { cellularHeight, drawObject, objectClass, type DrawTools, type ObjectNow } from '../../objects/index.ts';
import type { PlacedObject } from '../../page.ts';
import type { TemplateObject } from '../../template/model.ts';
import { base64Bytes, flagOf, imageBytes, numberOf, textOf } from '../../template/properties.ts';
import { collectChartRows, readChartRows } from './charts.ts';
import type { DrawnObject, ReportObject, TextObject } from './components.ts';
import type { Calculate, DrawnData } from './contents.ts';
import { Band } from '../bands/reportBands.ts';
import { writeValue } from '../fitting/texts.ts';
import { round2 } from '../fitting/geometry.ts';
import { withoutBrackets } from '../values/conditions.ts';
import { isVisualBasic } from '../values/scope.ts';
import { decideLines } from '../tables/lines.ts';
import type { Run } from '../run.ts';

/** Reads the data binding of an object: a column, an expression or its own text. */
export function readDrawnData(run: Run, node: TemplateObject): DrawnData {
  const known = objectClass(node.type);
  const column = textOf(node, 'DataColumn', '');
  const own = textOf(node, known.expression ?? 'Expression', '');
  const expression = known.bracketed ? withoutBrackets(own) : own;
  const source = column === '' ? expression : column;
  const calculate: Calculate | undefined = source.trim() === '' ? undefined : run.compile(source, node);
  if (known.content === 'rows') return { calculate: undefined, parts: [], chart: readChartRows(run, node) };
  return { calculate, parts: known.text === undefined ? [] : partsOf(run, node, textOf(node, known.text)) };
}

/** Returns the literals and expressions of the text of an object. */
function partsOf(run: Run, node: TemplateObject, text: string): DrawnData['parts'] {
  if (text === '') return [];
  if (!flagOf(node, 'AllowExpressions', objectClass(node.type).allowsExpressions)) return [text];
  return parseTextTemplate(text, parseBrackets(textOf(node, 'Brackets'), isVisualBasic(run.template))).map((part) =>
    part.kind === 'literal' ? part.text : run.compile(part.source, node),
  );
}

/** Sets the content of an object from the template itself. */
export function startDrawn(run: Run, object: DrawnObject): void {
  const { source } = object;
  switch (objectClass(source.type).content) {
    case 'check':
      object.value = flagOf(source, 'Checked');
      break;
    case 'number':
      object.value = new Double(numberOf(source, 'Value'));
      break;
    case 'picture': {
      const bytes = imageBytes(source, 'Image');
      const inText = bytes.length > 0 ? bytes : pictureBytes(run, object, textOf(source, 'ImageLocation', ''));
      object.image = inText && inText.length > 0 ? run.images(inText) : undefined;
      object.maxWidth = numberOf(source, 'MaxWidth', 0);
      object.maxHeight = numberOf(source, 'MaxHeight', 0);
      break;
    }
    default:
      object.text = object.data.parts.every((part) => typeof part === 'string') ? object.data.parts.join('') : '';
  }
}

/** Fills an object: its text, value or picture, and the size that depends on it. */
export function fillDrawn(run: Run, object: DrawnObject): void {
  const { source, data } = object;
  if (data.calculate) showValue(run, object, data.calculate());
  else if (object.ownText !== undefined || data.parts.some((part) => typeof part !== 'string')) {
    const write = writerOf(run, object);
    const parts = object.ownText === undefined ? data.parts : partsOf(run, sourceNow(object), object.ownText);
    object.text = parts.map((part) => (typeof part === 'string' ? part : write(part()))).join('');
  }
  if (data.chart) object.series = collectChartRows(run, object, data.chart);
  const known = objectClass(source.type);
  const now = { source: sourceNow(object), text: object.text, image: object.image, value: object.value };
  const box = known.size?.(now, run.fonts, object, data.calculate !== undefined);
  if (box) resize(object, box);
  if (known.hidden?.(now) === true) object.visible = false;
}

/** Sets the size and position that an object's content needs. A docked object is arranged again. */
function resize(
  object: DrawnObject,
  { left, width, height }: { left?: number; width?: number; height?: number },
): void {
  const before = object.left;
  if (width !== undefined) object.width = width;
  if (height !== undefined) object.height = height;
  if (left !== undefined && left !== before) object.left = left;
}

/** Returns the function that formats the values of a text with expressions, called in their order. */
function writerOf(run: Run, object: DrawnObject): (value: Value) => string {
  const { write } = objectClass(object.source.type);
  if (write === 'formats') {
    const settings = run.textSettings(object);
    let index = 0;
    return (value) => writeValue(run, object.source, settings, value, index++);
  }
  return (value) => {
    const text = toText(value, run.culture);
    return write === undefined ? text : write(text);
  };
}

/** First characters of the base64 texts of PNG, JPEG, GIF, BMP, WebP and SVG. */
const BASE64_PICTURE = /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|Qk[0-3]|UklGR|PHN2Z|PD94bWwg)/;
const unloaded = new WeakMap<Run, Set<string>>();

/**
 * Returns the picture in a text: a data address or base64. Paths and addresses are not loaded; each object of the template warns of it
 * once.
 */
function pictureBytes(run: Run, object: DrawnObject, text: string): Uint8Array | undefined {
  if (text.startsWith('data:')) return base64Bytes(text.slice(text.indexOf(',') + 1));
  if (BASE64_PICTURE.test(text)) return base64Bytes(text);
  if (text.trim() === '') return undefined;
  let warned = unloaded.get(run);
  if (!warned) unloaded.set(run, (warned = new Set()));
  if (!warned.has(object.name)) {
    warned.add(object.name);
    const { name, source } = object;
    run.warn({
      message: `Pictures are not loaded from elsewhere: ${text.slice(0, 200)}`,
      object: name,
      line: source.line,
    });
  }
  return undefined;
}

/** Sets the picture of an object from a text: a data address or base64. */
export function showPicture(run: Run, object: DrawnObject, text: string): void {
  const bytes = pictureBytes(run, object, text);
  object.image = bytes && bytes.length > 0 ? run.images(bytes) : undefined;
}

function showValue(run: Run, object: DrawnObject, value: Value): void {
  switch (objectClass(object.source.type).content) {
    case 'picture': {
      const bytes =
        value instanceof Uint8Array ? value : typeof value === 'string' ? pictureBytes(run, object, value) : undefined;
      object.image = bytes && bytes.length > 0 ? run.images(bytes) : undefined;
      break;
    }
    case 'check':
      // A column of numbers checks the box if the value is not 0; an expression has to be true.
      object.value =
        value === true || (textOf(object.source, 'DataColumn', '') !== '' && (numberOfValue(value) ?? 0) !== 0);
      break;
    case 'number':
      object.value = value;
      break;
    default:
      object.text = value === null ? '' : toText(value, run.culture);
  }
}

const changed = new WeakMap<ReadonlyMap<string, string>, TemplateObject>();

/** Returns the template object with the attributes that a script has changed. */
export function sourceNow(object: DrawnObject): TemplateObject {
  const { changes, source } = object;
  if (!changes) return source;
  let made = changed.get(changes);
  if (!made) changed.set(changes, (made = { ...source, attributes: new Map([...source.attributes, ...changes]) }));
  return made;
}

const toolsOf = (run: Run, object: ReportObject): DrawTools => ({
  fonts: run.fonts,
  culture: run.culture,
  image: run.images,
  warn: (message) => run.warn({ message, object: object.name, line: object.source.line }),
});

function drawnNow(object: DrawnObject): ObjectNow {
  const { width, height, border, fill, text, value, image, series } = object;
  return { source: sourceNow(object), width, height, border, fill, text, value, image, style: undefined, series };
}

/** Returns the height of a drawn object's content, or its own height. */
export function drawnNeededHeight(run: Run, object: DrawnObject): number {
  return objectClass(object.source.type).height?.(drawnNow(object), toolsOf(run, object)) ?? object.height;
}

/** Adds the drawing of an object, and the size that its content needs unless it is docked to its band. */
export function describeDrawn(run: Run, object: DrawnObject, placed: PlacedObject): void {
  const now = drawnNow(object);
  const takesSide = object.dock !== 'None' && object.parent instanceof Band;
  const size = takesSide ? undefined : objectClass(object.source.type).placedSize?.(now);
  Object.assign(placed, size, drawObject({ ...now, ...size }, toolsOf(run, object)));
}

const cellularNow = (object: TextObject): ObjectNow => ({
  source: object.source,
  width: object.width,
  height: object.height,
  border: object.border,
  fill: object.fill,
  text: object.text,
  value: object.value,
  image: undefined,
  style: object.style,
});

/** Adds the grid of a text in cells. */
export function describeCellular(run: Run, object: TextObject, placed: PlacedObject): void {
  Object.assign(placed, drawObject(cellularNow(object), toolsOf(run, object)));
}

/** Returns the height in px that a text in cells needs. The reference names the cells, for which it lists all objects of the report. */
export function cellularNeededHeight(run: Run, object: TextObject): number {
  decideLines(run);
  return round2(cellularHeight(cellularNow(object), toolsOf(run, object)));
}

import { numberOfValue } from '../../data/convert.ts';
import { toText } from '../../expression/toText.ts';
import { parseBrackets, parseTextTemplate } from '../../expression/textTemplate.ts';
import { type Value, Double } from '../../expression/values.ts';
import {
  autoSizedBarcode,
  cellularHeight,
  drawObject,
  escapeRtf,
  isHiddenCheckBox,
  pictureSize,
  richHeight,
  type DrawTools,
  type ObjectNow,
} from '../../objects/index.ts';
import type { PlacedObject } from '../../page.ts';
import type { TemplateObject } from '../../template/model.ts';
import { base64Bytes, flagOf, imageBytes, numberOf, textOf } from '../../template/properties.ts';
import { collectChartRows, readChartRows } from './charts.ts';
import type { DrawnObject, ReportObject, TextObject } from './components.ts';
import type { Calculate, DrawnData } from './contents.ts';
import { writeValue } from '../fitting/texts.ts';
import { round2 } from '../fitting/geometry.ts';
import { isVisualBasic } from '../values/scope.ts';
import type { Run } from '../run.ts';

const textTypes = new Set(['BarcodeObject', 'ZipCodeObject', 'HtmlObject', 'RichObject', 'SVGObject']);

/** Reads where an object takes its data from: a column, an expression or its own text. */
export function readDrawnData(run: Run, node: TemplateObject): DrawnData {
  const column = textOf(node, 'DataColumn', '');
  const expression = textOf(node, node.type === 'PictureObject' ? 'ImageSourceExpression' : 'Expression', '');
  const source = column === '' ? expression : column;
  const calculate: Calculate | undefined = source.trim() === '' ? undefined : run.compile(source, node);
  if (node.type === 'MSChartObject' || node.type === 'SparklineObject')
    return { calculate: undefined, parts: [], chart: readChartRows(run, node) };
  const text = textTypes.has(node.type) ? textOf(node, node.type === 'SVGObject' ? 'SvgData' : 'Text') : '';
  if (!flagOf(node, 'AllowExpressions', node.type === 'RichObject' ? true : undefined) || text === '') {
    return { calculate, parts: text === '' ? [] : [text] };
  }
  const parts = parseTextTemplate(text, parseBrackets(textOf(node, 'Brackets'), isVisualBasic(run.template))).map(
    (part) => (part.kind === 'literal' ? part.text : run.compile(part.source, node)),
  );
  return { calculate, parts };
}

/** Sets the content of an object from the template itself. */
export function startDrawn(run: Run, object: DrawnObject): void {
  const { source } = object;
  if (source.type === 'CheckBoxObject') object.value = flagOf(source, 'Checked');
  else if (source.type === 'PictureObject') {
    const bytes = imageBytes(source, 'Image');
    const inText = bytes.length > 0 ? bytes : pictureBytes(run, object, textOf(source, 'ImageLocation', ''));
    object.image = inText && inText.length > 0 ? run.images(inText) : undefined;
    object.maxWidth = numberOf(source, 'MaxWidth', 0);
    object.maxHeight = numberOf(source, 'MaxHeight', 0);
  } else if (source.type.endsWith('Gauge')) object.value = new Double(numberOf(source, 'Value'));
  else object.text = object.data.parts.every((part) => typeof part === 'string') ? object.data.parts.join('') : '';
}

/** Takes the data in: text, value or picture, and the size that depends on it. */
export function fillDrawn(run: Run, object: DrawnObject): void {
  const { source, data } = object;
  if (data.calculate) showValue(run, object, data.calculate());
  else if (data.parts.some((part) => typeof part !== 'string')) {
    const write = writerOf(run, object);
    object.text = data.parts.map((part) => (typeof part === 'string' ? part : write(part()))).join('');
  }
  if (data.chart) object.series = collectChartRows(run, object, data.chart);
  if (source.type === 'PictureObject') {
    // One that takes no data and has no picture keeps its size until it is placed.
    const size = data.calculate || object.image ? pictureSize(source, object.image) : undefined;
    if (size) resize(object, size.width, size.height);
  } else if (source.type === 'BarcodeObject') {
    const { left } = object;
    const box = autoSizedBarcode({ source: sourceNow(object), text: object.text }, run.fonts, object);
    if (box) {
      resize(object, box.width ?? object.width, box.height ?? object.height);
      if (box.left !== left) object.left = box.left;
    }
    if (object.text === '' && flagOf(source, 'HideIfNoData')) object.visible = false;
  } else if (source.type === 'CheckBoxObject' && isHiddenCheckBox({ source: sourceNow(object), value: object.value }))
    object.visible = false;
}

/** Gives an object the size of what it shows; a docked one takes its side again. */
function resize(object: DrawnObject, width: number, height: number): void {
  object.width = width;
  object.height = height;
}

/** Writes the values of a text with expressions, one after the other. */
function writerOf(run: Run, object: DrawnObject): (value: Value) => string {
  switch (object.type) {
    case 'HtmlObject': {
      const settings = run.textSettings(object);
      let index = 0;
      return (value) => writeValue(run, object.source, settings, value, index++);
    }
    case 'RichObject':
      return (value) => escapeRtf(toText(value, run.culture));
    default:
      return (value) => toText(value, run.culture);
  }
}

/** First characters of the base64 texts of PNG, JPEG, GIF, BMP, WebP and SVG. */
const BASE64_PICTURE = /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|Qk[0-3]|UklGR|PHN2Z|PD94bWwg)/;
const unloaded = new WeakMap<Run, Set<string>>();

/** The picture in a text: a data address or base64. Paths and addresses are not loaded: an object of the template warns of it once. */
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

/** Shows the picture that a text holds: a data address or base64. */
export function showPicture(run: Run, object: DrawnObject, text: string): void {
  const bytes = pictureBytes(run, object, text);
  object.image = bytes && bytes.length > 0 ? run.images(bytes) : undefined;
}

function showValue(run: Run, object: DrawnObject, value: Value): void {
  switch (object.type) {
    case 'PictureObject': {
      const bytes =
        value instanceof Uint8Array ? value : typeof value === 'string' ? pictureBytes(run, object, value) : undefined;
      object.image = bytes && bytes.length > 0 ? run.images(bytes) : undefined;
      break;
    }
    case 'CheckBoxObject':
      // A column of numbers checks the box where it is not 0; an expression has to be true.
      object.value =
        value === true || (textOf(object.source, 'DataColumn', '') !== '' && (numberOfValue(value) ?? 0) !== 0);
      break;
    default:
      if (object.type.endsWith('Gauge')) object.value = value;
      else object.text = value === null ? '' : toText(value, run.culture);
  }
}

const changed = new WeakMap<ReadonlyMap<string, string>, TemplateObject>();

/** The template object with what a script has changed. */
export function sourceNow(object: DrawnObject): TemplateObject {
  const { changes, source } = object;
  if (!changes) return source;
  let made = changed.get(changes);
  if (!made) changed.set(changes, (made = { ...source, attributes: new Map([...source.attributes, ...changes]) }));
  return made;
}

const toolsOf = (run: Run, object: ReportObject): DrawTools => ({
  fonts: run.fonts,
  image: run.images,
  warn: (message) => run.warn({ message, object: object.name, line: object.source.line }),
});

function drawnNow(object: DrawnObject): ObjectNow {
  const { width, height, border, fill, text, value, image, series } = object;
  return { source: sourceNow(object), width, height, border, fill, text, value, image, style: undefined, series };
}

/** Height a drawn object needs: that of rich text is its text's, others keep theirs. */
export function drawnNeededHeight(run: Run, object: DrawnObject): number {
  return object.type === 'RichObject' ? richHeight(drawnNow(object), toolsOf(run, object)) : object.height;
}

/** Adds what an object shows. */
export function describeDrawn(run: Run, object: DrawnObject, placed: PlacedObject): void {
  Object.assign(placed, drawObject(drawnNow(object), toolsOf(run, object)));
  if (object.type === 'PictureObject' && !object.image)
    Object.assign(placed, pictureSize(sourceNow(object), undefined));
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

/** A text in cells: its grid beside the text. */
export function describeCellular(run: Run, object: TextObject, placed: PlacedObject): void {
  Object.assign(placed, drawObject(cellularNow(object), toolsOf(run, object)));
}

/** Height in px that a text in cells needs. */
export function cellularNeededHeight(run: Run, object: TextObject): number {
  return round2(cellularHeight(cellularNow(object), toolsOf(run, object)));
}

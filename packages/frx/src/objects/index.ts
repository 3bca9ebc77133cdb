/** Describes each class of report object: its data, its size and how it is drawn. A new object is one file and one line in the table below. */
import { barcodeClass } from './barcodes/index.ts';
import { drawCellularText } from './cellularText.ts';
import { drawChart, drawSparkline } from './charts/index.ts';
import { checkBoxClass } from './checkBox.ts';
import { drawLinearGauge } from './gauges/linear.ts';
import { drawRadialGauge } from './gauges/radial.ts';
import { drawProgressGauge, drawSimpleGauge } from './gauges/simple.ts';
import { drawHtml } from './html.ts';
import { drawLine, drawPolygon, drawPolyLine, drawShape } from './lines.ts';
import { markedFrame } from './marked.ts';
import type { Template, TemplateObject } from '../template/model.ts';
import type { Drawer, DrawTools, Drawn, ObjectClass, ObjectNow } from './object.ts';
import { pictureClass } from './pictures/index.ts';
import { richClass } from './rtf/index.ts';
import { drawSvgObject } from './svg/index.ts';
import { drawZipCode } from './zipCode.ts';

export type { DrawTools, Drawn, ObjectClass, ObjectNow, SeriesData } from './object.ts';
export { createCollector as createChartCollector, seriesSources, type SeriesSource } from './charts/index.ts';
export { cellularHeight } from './cellularText.ts';

/** A class that is known but not drawn: prints a frame with its name, and warns. */
const notDrawn =
  (word: string): Drawer =>
  (object, tools) => {
    tools.warn(`${word} objects are not drawn; a frame is printed instead.`);
    return { drawing: markedFrame(object, word, tools) };
  };

const classes: Readonly<Record<string, ObjectClass>> = {
  BarcodeObject: barcodeClass,
  CellularTextObject: { draw: drawCellularText },
  CheckBoxObject: checkBoxClass,
  DigitalSignatureObject: { draw: (object, tools) => ({ drawing: markedFrame(object, 'Signature', tools) }) },
  HtmlObject: { draw: drawHtml, text: 'Text', write: 'formats', settable: 'Padding' },
  LinearGauge: { draw: drawLinearGauge, content: 'number', settable: 'Minimum Maximum Inverted' },
  LineObject: { draw: drawLine, settable: 'Diagonal', drawnByBorder: true },
  MapObject: { draw: notDrawn('Map') },
  MSChartObject: { draw: drawChart, content: 'rows' },
  PictureObject: pictureClass,
  PolygonObject: { draw: drawPolygon, settable: 'CenterX CenterY', drawnByBorder: true },
  PolyLineObject: { draw: drawPolyLine, settable: 'CenterX CenterY', drawnByBorder: true },
  RadialGauge: { draw: drawRadialGauge, content: 'number', settable: 'Minimum Maximum Position Type', square: true },
  RichObject: richClass,
  ShapeObject: { draw: drawShape, settable: 'Curve Shape', drawnByBorder: true },
  SimpleGauge: { draw: drawSimpleGauge, content: 'number', settable: 'Minimum Maximum' },
  SimpleProgressGauge: { draw: drawProgressGauge, content: 'number', settable: 'Minimum Maximum' },
  SparklineObject: { draw: drawSparkline, content: 'rows' },
  SVGObject: { draw: drawSvgObject, text: 'SvgData' },
  ZipCodeObject: {
    draw: drawZipCode,
    text: 'Text',
    settable: 'SegmentCount SegmentHeight SegmentWidth ShowGrid ShowMarkers Spacing',
    drawnByBorder: true,
  },
};

/** Loads the libraries for the objects of a template, also for those that its script creates: it has to name their class. */
export async function loadLibraries({ root, script }: Template): Promise<void> {
  const inTemplate = typesIn(root);
  const inScript = script.toLowerCase();
  const isUsed = (type: string): boolean => inTemplate.has(type) || inScript.includes(type.toLowerCase());
  await Promise.all(Object.entries(classes).map(async ([type, { load }]) => isUsed(type) && load?.()));
}

/** The classes of an object and of all objects in it. */
function typesIn(object: TemplateObject, known = new Set<string>()): ReadonlySet<string> {
  known.add(object.type);
  for (const child of object.children) typesIn(child, known);
  return known;
}

/** Classes of objects with equal width and height. */
export const squareClasses: ReadonlySet<string> = new Set(
  Object.keys(classes).filter((type) => classes[type]?.square === true),
);

/** Returns true when a class is drawn here; the engine draws texts, containers, tables and subreports. */
export function hasDrawer(type: string): boolean {
  return Object.hasOwn(classes, type);
}

const unknown: ObjectClass = { draw: () => ({}) };

/** Returns the description of a class of objects; a class that is not drawn here has no data and draws nothing. */
export function objectClass(type: string): ObjectClass {
  return (hasDrawer(type) ? classes[type] : undefined) ?? unknown;
}

/** Draws an object; nothing for classes without a drawer. Never throws for any template or data. */
export function drawObject(object: ObjectNow, tools: DrawTools): Drawn {
  return objectClass(object.source.type).draw(object, tools);
}

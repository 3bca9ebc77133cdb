/** Draws each class of report object, as drawing primitives. A new object is one file and one line in the table below. */
import { drawBarcodeObject } from './barcodes/index.ts';
import { drawCellularText } from './cellularText.ts';
import { drawChart, drawSparkline } from './charts/index.ts';
import { drawCheckBox } from './checkBox.ts';
import { drawLinearGauge } from './gauges/linear.ts';
import { drawRadialGauge } from './gauges/radial.ts';
import { drawProgressGauge, drawSimpleGauge } from './gauges/simple.ts';
import { drawHtml } from './html.ts';
import { drawLine, drawPolygon, drawPolyLine, drawShape } from './lines.ts';
import { markedFrame } from './marked.ts';
import type { Drawer, DrawTools, Drawn, ObjectNow } from './object.ts';
import { drawPicture } from './pictures/index.ts';
import { drawRich } from './rtf/index.ts';
import { drawSvgObject } from './svg/index.ts';
import { drawZipCode } from './zipCode.ts';

export type { DrawTools, Drawn, ObjectNow, SeriesData } from './object.ts';
export { autoSizedBarcode } from './barcodes/index.ts';
export { createCollector as createChartCollector, seriesSources, type SeriesSource } from './charts/index.ts';
export { cellularHeight } from './cellularText.ts';
export { isHidden as isHiddenCheckBox } from './checkBox.ts';
export { escapeRtf, richHeight } from './rtf/index.ts';
export { pictureSize } from './pictures/index.ts';

/** A class that is known but not drawn: a frame with its name, and a warning. */
const notDrawn =
  (word: string): Drawer =>
  (object, tools) => {
    tools.warn(`${word} objects are not drawn; a frame stands in their place.`);
    return { drawing: markedFrame(object, word, tools) };
  };

const drawers: Readonly<Record<string, Drawer>> = {
  BarcodeObject: drawBarcodeObject,
  CellularTextObject: drawCellularText,
  CheckBoxObject: drawCheckBox,
  DigitalSignatureObject: (object, tools) => ({ drawing: markedFrame(object, 'Signature', tools) }),
  HtmlObject: drawHtml,
  LinearGauge: drawLinearGauge,
  LineObject: drawLine,
  MapObject: notDrawn('Map'),
  MSChartObject: drawChart,
  PictureObject: drawPicture,
  PolygonObject: drawPolygon,
  PolyLineObject: drawPolyLine,
  RadialGauge: drawRadialGauge,
  RichObject: drawRich,
  ShapeObject: drawShape,
  SimpleGauge: drawSimpleGauge,
  SimpleProgressGauge: drawProgressGauge,
  SparklineObject: drawSparkline,
  SVGObject: drawSvgObject,
  ZipCodeObject: drawZipCode,
};

/** Returns true when a class is drawn here; texts, containers, tables and subreports are the engine's. */
export function hasDrawer(type: string): boolean {
  return Object.hasOwn(drawers, type);
}

/** Draws an object; nothing for classes without a drawer. Never throws for any template or data. */
export function drawObject(object: ObjectNow, tools: DrawTools): Drawn {
  const drawer = hasDrawer(object.source.type) ? drawers[object.source.type] : undefined;
  return drawer?.(object, tools) ?? {};
}

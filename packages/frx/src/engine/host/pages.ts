import {
  boolProperty,
  ExpressionError,
  fillOf,
  fillValue,
  floatProperty,
  fontClass,
  fontValue,
  hostClass,
  intProperty,
  liveOf,
  textProperty,
  type HostProperty,
} from '../../expression/index.ts';
import type { Watermark } from '../../page.ts';
import { flagOf } from '../../template/properties.ts';
import { readWatermark } from '../build/build.ts';
import { mmOfPx, pxOfMm } from '../fitting/geometry.ts';
import type { ReportPage, WatermarkChange } from '../bands/reportBands.ts';
import { enumField } from './enums.ts';
import type { Live } from './host.ts';

/** Members of parts of a report page for scripts. */

type LivePage = Live<ReportPage>;

const nowOf = ({ object, host }: LivePage): Watermark => readWatermark(host.run, object, object.watermark);

function change({ object }: LivePage, changed: WatermarkChange): void {
  object.watermark = { ...object.watermark, ...changed };
}

const onTop = (name: 'showTextOnTop' | 'showImageOnTop'): HostProperty<LivePage> =>
  boolProperty(
    (live) => nowOf(live)[name],
    (live, value) => {
      change(live, { [name]: value });
    },
  );

/** Members of the watermark of a page. */
export const watermarkClass = hostClass<LivePage>('Watermark', {
  properties: {
    Enabled: boolProperty(
      ({ object }) => object.watermark?.enabled ?? flagOf(object.source, 'Watermark.Enabled', false),
      (live, enabled) => {
        change(live, { enabled });
      },
    ),
    Text: textProperty(
      (live) => nowOf(live).text,
      (live, text) => {
        change(live, { text });
      },
    ),
    Font: {
      get: (live) => fontValue(nowOf(live).font),
      set: (live, value) => {
        const font = liveOf(fontClass, value);
        if (!font) throw new ExpressionError('A Font is expected');
        change(live, { font });
      },
    },
    TextFill: {
      get: (live) =>
        fillValue(nowOf(live).textFill, (textFill) => {
          change(live, { textFill });
        }),
      set: (live, value) => {
        change(live, { textFill: fillOf(value) });
      },
    },
    TextRotation: enumField<LivePage>(
      'WatermarkTextRotation',
      (live) => nowOf(live).textRotation,
      (live, name) => {
        change(live, { textRotation: name as Watermark['textRotation'] });
      },
    ),
    ImageSize: enumField<LivePage>(
      'WatermarkImageSize',
      (live) => nowOf(live).imageSize,
      (live, name) => {
        change(live, { imageSize: name as Watermark['imageSize'] });
      },
    ),
    ImageTransparency: floatProperty(
      (live) => nowOf(live).imageTransparency,
      (live, imageTransparency) => {
        change(live, { imageTransparency });
      },
    ),
    ShowTextOnTop: onTop('showTextOnTop'),
    ShowImageOnTop: onTop('showImageOnTop'),
  },
});

/** Members of the columns of a page, whose widths are in mm. */
export const columnsClass = hostClass<LivePage>('PageColumns', {
  properties: {
    Count: intProperty(
      ({ object }) => object.columnCount,
      ({ object }, count) => {
        setColumns(object, count, object.width / Math.max(1, count));
      },
    ),
    Width: floatProperty(
      ({ object }) => mmOfPx(object.columnWidth),
      ({ object }, width) => {
        setColumns(object, object.columnCount, pxOfMm(width));
      },
    ),
  },
});

const MOST_COLUMNS = 1000;

/** Sets adjacent columns of equal width. */
function setColumns(page: ReportPage, count: number, width: number): void {
  page.columnCount = Math.max(1, Math.min(MOST_COLUMNS, count));
  page.columnWidth = width;
  page.columnPositions = Array.from({ length: page.columnCount }, (_, index) => index * width);
}

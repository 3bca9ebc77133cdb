import { describe, expect, it } from 'vitest';
import { Double } from '../expression/values/values.ts';
import { cellularHeight, drawObject, hasDrawer, objectClass } from './index.ts';
import { corners, noBorder, objectNow, testTools, texts } from './testing/testObject.ts';

const tools = testTools();
const draw = (...object: Parameters<typeof objectNow>): ReturnType<typeof drawObject> =>
  drawObject(objectNow(...object), tools);

describe('a line', () => {
  it('runs along its longer side, or from corner to corner', () => {
    expect(corners(draw('LineObject').drawing!)).toEqual(['0,0', '100,0']);
    expect(corners(draw('LineObject', {}, { width: 0, height: -30 }).drawing!)).toEqual(['0,0', '0,-30']);
    expect(corners(draw('LineObject', { Diagonal: 'true' }).drawing!)).toEqual(['0,0', '100,50']);
  });

  it('has dashes in multiples of its width', () => {
    const border = { ...noBorder, left: { color: '#ff0000', style: 'DashDot', width: 2 } } as const;
    expect(draw('LineObject', {}, { border }).drawing![0]).toMatchObject({
      stroke: { color: '#ff0000', width: 2, dash: [6, 2, 2, 2] },
    });
    expect(draw('LineObject', { DashPattern: '5,1' }, { border }).drawing![0]).toMatchObject({
      stroke: { dash: [10, 2] },
    });
  });

  it('is shortened by the caps that cover its ends', () => {
    const { drawing } = draw('LineObject', { 'EndCap.Style': 'Square', 'EndCap.Width': '10', 'EndCap.Height': '10' });
    expect(corners(drawing!.slice(0, 1))).toEqual(['0,0', '95,0']);
    expect(corners(drawing!.slice(1)).toSorted()).toEqual(['105,-5', '105,5', '95,-5', '95,5']);
  });
});

describe('a shape', () => {
  it('stays inside its box by half of its pen', () => {
    expect(corners(draw('ShapeObject').drawing!)).toEqual(['0.5,0.5', '99.5,0.5', '99.5,49.5', '0.5,49.5']);
    expect(corners(draw('ShapeObject', { Shape: 'Triangle' }).drawing!)).toEqual(['99.5,49.5', '0.5,49.5', '50,0.5']);
    expect(corners(draw('ShapeObject', { Shape: 'Diamond' }).drawing!)).toEqual([
      '50,0.5',
      '99.5,25',
      '50,49.5',
      '0.5,25',
    ]);
  });
});

describe('polygons and polylines', () => {
  it('read points relative to their centre, in the newer and the older notation', () => {
    const attributes = { CenterX: '10', CenterY: '20', PolyPoints_v2: '0/0|5/5.5|-1/2' };
    expect(corners(draw('PolyLineObject', attributes).drawing!)).toEqual(['10,20', '15,25.5', '9,22']);
    expect(corners(draw('PolyLineObject', { PolyPoints: '1,5\\2\\0|3\\4\\1' }).drawing!)).toEqual(['1.5,2', '3,4']);
    expect(corners(draw('PolygonObject', attributes).drawing!)).toEqual(['10,20', '15,25.5', '9,22', '10,20']);
  });

  it('are curved at a point that has a handle', () => {
    const [path] = draw('PolyLineObject', { PolyPoints_v2: '0/0/R/10/0|30/30/L/0/-9' }).drawing!;
    expect(path).toMatchObject({
      commands: [
        ['M', 0, 0],
        ['C', 10, 0, 30, 21, 30, 30],
      ],
    });
  });
});

describe('a check box', () => {
  it('draws the symbol of its state', () => {
    const box = { width: 18.9, height: 18.9 };
    expect(draw('CheckBoxObject', {}, { ...box, value: true })).toMatchObject({ checked: true });
    expect(corners(draw('CheckBoxObject', {}, { ...box, value: true }).drawing!)).toEqual([
      '4,9.5',
      '8.4,13.8',
      '14.9,5.1',
    ]);
    expect(draw('CheckBoxObject', {}, box)).toEqual({ checked: false, drawing: [] });
    expect(corners(draw('CheckBoxObject', { UncheckedSymbol: 'Slash' }, box).drawing!)).toEqual(['4,14.9', '14.9,4']);
  });

  it('can be hidden while it is not checked', () => {
    const hiding = objectNow('CheckBoxObject', { HideIfUnchecked: 'true' });
    const { hidden } = objectClass('CheckBoxObject');
    expect([hidden?.(hiding), hidden?.({ ...hiding, value: true })]).toEqual([true, false]);
  });
});

describe('a zip code', () => {
  it('writes its digits, padded with zeros, after the marks', () => {
    const { drawing } = draw('ZipCodeObject', { ShowGrid: 'false', SegmentCount: '2' }, { text: '7' });
    // Two marks at the beginning, one for each digit, and the strokes of 0 and 7.
    expect(drawing).toHaveLength(6);
    expect(corners(drawing!.slice(-1))).toEqual(['71.8,15.1', '90.7,15.1', '71.8,34', '71.8,52.9']);
  });

  it('leaves out characters that are not digits', () => {
    const { drawing } = draw(
      'ZipCodeObject',
      { ShowGrid: 'false', ShowMarkers: 'false', SegmentCount: '2' },
      { text: '1x' },
    );
    expect(drawing).toHaveLength(1);
  });
});

describe('text in cells', () => {
  const attributes = { CellWidth: '20', CellHeight: '20' };

  it('puts a character into each cell and breaks lines at spaces', () => {
    const { drawing } = draw('CellularTextObject', attributes, { text: 'ab cde fgh', height: 60 });
    expect(texts(drawing!).join('')).toBe('abcdefgh');
    const boxes = drawing!.filter((primitive) => primitive.kind === 'textBox');
    expect(boxes.map(({ x, y }) => `${String(x)},${String(y)}`)).toEqual([
      '0,0',
      '20,0',
      '0,20',
      '20,20',
      '40,20',
      '0,40',
      '20,40',
      '40,40',
    ]);
  });

  it('needs a row for each line', () => {
    const object = objectNow('CellularTextObject', { ...attributes, VertSpacing: '5' }, { text: 'ab cde fgh' });
    expect(cellularHeight(object, tools)).toBe(70);
  });
});

describe('gauges', () => {
  it('point at their value, never beyond the scale', () => {
    const tipOf = (value: number): string | undefined =>
      corners(draw('LinearGauge', {}, { width: 302.4, height: 75.6, value: new Double(value) }).drawing!.slice(-1))[0];
    expect([tipOf(0), tipOf(50), tipOf(500)]).toEqual(['18.9,37.8', '151.2,37.8', '283.5,37.8']);
  });

  it('label their scale', () => {
    expect(texts(draw('LinearGauge', { Maximum: '50' }, { width: 300 }).drawing!)).toEqual([
      '0',
      '10',
      '20',
      '30',
      '40',
      '50',
    ]);
    expect(texts(draw('RadialGauge', {}, { width: 150, height: 150 }).drawing!)).toHaveLength(11);
  });

  it('have ticks from both edges to their bar, upright from the bottom up', () => {
    const ends = (attributes: { readonly width: number; readonly height: number }): string[] => {
      const ticks = corners(draw('SimpleGauge', { 'Scale.SecondSubScale.Enabled': 'false' }, attributes).drawing!);
      return [...ticks.slice(0, 2), ...ticks.slice(40, 42)];
    };
    expect(ends({ width: 302.4, height: 75.6 })).toEqual(['18.9,22.7', '18.9,32.8', '283.5,22.7', '283.5,32.8']);
    expect(ends({ width: 75.6, height: 302.4 })).toEqual(['26.5,283.5', '32.8,283.5', '26.5,18.9', '32.8,18.9']);
  });

  it('fill a progress bar and print the percentage', () => {
    const { drawing } = draw('SimpleProgressGauge', { Maximum: '200' }, { value: 50 });
    expect(texts(drawing!)).toEqual(['25%']);
    expect(corners(drawing!)).toEqual(['0,0', '25,0', '25,50', '0,50']);
  });

  it('are vertical when they are higher than wide', () => {
    const { drawing } = draw('SimpleProgressGauge', {}, { width: 50, height: 100, value: 75 });
    expect(corners(drawing!)).toEqual(['0,25', '50,25', '50,100', '0,100']);
  });
});

describe('objects that are not drawn', () => {
  it('are marked with a frame, and a warning reports them', () => {
    const own = testTools();
    const { drawing } = drawObject(objectNow('MapObject'), own);
    expect(texts(drawing!)).toEqual(['Map']);
    expect(own.warnings).toHaveLength(1);
  });

  it('are ignored when their class is unknown', () => {
    expect(hasDrawer('constructor')).toBe(false);
    expect(objectClass('constructor').text).toBeUndefined();
    expect(drawObject(objectNow('Nonsense'), tools)).toEqual({});
  });
});

describe('HTML', () => {
  it('becomes text with simple formatting', () => {
    const html =
      '<html><head><title>t</title></head><body><h1>A <strong>b</strong></h1><script>x()</script><p onclick="y()">c &amp; d<br>e</p><ul><li>f</li></ul></body></html>';
    expect(texts(draw('HtmlObject', {}, { text: html }).drawing!)).toEqual(['A <b>b</b>\nc &amp; d\ne\n\u2022 f']);
  });

  it.each([
    ['a<!-- b <script> -->c<!-- d', 'ac<!-- d'],
    ['<STYLE>x</style >a<script>b', 'ab'],
    ['a < b <p', 'a < b <p'],
  ])('%s is drawn as %s', (html, text) => {
    expect(texts(draw('HtmlObject', {}, { text: html }).drawing!)).toEqual([text]);
  });

  it.each(['<!--', '<p ', '<style', '<style>', '</ style', '<li <em '])(
    'is read once although it repeats %j',
    (part) => {
      const began = performance.now();
      draw('HtmlObject', {}, { text: part.repeat(40_000) });
      expect(performance.now() - began).toBeLessThan(1_000);
    },
  );
});

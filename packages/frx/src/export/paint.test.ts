import { describe, expect, it } from 'vitest';
import { loadFonts } from '../node/fonts.ts';
import type { Border, BorderLine, Fill, Page, PlacedObject, Watermark } from '../page.ts';
import { testFont, testText } from '../text/testing/texts.ts';
import { paintPage } from './paint.ts';
import { object, page } from './testing/pages.ts';
import { recordedSurface } from './testing/recordedSurface.ts';
import { tightWidth } from './glyphRuns.ts';

const fonts = loadFonts({ installed: false });

function painted(shown: Page): readonly string[] {
  const { surface, painted } = recordedSurface();
  paintPage(shown, fonts, surface);
  return painted;
}
const paintedObject = (changes: Partial<PlacedObject>): readonly string[] => painted(page(1, object(changes)));
const line = (changes: Partial<BorderLine> = {}): BorderLine => ({
  style: 'Solid',
  width: 1,
  color: '#ff0000',
  ...changes,
});
const border = (lines: Partial<Border['lines']>, own: BorderLine = line()): Border => ({
  lines: { left: false, top: false, right: false, bottom: false, ...lines },
  left: own,
  top: own,
  right: own,
  bottom: own,
});
const ALL = { left: true, top: true, right: true, bottom: true };

describe('a border', () => {
  it('of four equal lines is one outline, whose corners join', () => {
    expect(paintedObject({ border: border(ALL) })).toEqual(['stroke #ff0000 1 M0,0 L200,0 L200,20 L0,20 Z']);
  });

  it('of different lines, or of some of them, is painted line by line', () => {
    expect(paintedObject({ border: border({ top: true, right: true }) })).toEqual([
      'stroke #ff0000 1 M0,0 L200,0',
      'stroke #ff0000 1 M200,0 L200,20',
    ]);
    const thick = { ...border(ALL), bottom: line({ width: 3 }) };
    expect(paintedObject({ border: thick })).toEqual([
      'stroke #ff0000 1 M0,0 L200,0',
      'stroke #ff0000 3 M0,20 L200,20',
      'stroke #ff0000 1 M0,0 L0,20',
      'stroke #ff0000 1 M200,0 L200,20',
    ]);
  });

  it('of double lines has one on either side of each edge', () => {
    expect(paintedObject({ border: border({ top: true, left: true }, line({ style: 'Double', width: 2 })) })).toEqual([
      'stroke #ff0000 2 M0,-2 L200,-2',
      'stroke #ff0000 2 M0,2 L200,2',
      'stroke #ff0000 2 M-2,0 L-2,20',
      'stroke #ff0000 2 M2,0 L2,20',
    ]);
  });

  it.each([
    ['Dash', '[6 2]'],
    ['Dot', '[2 2]'],
    ['DashDot', '[6 2 2 2]'],
    ['DashDotDot', '[6 2 2 2 2 2]'],
  ] as const)('of style %s has dashes in multiples of its width', (style, dashes) => {
    const own = border({ top: true }, line({ style, width: 2 }));
    expect(paintedObject({ border: own })).toEqual([`stroke #ff0000 2 ${dashes} M0,0 L200,0`]);
  });

  it('without width or colour is not painted', () => {
    expect(paintedObject({ border: border({ top: true }, line({ width: 0 })) })).toEqual([]);
    expect(paintedObject({ border: border({ top: true }, line({ color: '#ff000000' })) })).toEqual([]);
  });

  it('has a shadow at the right and below, outside of the object', () => {
    const shadowed = { ...border({}), shadow: { color: '#888888', width: 4 } };
    expect(paintedObject({ border: shadowed })).toEqual([
      'fill #888888 M4,20 L204,20 L204,24 L4,24 Z',
      'fill #888888 M200,4 L204,4 L204,20 L200,20 Z',
    ]);
    expect(paintedObject({ type: 'ShapeObject', border: shadowed })).toEqual([]);
  });
});

describe('a fill', () => {
  const paintedFill = (fill: Fill): readonly string[] => paintedObject({ width: 8, height: 8, fill });
  const hatch = (style: string, changes: Partial<Extract<Fill, { kind: 'hatch' }>> = {}): Fill => ({
    kind: 'hatch',
    foreColor: '#ff0000',
    backColor: '#ffffff',
    style,
    ...changes,
  });

  it('without colour is not painted', () => {
    expect(paintedFill({ kind: 'solid', color: '#ff000000' })).toEqual([]);
    expect(paintedFill({ kind: 'solid', color: '#ff0000' })).toEqual(['fill #ff0000 M0,0 L8,0 L8,8 L0,8 Z']);
  });

  it('of stripes covers its box with parallel lines over its background', () => {
    const stripes = paintedFill(hatch('Horizontal'));
    expect(stripes.slice(0, 2)).toEqual(['clip M0,0 L8,0 L8,8 L0,8 Z', 'fill #ffffff M0,0 L8,0 L8,8 L0,8 Z']);
    expect(stripes.slice(2)).toEqual([
      'stroke #ff0000 1 M-9.7,-12 L17.7,-12 M-9.7,-4 L17.7,-4 M-9.7,4 L17.7,4 M-9.7,12 L17.7,12 M-9.7,20 L17.7,20',
    ]);
    expect(paintedFill(hatch('Horizontal', { foreColor: '#ff000000', backColor: '#ffffff00' }))).toHaveLength(1);
  });

  it.each([
    ['Vertical', 1, [[4, -9.7, 4, 17.7]]],
    [
      'Cross',
      1,
      [
        [-9.7, 4, 17.7, 4],
        [4, -9.7, 4, 17.7],
      ],
    ],
    [
      'LargeGrid',
      3,
      [
        [-9.7, 4, 17.7, 4],
        [4, -9.7, 4, 17.7],
      ],
    ],
    ['ForwardDiagonal', 1, [[-5.7, -5.7, 13.7, 13.7]]],
    ['WideDownwardDiagonal', 3, [[-5.7, -5.7, 13.7, 13.7]]],
    ['DarkUpwardDiagonal', 3, [[-5.7, 13.7, 13.7, -5.7]]],
    [
      'DiagonalCross',
      1,
      [
        [-5.7, -5.7, 13.7, 13.7],
        [-5.7, 13.7, 13.7, -5.7],
      ],
    ],
  ])('of style %s has lines of width %d through its middle in these directions: %j', (style, width, middles) => {
    const strokes = paintedFill(hatch(style)).slice(2);
    expect(strokes).toHaveLength(middles.length);
    for (const [index, [x1, y1, x2, y2]] of middles.entries()) {
      expect(strokes[index]).toMatch(new RegExp(`^stroke #ff0000 ${width} M`, 'u'));
      expect(strokes[index]).toContain(`M${x1},${y1} L${x2},${y2}`);
    }
  });

  it('of a percentage has denser stripes, the wider the more it covers', () => {
    const widthOf = (style: string): number => Number(/stroke \S+ ([\d.]+)/u.exec(paintedFill(hatch(style))[2]!)![1]);
    expect([widthOf('Percent05'), widthOf('Percent50'), widthOf('Percent90')]).toEqual([0.4, 1.5, 2.7]);
    expect(paintedFill(hatch('Percent50'))[2]).toContain('M-5.7,0 L13.7,0 M-5.7,4 L13.7,4');
  });

  it('of glass is lighter in its upper half, with stripes if it has a hatch', () => {
    const glass = { kind: 'glass', color: '#ff0000', blend: 0.5, hatch: false } as const;
    expect(paintedFill(glass).slice(1)).toEqual([
      'fill #ff0000 M0,0 L8,0 L8,8 L0,8 Z',
      'fill #ffffff80 M0,0 L8,0 L8,4 L0,4 Z',
    ]);
    const striped = paintedFill({ ...glass, hatch: true });
    expect(striped).toHaveLength(4);
    expect(striped[2]).toMatch(/^stroke #ffffff28 1.5 /u);
  });
});

describe('ruled lines of a text', () => {
  it('lie below each of its lines, within its padding, in the colour of its border', () => {
    const text = testText('', { underlines: true, lineHeight: 8, padding: { left: 2, top: 1, right: 3, bottom: 0 } });
    const ruled = { text, height: 25, border: border({}, line({ color: '#0000ff' })) };
    expect(paintedObject(ruled)).toEqual([9, 17].map((y) => `stroke #0000ff 1 M2,${y} L197,${y}`));
    const natural = testText('', { underlines: true });
    const step = (fonts.face(natural.style.font).lineSpacing * 8 * 96) / 72;
    expect(paintedObject({ text: natural, height: 20 })[0]).toContain(`M2,${Math.round(step * 10) / 10} `);
  });

  it('that are too close to be distinguished are not painted', () => {
    const text = testText('', { underlines: true, lineHeight: 0.001 });
    expect(paintedObject({ text, height: 20 })).toEqual([]);
  });
});

describe('the text of a watermark', () => {
  const watermark = (changes: Partial<Watermark>): Watermark => ({
    imageSize: 'Normal',
    imageTransparency: 0,
    showImageOnTop: false,
    text: 'DRAFT',
    font: testFont({ size: 60 }),
    textFill: { kind: 'solid', color: '#80808040' },
    textRotation: 'Horizontal',
    showTextOnTop: true,
    ...changes,
  });
  const paintedWatermark = (changes: Partial<Watermark>): readonly string[] =>
    painted({ ...page(1, object({ fill: { kind: 'solid', color: '#ff0000' } })), watermark: watermark(changes) });

  it('is in the middle of the paper, over the objects or behind them', () => {
    const face = fonts.face(testFont({ size: 60 }));
    const [width, height] = [210 * 3.78, 297 * 3.78];
    const x = (width - tightWidth(fonts, testFont({ size: 60 }), 'DRAFT')) / 2;
    const baseline = height / 2 - (face.lineSpacing * 80) / 2 + face.ascent * 80;
    const text = `text #80808040 ${Math.round(x * 10) / 10} ${Math.round(baseline * 10) / 10} DRAFT`;
    const turn = 'rotate 0 396.9 561.3';
    const fill = 'fill #ff0000 M0,0 L200,0 L200,20 L0,20 Z';
    expect(paintedWatermark({})).toEqual([fill, turn, text]);
    expect(paintedWatermark({ showTextOnTop: false })).toEqual([turn, text, fill]);
    expect(paintedWatermark({ text: '' })).toEqual([fill]);
  });

  it('is turned along a diagonal of the paper, or upright', () => {
    const turnOf = (textRotation: Watermark['textRotation']) => paintedWatermark({ textRotation })[1];
    expect(turnOf('ForwardDiagonal')).toBe('rotate -54.7 396.9 561.3');
    expect(turnOf('BackwardDiagonal')).toBe('rotate 54.7 396.9 561.3');
    expect(turnOf('Vertical')).toBe('rotate 270 396.9 561.3');
  });

  it('has lines around the middle, one line height apart', () => {
    const lines = paintedWatermark({ text: 'NOT\r\nVALID' }).slice(2);
    const [first, second] = lines.map((each) => Number(each.split(' ')[3]));
    expect(lines.map((each) => each.split(' ').at(-1))).toEqual(['NOT', 'VALID']);
    expect(second! - first!).toBeCloseTo(fonts.face(testFont({ size: 60 })).lineSpacing * 80, 0);
  });

  it('has the first colour of a gradient', () => {
    const gradient = {
      kind: 'linearGradient',
      startColor: '#00ff00',
      endColor: '#0000ff',
      angle: 0,
      focus: 1,
      contrast: 1,
    } as const;
    expect(paintedWatermark({ textFill: gradient })[2]).toMatch(/^text #00ff00 /u);
  });
});

describe('an object', () => {
  it('that is only shown in a preview is not exported', () => {
    const shown = { ...object({}), fill: { kind: 'solid', color: '#ff0000' } as const };
    expect(painted(page(1, shown))).toHaveLength(1);
    expect(painted(page(1, { ...shown, exportable: false }))).toEqual([]);
  });

  it('has the lines of its drawing that have a width and a colour', () => {
    const pathWith = (color: string, width: number) =>
      ({ kind: 'path', commands: [['M', 0, 0] as const, ['L', 5, 5] as const], stroke: { color, width } }) as const;
    const drawing = [pathWith('#ff0000', 1), pathWith('#ff0000', 0), pathWith('#ff000000', 1)];
    expect(paintedObject({ drawing })).toEqual(['stroke #ff0000 1 M0,0 L5,5']);
  });
});

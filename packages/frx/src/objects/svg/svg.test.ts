import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corners, objectNow, testTools, texts } from '../testing/testObject.ts';
import { parsePathData } from './pathData.ts';
import { drawSvgObject, SvgError, svgPrimitives } from './index.ts';
import { svgContent } from '../../testing/fuzz/readers.ts';

const box = { x: 0, y: 0, width: 100, height: 100 };
const svg = (content: string, attributes = 'viewBox="0 0 100 100"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
const draw = (content: string, attributes?: string): ReturnType<typeof svgPrimitives> =>
  svgPrimitives(svg(content, attributes), box);

describe('an SVG picture', () => {
  it('is fitted into its box with its proportions, in the middle', () => {
    expect(corners(draw('<rect width="10" height="10"/>', 'viewBox="0 0 10 20"'))).toEqual([
      '25,0',
      '75,0',
      '75,50',
      '25,50',
    ]);
    expect(corners(draw('<rect x="5" y="5" width="10" height="10"/>', 'viewBox="5 5 10 10"'))).toEqual([
      '0,0',
      '100,0',
      '100,100',
      '0,100',
    ]);
  });

  it('draws the basic shapes', () => {
    expect(
      draw(
        '<circle r="5"/><ellipse rx="3" ry="4"/><line x2="9" stroke="red"/><polygon points="0,0 1,1 2,0"/><polyline points="0 0 5 5"/>',
      ),
    ).toHaveLength(5);
    expect(draw('<rect width="0" height="5"/><circle r="0"/><unknown/>')).toEqual([]);
  });

  it('names the features that are not drawn in a warning, once', () => {
    const warningsOf = (content: string): string[] => {
      const tools = testTools();
      drawSvgObject(objectNow('SVGObject', {}, { text: svg(content) }), tools);
      return tools.warnings;
    };
    expect(warningsOf('<rect width="5" height="5" clip-path="none"/><text>a<tspan>b</tspan></text>')).toEqual([]);
    expect(
      warningsOf(
        `<g clip-path="url(#a)"><rect width="5" height="5" fill="url(#p)"/><rect style="mask: url(#m)"/><image href="a.png"/></g>
         <text clip-path="url(#a)"><textPath href="#b">a</textPath></text><pattern id="p"/>`,
      ),
    ).toEqual(['The SVG picture uses clip-path, pattern, mask, image, textPath, which is not drawn.']);
    expect(warningsOf('<g display="none"><image href="a.png"/></g><defs><image/></defs>')).toEqual([]);
  });

  it('takes colours from attributes, styles, classes and parents, and fades them with opacity', () => {
    const fillOf = (content: string): unknown => {
      const [path] = draw(content);
      return path?.kind === 'path' && path.fill?.kind === 'solid' ? path.fill.color : undefined;
    };
    expect(fillOf('<g fill="#f00"><rect width="1" height="1"/></g>')).toBe('#ff0000');
    expect(fillOf('<style>.a{fill:lime}</style><rect class="a" fill="red" width="1" height="1"/>')).toBe('#00ff00');
    expect(fillOf('<rect style="fill:rgb(0,0,255)" class="a" width="1" height="1"/>')).toBe('#0000ff');
    expect(fillOf('<g opacity="0.5"><rect fill-opacity="50%" width="1" height="1"/></g>')).toBe('#00000040');
    expect(fillOf('<rect fill="rgb(100%, 50%, 0)" fill-opacity="0.5" width="1" height="1"/>')).toBe('#ff800080');
    expect(fillOf('<rect fill="rgba(1 2 3 / 50%)" fill-opacity="0.5" width="1" height="1"/>')).toBe('#01020340');
    expect(fillOf('<rect fill="rgb()" width="1" height="1"/>')).toBe('#000000');
    expect(fillOf('<rect fill="none" stroke="red" width="1" height="1"/>')).toBeUndefined();
  });

  it('applies transforms from the outside in', () => {
    const content = '<g transform="translate(10 20)"><rect transform="scale(2)" width="5" height="5"/></g>';
    expect(corners(draw(content))).toEqual(['10,20', '20,20', '20,30', '10,30']);
    expect(corners(draw('<line x2="10" stroke="red" transform="rotate(90)"/>'))).toEqual(['0,0', '0,10']);
  });

  it('draws elements by reference, and ends at recursive references', () => {
    expect(
      draw(
        '<defs><rect id="r" width="1" height="1"/></defs><use href="#r" x="3"/><use xlink:href="#r"/>',
        'xmlns:xlink="x" viewBox="0 0 9 9"',
      ),
    ).toHaveLength(2);
    expect(draw('<g id="g"><rect width="1" height="1"/><use href="#g"/></g>').length).toBeLessThan(20);
  });

  it('shows gradients by their first and last colour', () => {
    const gradient =
      '<linearGradient id="g" x2="0" y2="1"><stop stop-color="red"/><stop stop-color="blue"/></linearGradient>';
    expect(draw(`${gradient}<rect fill="url(#g)" width="1" height="1"/>`)[0]).toMatchObject({
      fill: { kind: 'linearGradient', startColor: '#ff0000', endColor: '#0000ff', angle: 90 },
    });
  });

  it('writes texts and their pieces', () => {
    const drawing = draw(
      '<text x="5" y="10" font-size="20" text-anchor="middle" font-weight="bold">Hi <tspan x="7" dy="5">there</tspan></text>',
    );
    expect(texts(drawing)).toEqual(['Hi', 'there']);
    expect(drawing[0]).toMatchObject({ x: 5, y: 10, align: 'center', font: { size: 15, bold: true } });
  });

  it('ignores scripts, links and external documents', () => {
    const content =
      '<script>alert(1)</script><image href="http://example.org/x.png"/><use href="http://example.org/y.svg#z"/><foreignObject><p>x</p></foreignObject>';
    expect(draw(content)).toEqual([]);
    expect(() => svgPrimitives('<!DOCTYPE svg [<!ENTITY a "b">]><svg><text>&a;</text></svg>', box)).toThrow(SvgError);
  });

  it('is refused when it is nested too deeply or not an SVG', () => {
    expect(() => draw('<g>'.repeat(100) + '</g>'.repeat(100))).toThrow(SvgError);
    expect(() => svgPrimitives('<html/>', box)).toThrow('not an SVG');
    expect(() => svgPrimitives('<svg>', box)).toThrow(SvgError);
  });

  it('can be gray, rotated, and stored in base64', () => {
    const text = Buffer.from(svg('<line x2="100" stroke="#ff0000"/>')).toString('base64');
    const { drawing } = drawSvgObject(
      objectNow('SVGObject', { Grayscale: 'true', Angle: '90' }, { text, height: 100 }),
      testTools(),
    );
    expect(drawing![0]).toMatchObject({ stroke: { color: '#4c4c4c' } });
    expect(corners(drawing!)).toEqual(['100,0', '100,100']);
  });
});

describe('path data', () => {
  const ends = (text: string): string =>
    parsePathData(text)
      .map(
        (command) =>
          `${command[0]}${command
            .slice(-2)
            .map((value) => (typeof value === 'number' ? Math.round(value) : ''))
            .join(',')}`,
      )
      .join(' ');

  it('supports absolute and relative commands, and pairs without a letter', () => {
    expect(ends('M1 2 3 4H9V8h-1v-2z')).toBe('M1,2 L3,4 L9,4 L9,8 L8,8 L8,6 Z');
    expect(ends('m1,2 3,4-5-6')).toBe('M1,2 L4,6 L-1,0');
    expect(ends('M0 0L1.5.5')).toBe('M0,0 L2,1');
  });

  it('converts quadratic and smooth curves to cubic ones', () => {
    expect(parsePathData('M0 0Q3 3 6 0T12 0')).toEqual([
      ['M', 0, 0],
      ['C', 2, 2, 4, 2, 6, 0],
      ['C', 8, -2, 10, -2, 12, 0],
    ]);
    expect(parsePathData('M0 0C1 1 2 2 3 0S6 1 7 0')[2]).toEqual(['C', 4, -2, 6, 1, 7, 0]);
  });

  it('draws the short or the long way round a circle, on the side that an arc names', () => {
    const heights = (flags: string): number[] =>
      parsePathData(`M0 0A10 10 0 ${flags} 10 0`).flatMap((command) =>
        [...command].filter((value) => typeof value === 'number').filter((_value, index) => index % 2 === 1),
      );
    expect(Math.max(...heights('0 0'))).toBeCloseTo(1.786, 2);
    expect(Math.min(...heights('0 1'))).toBeCloseTo(-1.786, 2);
    expect(Math.max(...heights('1 0'))).toBeGreaterThan(15);
    expect(Math.min(...heights('1 1'))).toBeLessThan(-15);
  });

  it('draws arcs to their end, with flags written together', () => {
    expect(ends('M0 0A5 5 0 0110 0')).toMatch(/ C10,0$/);
    expect(ends('M0 0a0 5 0 0 1 4 4')).toBe('M0,0 L4,4');
  });

  it('stops at the first error and keeps what came before', () => {
    expect(ends('M0 0L5 5L6 x')).toBe('M0,0 L5,5');
    expect(ends('nonsense')).toBe('');
  });
});

describe('the SVG reader', () => {
  it('returns primitives or throws an SvgError for any text', () => {
    fc.assert(
      fc.property(svgContent, (content) => {
        try {
          svgPrimitives(svg(content), box);
        } catch (error) {
          expect(error).toBeInstanceOf(SvgError);
        }
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        expect(parsePathData(text).length).toBeLessThan(100);
      }),
      { numRuns: 300 },
    );
  });
});

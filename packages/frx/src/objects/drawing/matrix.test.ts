import { describe, expect, it } from 'vitest';
import { angleOf, applyTo, compose, rotation, scaleOf, scaling, transformPrimitive, translation } from './matrix.ts';
import { arc } from './path.ts';

describe('an affine transform', () => {
  it('rotates clockwise about any point', () => {
    const [x, y] = applyTo(rotation(90, 10, 10), 20, 10);
    expect([x, y].map((value) => Math.round(value))).toEqual([10, 20]);
    expect(angleOf(rotation(30))).toBeCloseTo(30);
  });

  it('applies the inner transform first', () => {
    expect(applyTo(compose(translation(5, 0), scaling(2)), 3, 4)).toEqual([11, 8]);
    expect(scaleOf(compose(rotation(17), scaling(3)))).toBeCloseTo(3);
  });

  it('rotates texts about their anchor and scales pens and fonts', () => {
    const font = { family: 'Arial', size: 10, bold: false, italic: false, underline: false, strikeout: false };
    const text = transformPrimitive(
      { kind: 'text', text: 'x', x: 10, y: 0, font, color: '#000000', align: 'left' },
      compose(rotation(90), scaling(2)),
    );
    expect(text).toMatchObject({ angle: 90, font: { size: 20 } });
    const path = transformPrimitive(
      { kind: 'path', commands: [], stroke: { color: '#000000', width: 1, dash: [2] } },
      scaling(3),
    );
    expect(path).toMatchObject({ stroke: { width: 3, dash: [6] } });
  });
});

describe('an arc', () => {
  it('ends where its sweep ends, in both directions', () => {
    for (const sweep of [45, 90, 200, 359, -270]) {
      const last = arc(0, 0, 10, 5, 30, sweep).at(-1)!;
      const end = ((30 + sweep) * Math.PI) / 180;
      expect([last.at(-2), last.at(-1)]).toEqual([
        expect.closeTo(10 * Math.cos(end)),
        expect.closeTo(5 * Math.sin(end)),
      ]);
    }
  });
});

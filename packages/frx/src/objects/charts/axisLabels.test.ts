import { describe, expect, it } from 'vitest';
import { parseFont } from '../../template/properties.ts';
import { testTools } from '../testing/testObject.ts';
import { arrangeLabels, drawLabels } from './axisLabels.ts';
import { lineHeight, textWidth } from './text.ts';

const tools = testTools();
const font = parseFont('Arial, 8pt');
const marks = (texts: readonly string[]) => texts.map((text, index) => ({ text, share: (index + 0.5) / texts.length }));
const arranged = (texts: readonly string[], width: number, limit = 100, angle?: number) =>
  arrangeLabels(marks(texts), font, angle, width, limit, tools);

describe('labels below an axis', () => {
  const long = ['Needs attention', 'Fit for purpose', 'Not checked'];

  it('are on one line when there is space, and broken between words when there is not', () => {
    expect(arranged(long, 600)).toMatchObject({ angle: 0, height: lineHeight(font, tools) });
    const broken = arranged(long, 200);
    expect(broken.angle).toBe(0);
    expect(broken.labels.map(({ lines }) => lines)).toEqual([
      ['Needs', 'attention'],
      ['Fit for', 'purpose'],
      ['Not', 'checked'],
    ]);
    expect(broken.height).toBeCloseTo(2 * lineHeight(font, tools));
  });

  it('are turned when a word does not fit, all of them as long as their lines are apart', () => {
    const turned = arranged(['Floodlight', 'Handrail', 'Shackle'], 90);
    expect(turned.angle).toBe(-45);
    expect(turned.labels.map(({ lines }) => lines)).toEqual([['Floodlight'], ['Handrail'], ['Shackle']]);
    const many = arranged(
      Array.from({ length: 60 }, (_, index) => `Item number ${String(index)}`),
      300,
    );
    expect(many.labels.length).toBeLessThan(30);
    expect(many.labels[0]!.lines).toEqual(['Item number 0']);
    const crowded = arranged(Array.from({ length: 20_000 }, String), 300);
    expect(crowded.labels.length).toBeLessThan(30);
  });

  it('are cut where they would take too much height', () => {
    const [label] = arranged(['Wirerope'.repeat(10), 'x'.repeat(80)], 100, 40).labels;
    expect(label!.lines[0]).toMatch(/^Wire.*…$/);
    expect(Math.SQRT1_2 * textWidth(label!.lines[0]!, font, tools)).toBeLessThanOrEqual(40);
  });

  it('have the angle that the template gives', () => {
    const upright = arranged(long, 600, 200, 90);
    expect(upright).toMatchObject({ angle: 90 });
    const [first] = drawLabels(upright, font, 0, 600, 50, tools);
    expect(first).toMatchObject({ kind: 'text', angle: 90, align: 'left' });
    expect(drawLabels(arranged(long, 600), font, 0, 600, 50, tools)).toHaveLength(3);
  });
});

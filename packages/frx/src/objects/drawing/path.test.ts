import { describe, expect, it } from 'vitest';
import { roundRectangle } from './path.ts';

describe('a rectangle with round corners', () => {
  it('has corners of at most half its sides', () => {
    const points = roundRectangle(0, 0, 20, 60, 100).map(([, ...numbers]) => numbers.slice(-2));
    expect(points).toEqual([[10, 0], [10, 0], [20, 30], [20, 30], [10, 60], [10, 60], [0, 30], [0, 30], [10, 0], []]);
  });

  it('is a rectangle when they have no radius', () => {
    expect(roundRectangle(0, 0, 20, 60, 0).map(([command]) => command)).toEqual(['M', 'L', 'L', 'L', 'Z']);
  });
});

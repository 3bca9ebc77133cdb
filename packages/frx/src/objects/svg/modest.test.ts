import { describe, expect, it } from 'vitest';
import { drawnDashes } from '../../export/dashes.ts';
import { isModestSvg } from './modest.ts';
import { svgPrimitives, SvgError } from './draw.ts';

const svg = (content: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`;

/** Seven groups of eight uses each of the group before: two million elements from sixty. */
const bomb = (leaf: string): string =>
  Array.from({ length: 7 }, (_, i) => `<g id="g${i + 1}">${`<use href="#g${i}"/>`.repeat(8)}</g>`).reduce(
    (all, group) => all + group,
    `<g id="g0">${leaf}</g>`,
  );

describe('the size check of a drawing', () => {
  it('accepts one whose parts are drawn a few times', () => {
    expect(
      isModestSvg(svg('<g id="a"><path d="M0 0h1" stroke-dasharray="4 2"/></g><use href="#a"/><use href="#a"/>')),
    ).toBe(true);
  });

  it.each([
    ['draws its parts millions of times', bomb('<path d="M0 0h1"/>')],
    ['draws itself', '<g id="a"><use href="#a"/></g>'],
    [
      'has a long chain of parts, each of which draws the next',
      Array.from({ length: 5_000 }, (_, i) => `<use id="u${i}" href="#u${i + 1}"/>`).join(''),
    ],
    ['has very short dashes', '<path d="M0 0h1" stroke-dasharray="0.0001"/>'],
    ['has very short dashes in a style', '<path d="M0 0h1" style="stroke-dasharray: 0.00005 0.00005"/>'],
    ['has very short dashes in a style sheet', '<style>path { stroke-dasharray: 1e-9px }</style><path d="M0 0h1"/>'],
    ['is not XML', '<g>'],
  ])('refuses one that %s', (_, content) => {
    expect(isModestSvg(svg(content))).toBe(false);
  });

  it('refuses one that declares entities', () => {
    expect(isModestSvg(`<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg('')}`)).toBe(false);
    expect(isModestSvg(`<!--[--><!doctype svg PUBLIC "a" "b" [<!ENTITY a "aaaa">]>${svg('')}`)).toBe(false);
  });

  it('accepts one with a document type that declares nothing', () => {
    expect(isModestSvg(`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "a.dtd">${svg('<text>[a]</text>')}`)).toBe(true);
  });

  it('reports one whose parts are referenced millions of times, drawn or empty', () => {
    const box = { x: 0, y: 0, width: 9, height: 9 };
    expect(() => svgPrimitives(svg(`${bomb('')}<use href="#g7"/>`), box)).toThrow(SvgError);
  });
});

describe('dashes', () => {
  const line = (length: number) => [['M', 0, 0] as const, ['L', length, 0] as const];

  it('are drawn as they are on a line of a page', () => {
    expect(drawnDashes(line(1_000), [4, 2])).toEqual([4, 2]);
    expect(drawnDashes(line(1_000), undefined)).toEqual([]);
  });

  it('become a solid line when there are too many for the length of the path', () => {
    expect(drawnDashes(line(1_000), [0.0001])).toEqual([]);
    expect(drawnDashes(line(1e9), [4, 2])).toEqual([]);
    expect(drawnDashes(line(1_000), [0, 0])).toEqual([]);
  });

  it('are counted along curves, and along the line that closes a figure', () => {
    const there = line(60_000);
    expect(drawnDashes(there, [4, 2])).toEqual([4, 2]);
    expect(drawnDashes([...there, ['Z']], [4, 2])).toEqual([]);
    expect(drawnDashes([...there, ['M', 0, 0], ['Z']], [4, 2])).toEqual([4, 2]);
    expect(
      drawnDashes(
        [
          ['M', 0, 0],
          ['C', 0, 30_000, 30_000, 30_000, 30_000, 0],
        ],
        [4, 2],
      ),
    ).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { disposition, rangeOf } from './media.ts';

describe('a range of bytes', () => {
  it.each([
    [undefined, null],
    ['bytes=0-3', { start: 0, end: 3 }],
    ['bytes=4-', { start: 4, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-30', { start: 0, end: 9 }],
    ['bytes=8-99', { start: 8, end: 9 }],
    ['bytes=10-', 'outside'],
    ['bytes=-0', 'outside'],
    ['bytes=3-2', null],
    ['bytes=0-1,4-5', null],
    ['items=0-1', null],
  ])('%s of ten bytes is %j', (header, expected) => {
    expect(rangeOf(header, 10)).toEqual(expected);
  });
});

describe('the name of a download', () => {
  it('survives every alphabet and breaks out of no header', () => {
    expect(disposition('attachment', 'Prüfung "A"\r\nx: y.pdf')).toBe(
      `attachment; filename="Pr_fung _A___x: y.pdf"; filename*=UTF-8''Pr%C3%BCfung%20%22A%22%0D%0Ax%3A%20y.pdf`,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { type Axis, readCoordinate } from './coordinates.ts';

const read = (text: string, axis: Axis = 'latitude') => {
  const found = readCoordinate(text, axis);
  if (found.is === 'pair') return [found.latitude, found.longitude];
  return found.is === 'degrees' ? found.degrees : found.is;
};

describe('a coordinate', () => {
  it('is read with a point and with a comma, with a sign and with the letter of the hemisphere', () => {
    for (const [text, degrees] of [
      ['58.35', 58.35],
      ['58,35', 58.35],
      [' 58.35° ', 58.35],
      ['-12,5', -12.5],
      ['−12.5', -12.5],
      ['+12.5', 12.5],
      ['58.35 N', 58.35],
      ['58,35°S', -58.35],
      ['s 12.5', -12.5],
      ['N58.35', 58.35],
      ['0 S', 0],
      ['90', 90],
      ['3.', 3],
    ] as const)
      expect([text, read(text)]).toEqual([text, degrees]);
    for (const [text, degrees] of [
      ['1.2 W', -1.2],
      ['1,2 w', -1.2],
      ['W 1.2', -1.2],
      ['E001.2', 1.2],
      ['-180', -180],
      ['179.9', 179.9],
    ] as const)
      expect([text, read(text, 'longitude')]).toEqual([text, degrees]);
  });

  it('is read in degrees, minutes and seconds', () => {
    for (const [text, degrees] of [
      ["58°21.5' N", 58.3583333],
      ['58°21,5′N', 58.3583333],
      ['58° 21\' 30" N', 58.3583333],
      ['58°21′30″', 58.3583333],
      ["58°21'30'' S", -58.3583333],
      ['-58° 21\' 30"', -58.3583333],
      ['58 21.5 N', 58.3583333],
      ['58 21 30 N', 58.3583333],
      ['N 58 21 30', 58.3583333],
      ['58°21\'30.5"N', 58.3584722],
    ] as const)
      expect([text, read(text)]).toEqual([text, degrees]);
  });

  it('of the other axis, or out of range, is not read as another one', () => {
    expect(read('1.2 W')).toBe('otherAxis');
    expect(read('58.35 N', 'longitude')).toBe('otherAxis');
    expect(read('95,5')).toBe('outOfRange');
    expect(read("90°0.1' N")).toBe('outOfRange');
    expect(read('180.1', 'longitude')).toBe('outOfRange');
  });

  it('is divided from the other one of a pair, in the order of the letters or with the latitude first', () => {
    for (const [text, latitude, longitude] of [
      ['58.35, 1.2', '58.35', '1.2'],
      ['58.35,1.2', '58.35', '1.2'],
      ['58.35 1.2', '58.35', '1.2'],
      ['58,35 1,2', '58,35', '1,2'],
      ['58,35; -1,2', '58,35', '-1,2'],
      ['58,35, 1,2', '58,35', '1,2'],
      ['(58.35, -1.2)', '58.35', '-1.2'],
      ['58.35\t1.2', '58.35', '1.2'],
      ['58.35 N 1.2 W', '58.35 N', '1.2 W'],
      ['58.35N, 1.2W', '58.35N', '1.2W'],
      ['1.2 W, 58.35 N', '58.35 N', '1.2 W'],
      ["58°21.5'N 001°12'W", "58°21.5'N", "001°12'W"],
      ['N 58 21.5 W 1 12', 'N 58 21.5', 'W 1 12'],
      ['58.35 / 1.2', '58.35', '1.2'],
    ] as const)
      expect([text, read(text)]).toEqual([text, [latitude, longitude]]);
    expect(read('58.35, 1.2', 'longitude')).toEqual(['58.35', '1.2']);
  });

  it('is not guessed from a text that could mean something else, or nothing', () => {
    for (const text of [
      'north',
      'N',
      '-',
      '58 21',
      '58 21.5',
      '58.35.1',
      '1,250.5',
      "58°75' N",
      '58°21\'75" N',
      "58.5°21.5' N",
      '-1.2 S',
      'N 58.35 S',
      '1.2 O',
      '58d21m30s',
      '58 deg 21 min',
      '58.35, 200',
      '95, 1.2',
      '12345',
      '1234',
      '58.35, 1.2, 3.4',
      '9'.repeat(200),
    ])
      expect([text, read(text)]).toEqual([text, 'unread']);
    expect(read('  ')).toBe('empty');
  });
});

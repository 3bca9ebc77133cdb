import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { idKindOf, idOf } from './id.ts';

describe('the kind of an id', () => {
  it.each([
    ['itself', idOf('item')],
    ['a description', idOf('item').describe('The item that was scanned.')],
    ['an option with a description', idOf('item').optional().describe('Absent: every item.')],
    ['null', idOf('item').nullable()],
    ['a list', z.array(idOf('item').describe('An item.')).min(1)],
  ])('is kept by %s', (_, schema) => {
    expect(idKindOf(schema)).toBe('item');
  });

  it('is described in words', () => {
    expect([idOf('item'), idOf('installationInspection'), idOf('user')].map(({ description }) => description)).toEqual([
      'Id of an item.',
      'Id of an installation inspection.',
      'Id of a user.',
    ]);
  });

  it('is none for other schemas', () => {
    expect(idKindOf(z.string().describe('A name.'))).toBeUndefined();
  });
});

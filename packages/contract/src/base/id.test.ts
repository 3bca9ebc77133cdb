import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { idKindOf, idListOf, idOf } from './id.ts';

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

  it('is described in the message', () => {
    expect([idOf('item'), idOf('installationInspection'), idOf('user')].map(({ description }) => description)).toEqual([
      'Id of an item.',
      'Id of an installation inspection.',
      'Id of a user.',
    ]);
  });

  it('is undefined for other schemas', () => {
    expect(idKindOf(z.string().describe('A name.'))).toBeUndefined();
  });
});

describe('ids of a query', () => {
  const [one, two, three] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-1111-7111-8111-111111111111`);
  const schema = idListOf('installation', 2);

  it('are joined by commas or repeated', () => {
    expect([schema.parse(one), schema.parse(`${one},${two}`), schema.parse([one, two])]).toEqual([
      [one],
      [one, two],
      [one, two],
    ]);
  });

  it.each([
    ['an empty text', ''],
    ['an empty list', []],
    ['a word', 'rig'],
    ['a trailing comma', `${one},`],
    ['a space after the comma', `${one}, ${two}`],
    ['more ids than allowed', `${one},${two},${three}`],
    ['more ids than allowed, repeated', [one, two, three]],
  ])('are not %s, which the description of the input states', (_, value) => {
    expect(schema.safeParse(value).success).toBe(false);
    expect(z.fromJSONSchema(z.toJSONSchema(schema, { io: 'input' })).safeParse(value).success).toBe(false);
  });
});

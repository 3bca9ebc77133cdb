import { operationList } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serializerOf } from './serializer.ts';

describe('The serialiser of an output', () => {
  const Part = z.strictObject({ name: z.string() }).meta({ id: 'PartOfTest' });
  const Whole = z
    .strictObject({ parts: z.array(Part), main: Part.nullable(), note: z.string().nullable() })
    .meta({ id: 'WholeOfTest' });
  const Tree = z
    .strictObject({
      id: z.string(),
      get below() {
        return Tree.nullable();
      },
    })
    .meta({ id: 'TreeOfTest' });

  it('writes what is in the schema and nothing else', () => {
    const output = { parts: [{ name: 'Shackle', secret: 'x' }], main: null, note: null, secret: 'x' };
    expect(JSON.parse(serializerOf(Whole)(output))).toEqual({ parts: [{ name: 'Shackle' }], main: null, note: null });
  });

  it('can be made of a schema with a default of null', () => {
    const Open = z.strictObject({ value: z.unknown().default(null) });
    expect(JSON.parse(serializerOf(Open)({ value: 1 }))).toEqual({ value: 1 });
  });

  it('writes an output that may be null, with the named parts in it', () => {
    const write = serializerOf(Whole.nullable());
    const output = { parts: [{ name: 'Shackle' }], main: { name: 'Hook' }, note: 'ok' };
    expect(JSON.parse(write(output))).toEqual(output);
    expect(write(null)).toBe('null');
  });

  it('writes an output that may be null and contains itself', () => {
    const write = serializerOf(Tree.nullable());
    const output = { id: 'a', below: { id: 'b', below: null } };
    expect(JSON.parse(write(output))).toEqual(output);
    expect(write(null)).toBe('null');
  });

  it('writes an output that contains itself and names others', () => {
    const End = z.strictObject({ mark: z.string() }).meta({ id: 'EndOfTest' });
    const Chain: z.ZodType = z
      .strictObject({
        end: End,
        get next() {
          return Chain.nullable();
        },
        last: End.nullable(),
      })
      .meta({ id: 'ChainOfTest' });
    const output = { end: { mark: 'a' }, next: { end: { mark: 'b' }, next: null, last: null }, last: { mark: 'c' } };
    expect(JSON.parse(serializerOf(Chain.nullable())(output))).toEqual(output);
  });

  it('writes an output that contains itself by way of another', () => {
    const Branch = z
      .strictObject({
        get leaf() {
          return Leaf.nullable();
        },
      })
      .meta({ id: 'BranchOfTest' });
    const Leaf: z.ZodType = z
      .strictObject({
        id: z.string(),
        get branch() {
          return Branch.nullable();
        },
      })
      .meta({ id: 'LeafOfTest' });
    const write = serializerOf(Leaf.nullable());
    const output = { id: 'a', branch: { leaf: { id: 'b', branch: { leaf: null } } } };
    expect(JSON.parse(write(output))).toEqual(output);
  });

  it.each(operationList.filter(({ kind }) => kind === 'json').map((operation) => [operation.name, operation] as const))(
    'can be made for %s',
    (_name, operation) => {
      expect(serializerOf(operation.output)).toBeTypeOf('function');
    },
  );
});

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inputMessage } from './inputMessage.ts';

const say = (schema: z.ZodType, input: unknown): string[] =>
  schema.safeParse(input, { error: inputMessage }).error!.issues.map((issue) => issue.message);

describe('the message of a wrong input', () => {
  it.each<[string, z.ZodType, unknown]>([
    ['is missing', z.string(), undefined],
    ['must be a text', z.string(), 5],
    ['must be a number', z.number(), 'five'],
    ['must be a whole number', z.int(), 1.5],
    ['must be true or false', z.boolean(), 1],
    ['must be a list', z.array(z.string()), 'a'],
    ['must be an object', z.object({}), 'a'],
    ['must not be empty', z.string().min(1), ''],
    ['must have at least 10 characters', z.string().min(10), 'short'],
    ['must have at most 1 character', z.string().max(1), 'ab'],
    ['must have at most 2 entries', z.array(z.int()).max(2), [1, 2, 3]],
    ['must have at least 1 entry', z.array(z.int()).min(1), []],
    ['must be at least 3', z.int().min(3), 2],
    ['must be at most 90', z.number().max(90), 91],
    ['must be an e-mail address', z.email(), 'unknown'],
    ['must be one of a, b', z.enum(['a', 'b']), 'c'],
    ['must be true', z.literal(true), false],
    ['has no colour, size', z.strictObject({}), { colour: 1, size: 2 }],
    ['has none of the forms allowed', z.union([z.string(), z.number()]), []],
    ['must be a multiple of 5', z.int().multipleOf(5), 7],
    ['as the schema says it', z.string().regex(/x/, 'as the schema says it'), 'y'],
  ])('%s', (words, schema, input) => {
    expect(say(schema, input)).toEqual([words]);
  });
});

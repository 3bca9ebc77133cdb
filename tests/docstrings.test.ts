import { describe, expect, it } from 'vitest';
import { checkDocstrings, undocumentedIn } from '../scripts/checks/docstrings.mjs';

const FILE = 'packages/core/src/a.ts';
const namesIn = (source: string): string[] => undocumentedIn(FILE, source).map(({ name }) => name);

describe('The check of docstrings', () => {
  it('finds a planted export without a docstring, with its line', () => {
    expect(undocumentedIn(FILE, '/** A number. */\nconst a = 1;\nexport function b() {}\n')).toEqual([
      { file: FILE, line: 3, name: 'b' },
    ]);
  });

  it.each([
    'export const a = 1;',
    'export function a() {}',
    'export async function a() {}',
    'export class a {}',
    'export interface a {}',
    'export type a = string;',
    '// A comment of a line.\nexport const a = 1;',
    '/* A comment. */\nexport const a = 1;',
    '/** A number. */\nconst b = 1;\nexport const a = b;',
    'export const a = other({ summary });',
  ])('finds none before %s', (source) => {
    expect(namesIn(source)).toEqual(['a']);
  });

  it.each([
    ['a docstring', '/** A number. */\nexport const a = 1;'],
    ['a schema with a description', "export const a = z.string().describe('A name.');"],
    ['an operation, whose summary is required', "export const a = operation({ name: 'a' });"],
    ['the handler of an operation', 'export const a = handler(contract.a, async () => {});'],
    ['the type of a documented schema', '/** A row. */\nconst A = z.object({});\nexport type A = z.infer<typeof A>;'],
    ['a name that is not exported', 'const a = 1;'],
    ['a name of another module', "export { a } from './b.ts';"],
  ])('accepts %s', (_what, source) => {
    expect(namesIn(source)).toEqual([]);
  });

  it('accepts the packages', () => {
    expect(checkDocstrings()).toEqual([]);
  });
});

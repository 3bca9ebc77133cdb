import { describe, expect, it } from 'vitest';
import { castProblems, castsOf, LIMIT, LITERAL_LIMIT, productCasts } from '../scripts/checks/casts.mjs';

const FILE = 'packages/core/src/a.ts';

describe('The check of casts', () => {
  it('finds each way to switch the type checker off, with its line', () => {
    const source =
      'const a = 1 as never;\nconst b = a as unknown as string;\nconst c: any = b;\nconst d = [] as any[];\n';
    expect(castsOf(FILE, source)).toMatchObject([
      { file: FILE, line: 1, what: 'as never' },
      { line: 2, what: 'as unknown as' },
      { line: 3, what: 'any' },
      { line: 4, what: 'any' },
    ]);
  });

  it('finds a cast that continues on the next line', () => {
    expect(castsOf(FILE, 'const b = a as unknown as\n  string;\n')).toMatchObject([{ line: 2, what: 'as unknown as' }]);
  });

  it.each([
    ['const b = (a as unknown) as string;', 'as unknown as'],
    ['const b = a as object as string;', 'as object as'],
    ['const b = a as Base as Derived;', 'as Base as'],
    ['const b = <string>(<unknown>a);', 'as unknown as'],
    ['const b = <string><unknown>a;', 'as unknown as'],
    ['const b = (<unknown>a) as string;', 'as unknown as'],
    ['const b = <never>a;', 'as never'],
    ['const b = [] as never[];', 'as never'],
    ['const b = await run<never>(a);', 'never as a type argument'],
    ['const b = sql<never>`select 1`;', 'never as a type argument'],
    ['// @ts-ignore', '@ts-ignore'],
    ['// @ts-nocheck', '@ts-nocheck'],
    ['/* @ts-expect-error because of a */', '@ts-expect-error'],
  ])('finds %s', (code, what) => {
    expect(castsOf(FILE, `${code}\n`)).toMatchObject([{ file: FILE, line: 1, what }]);
  });

  it('accepts a promise that never resolves, a constant and casts that are not chained', () => {
    const source =
      'const a = new Promise<never>(() => {});\nconst b = [1] as const;\nconst c = b as unknown;\nconst d = (b as unknown) satisfies object;\n';
    expect(castsOf(FILE, source)).toEqual([]);
  });

  it('accepts the words in texts, comments and longer names, and the type never', () => {
    const source =
      '// as never, any\nconst a = "as unknown as any";\nfunction f(any: never): never {\n  throw any;\n}\n';
    expect(castsOf(FILE, source)).toEqual([]);
  });

  it('refuses a planted cast without a comment that says why it is sound', () => {
    expect(castProblems(castsOf(FILE, 'const a = 1 as never;\n'))).toEqual([
      `${FILE}:1 as never: say why it is sound in a comment "// Sound because …" above`,
    ]);
    expect(castProblems(castsOf(FILE, '// Sound because nothing reads it.\nconst a = 1 as never;\n'))).toEqual([]);
  });

  it('refuses one more than is allowed, although each has its comment', () => {
    const one = '// Sound because nothing reads it.\nexport const a = 1 as never;\n';
    expect(castProblems(castsOf(FILE, one.repeat(LIMIT)))).toEqual([]);
    expect(castProblems(castsOf(FILE, one.repeat(LIMIT + 1)))).toContain('11 casts, at most 10 are allowed:');
  });

  it.each(["const b = table as 'note';", 'const b = `${table}.id` as `note.id`;'])('counts %s apart', (code) => {
    const literal = castsOf(FILE, `${code}\n`);
    expect(literal).toMatchObject([{ line: 1, literal: true }]);
    expect(castProblems(literal)).toHaveLength(1);
    const explained = castsOf(FILE, `// Sound because both have ids.\n${code}\n`);
    expect(castProblems(Array(LITERAL_LIMIT).fill(explained).flat())).toEqual([]);
    expect(
      castProblems(
        Array(LITERAL_LIMIT + 1)
          .fill(explained)
          .flat(),
      ),
    ).toContain(`${LITERAL_LIMIT + 1} casts to one literal type, at most ${LITERAL_LIMIT} are allowed:`);
  });

  it('accepts casts to a choice of literal types', () => {
    expect(castsOf(FILE, "const a = text as 'tsl' | 'llrp';\n")).toEqual([]);
  });

  it('accepts the product', () => {
    expect(castProblems(productCasts())).toEqual([]);
  });
});

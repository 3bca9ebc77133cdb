import { describe, expect, it } from 'vitest';
import { archiveOf, CORPUS, readArchive } from './testing/corpus/archive.ts';
import { difference, type Layout } from './testing/corpus/compare.ts';
import { casesOf, KINDS, knownText, readKnown } from './testing/corpus/run.ts';

const COMMAND = 'run `npm run corpus -- --update`';
const known = readKnown();

/** Cases of each archive: one that is lost is not missed otherwise. */
const COUNTS = { probes: 40, minimal: 36, field: 16, generated: 240, documents: 15, errors: 15, scripts: 160 };

describe.each(KINDS)('the corpus of %s', (kind) => {
  const cases = casesOf(kind);

  it('is complete', () => {
    expect(cases).toHaveLength(COUNTS[kind]);
  });

  const listed = new Set(known[kind]);

  it.each(cases)('has $name as the reference, or differs as known', async ({ name, run }) => {
    const found = await run();
    if (found === null) expect(listed, `${kind}/${name} no longer differs: ${COMMAND}`).not.toContain(name);
    else expect(listed, `${JSON.stringify(found.deviation)}\n${found.details.join('\n')}`).toContain(name);
  });

  it('is known to differ only in cases that exist', () => {
    expect([...listed].filter((name) => cases.every((each) => each.name !== name))).toEqual([]);
  });
});

describe('the comparison with the reference', () => {
  const text = { type: 'TextObject', name: 'Text1', l: 1, t: 2, w: 30, h: 10, text: 'Padeye', font: 'Arial, 8pt' };
  const layout = (...objects: object[]): Layout =>
    ({ pages: [{ objects: [{ type: 'DataBand', name: 'Data1', children: objects }] }] }) as Layout;
  const none = { pages: 0, missing: 0, extra: 0, moved: 0, styled: 0 };

  it.each([
    ['an object that is missing', layout(), { missing: 1 }],
    ['an object too many', layout(text, text), { extra: 1 }],
    ['an edge that is a pixel off', layout({ ...text, w: 31 }), { moved: 1 }],
    ['another text', layout({ ...text, text: 'Padeyes' }), { moved: 1 }],
    ['another font', layout({ ...text, font: 'Arial, 9pt' }), { styled: 1 }],
    ['a page too many', { pages: [...layout(text).pages, { objects: [] }] }, { pages: 1 }],
    ['a page too few', { pages: [] }, { pages: -1, missing: 2 }],
  ])('counts %s', (_what, actual, counts) => {
    expect(difference(layout(text), actual)?.counts).toEqual({ ...none, ...counts });
  });

  it('ignores differences of edges by rounding and of texts by line ends', () => {
    expect(difference(layout({ ...text, text: 'a\r\nb ' }), layout({ ...text, l: 1.3, text: 'a\nb' }))).toBeNull();
  });
});

describe('the archives of the corpus', () => {
  it('are packed to the same bytes from which they were read', () => {
    const files = readArchive('minimal');
    expect(CORPUS).toMatch(/corpus.$/);
    expect(archiveOf(new Map([...files].toReversed()))).toEqual(archiveOf(files));
  });

  it('list known differences in one line for each case', () => {
    expect(knownText({ scripts: ['b', 'a'], probes: [] })).toBe('{\n  "scripts": [\n    "a",\n    "b"\n  ]\n}\n');
  });
});

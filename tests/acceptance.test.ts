import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkAcceptance, closeProved, titlesOf } from '../scripts/suites/acceptance.mjs';

/** Ids are put together here, so that this file claims none of them. */
const id = (area: string, number: string): string => `${area}-${number}`;
const proof = (...ids: string[]): string => ids.map((one) => `[${one}]`).join(' ');

const COND1 = id('COND', '01');
const COND2 = id('COND', '02');
const NOTE1 = id('NOTE', '01');

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-acceptance-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function page(stated: string[], open: string[]): void {
  const list = stated.map((one) => `- **${one}** [both] Something holds.`).join('\n');
  write('docs/acceptance.md', `# Acceptance list\n\n${list}\n\n## Open\n\n- COND: ${open.join(' ')}\n`);
}

const test = (title: string): string => `it('${title}', () => {});\n`;

describe('the acceptance report', () => {
  it('reports no fault when each id is proved or open', () => {
    page([COND1, COND2, NOTE1], [NOTE1]);
    write('packages/core/src/conditions/set.test.ts', test(`belongs to one inspection ${proof(COND1)}`));
    write('tests/e2e/conditions.spec.ts', test(`is seen at once ${proof(COND1, COND2)}`));

    const { faults, proofs, statements, open } = checkAcceptance(root);
    expect(faults).toEqual([]);
    expect(proofs.get(COND1)).toHaveLength(2);
    expect([...proofs.keys()].toSorted()).toEqual([COND1, COND2]);
    expect(statements.get('COND')).toEqual([COND1, COND2]);
    expect([...open]).toEqual([NOTE1]);
  });

  it('refuses an id that is neither proved nor open', () => {
    page([COND1, COND2], [COND1]);
    expect(checkAcceptance(root).faults).toEqual([expect.stringContaining(`${COND2} is neither`)]);
  });

  it('refuses an id that is both proved and open', () => {
    page([COND1], [COND1]);
    write('apps/web/src/conditions.test.tsx', `it('shows <b> ${proof(COND1)}', () => <b />);\n`);
    expect(checkAcceptance(root).faults).toEqual([expect.stringContaining(`${COND1} is proved`)]);
  });

  it('refuses an id in a test that the list does not state', () => {
    page([COND1], [COND1]);
    write('packages/api/src/a.test.ts', test(proof(NOTE1)));
    expect(checkAcceptance(root).faults).toEqual([expect.stringContaining(`[${NOTE1}] is not stated`)]);
  });

  it.each([`${id('FLDS', '01')}..08`, `${id('FLDS', '01')}, ${id('FLDS', '02')}`])(
    'refuses [%s] in a title',
    (range) => {
      page([COND1], [COND1]);
      write('packages/api/src/a.test.ts', test(`takes them all [${range}]`));
      expect(checkAcceptance(root).faults).toEqual([expect.stringContaining(`[${range}] is not one id`)]);
    },
  );

  it('refuses ids that are stated twice, open twice, or open without being stated', () => {
    page([COND1, COND1], [COND1, COND1, NOTE1]);
    expect(checkAcceptance(root).faults).toEqual([
      expect.stringContaining(`states ${COND1} more than once`),
      expect.stringContaining(`lists ${COND1} as open more than once`),
      expect.stringContaining(`lists ${NOTE1} as open, which it does not state`),
    ]);
  });

  it('refuses an id that is open on the agent without having to hold there', () => {
    page([COND1], [COND1]);
    const path = join(root, 'docs/acceptance.md');
    const text = readFileSync(path, 'utf8').replace('[both]', '[web]');
    writeFileSync(path, `${text}\n## Open on the agent\n\n- COND: ${COND1}\n`);
    expect(checkAcceptance(root).faults).toEqual([expect.stringContaining(`lists ${COND1} as open on the agent`)]);
  });

  it('lists as proved in the window what the desktop alone needs and a journey there names, and nothing else', () => {
    page([COND1, COND2, NOTE1], []);
    const path = join(root, 'docs/acceptance.md');
    const text = readFileSync(path, 'utf8').replace(`**${COND1}** [both]`, `**${COND1}** [desktop]`);
    const inWindow = (ids: string): void => writeFileSync(path, `${text}\n## In the window\n\n- COND: ${ids}\n`);
    write('tests/e2e/window/window.spec.ts', `test('has a bar ${proof(COND1)}', () => {});\n`);
    write('packages/core/src/a.test.ts', test(proof(COND2, NOTE1)));
    inWindow(COND1);
    expect(checkAcceptance(root)).toMatchObject({ faults: [], inWindow: new Set([COND1]) });
    inWindow(`${COND1} ${COND2}`);
    expect(checkAcceptance(root).faults).toEqual([
      expect.stringContaining(`lists ${COND2} as proved in the window, where more than the desktop has to prove it`),
      expect.stringContaining(`lists ${COND2} as proved in the window, where no journey names it`),
    ]);
  });

  it('removes the ids that an agent proved from the section of the agent, and nothing else', () => {
    page([COND1, COND2], []);
    const path = join(root, 'docs/acceptance.md');
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n## Open on the agent\n\n- COND: ${COND1} ${COND2}\n`);
    const passed = { file: 'a.spec.ts', title: proof(COND1), host: 'agent', outcome: 'passed' } as const;
    closeProved(root, new Map([[COND1, [passed]]]));
    expect([...checkAcceptance(root).openOnAgent]).toEqual([COND2]);
  });

  it('removes proved ids from the open section, and nothing else', () => {
    page([COND1, COND2], [COND1, COND2]);
    write('packages/api/src/a.test.ts', test(proof(COND1)));
    closeProved(root);
    expect(checkAcceptance(root).faults).toEqual([]);
    expect(readFileSync(join(root, 'docs/acceptance.md'), 'utf8')).toContain(`- COND: ${COND2}\n`);
  });
});

describe('the titles of a test file', () => {
  it.each([
    [`it('a', () => {});`, ['a']],
    ['it(`b ${1} c`, () => {});', ['b … c']],
    [`describe('d', () => { it.each([1])('e', () => {}); });`, ['d', 'e']],
    [`onEachDatabase('f', (fixture) => { it('g', async () => {}); });`, ['f', 'g']],
    [`test.describe('h', () => { test('i', async ({ page }) => {}); });`, ['h', 'i']],
    [`describe.skipIf(missing)('j', () => {});`, ['j']],
  ])('of %s are %j', (source, titles) => {
    expect(titlesOf(source, 'a.test.ts')).toEqual(titles);
  });

  it.each([
    `it.skip('a', () => {});`,
    `it.todo('b');`,
    `describe.skip('c', () => { it('d', () => {}); });`,
    `test.fixme('e', async () => {});`,
    `it.fails('f', () => {});`,
    `// it('g', () => {});`,
  ])('of %s are none, since it proves nothing', (source) => {
    expect(titlesOf(source, 'a.test.ts')).toEqual([]);
  });
});

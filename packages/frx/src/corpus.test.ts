import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { pageJson } from './export/layout.ts';
import { prepare, readTemplate, readXmlDataSet, type DataSet } from './index.ts';
import { loadFonts } from './node/fonts.ts';
import { describeImage } from './text/index.ts';

/** Reference templates with their pages; they lie beside the project and are no part of it. */
const reference = fileURLToPath(new URL('../../../../shared/frx/', import.meta.url));
const isThere = existsSync(join(reference, 'compare.mjs'));
/** Most pages of a report that the reference keeps. */
const keptPages = 200;

/** What `compare.mjs` found before; a change that makes any of it smaller is a step back. Figures in %. */
const floors = {
  demos: { only: 'demos-fully-drawn.txt', templates: 54, passing: 54, meanExact: 99.9, exact: 99.9, style: 99.9 },
  probes: { only: undefined, templates: 40, passing: 38, meanExact: 99.6, exact: 99.2, style: 99.9 },
  field: { only: undefined, templates: 16, passing: 16, meanExact: 99.9, exact: 99.9, style: 99.9 },
};

interface Sum {
  readonly templates: number;
  readonly samePages: number;
  readonly passing: number;
  readonly objects: number;
  readonly exact: number;
  readonly style: number;
  readonly meanExact: number;
}

/** The business objects of the one demo whose data no file holds. */
const businessObjects: DataSet = {
  name: 'Objects',
  tables: [
    {
      name: 'Categories BusinessObject',
      rows: [
        {
          Name: 'Beverages',
          Description: 'Soft drinks, coffees, teas, beers',
          Products: [
            { Name: 'Chai', UnitPrice: 18 },
            { Name: 'Chang', UnitPrice: 19 },
            { Name: 'Ipoh coffee', UnitPrice: 46 },
          ],
        },
        {
          Name: 'Confections',
          Description: 'Desserts, candies, and sweet breads',
          Products: [
            { Name: 'Chocolade', UnitPrice: 12.75 },
            { Name: 'Scottish Longbreads', UnitPrice: 12.5 },
            { Name: 'Tarte au sucre', UnitPrice: 49.3 },
          ],
        },
        {
          Name: 'Seafood',
          Description: 'Seaweed and fish',
          Products: [
            { Name: 'Boston Crab Meat', UnitPrice: 18.4 },
            { Name: 'Red caviar', UnitPrice: 15 },
          ],
        },
      ],
    },
  ],
};

describe.skipIf(!isThere)('the reference templates in ../shared/frx (skipped where that folder is missing)', () => {
  const output = mkdtempSync(join(tmpdir(), 'frx-layouts-'));
  afterAll(() => {
    rmSync(output, { recursive: true, force: true });
  });

  it.each(['demos', 'probes', 'field'] as const)(
    'come out of %s as the reference prints them',
    async (kind) => {
      const floor = floors[kind];
      const folder = join(reference, kind);
      const only =
        floor.only === undefined
          ? undefined
          : new Set(readFileSync(join(reference, floor.only), 'utf8').split(/\r?\n/));
      const fonts = loadFonts();
      const dataSets = [
        ...(['nwind', 'micro', 'field'] as const).map((file, i) => ({
          name: ['NorthWind', 'Micro', 'Field'][i]!,
          tables: readXmlDataSet(readFileSync(join(reference, 'data', `${file}.xml`))),
        })),
        businessObjects,
      ];
      for (const file of readdirSync(folder)) {
        const name = file.slice(0, -'.frx'.length);
        if (!file.endsWith('.frx') || (only && !only.has(name))) continue;
        const template = readTemplate(readFileSync(join(folder, file)), {
          baseReport: (base) => (existsSync(join(folder, base)) ? readFileSync(join(folder, base)) : undefined),
        });
        const pages = [];
        let number = 0;
        for await (const page of prepare(template, dataSets, {
          fonts,
          describeImage,
          now: () => Date.UTC(2026, 0, 15, 12),
        }).pages) {
          number += 1;
          pages.push(number <= keptPages ? pageJson(page) : { objects: [] });
        }
        writeFileSync(join(output, `${name}.layout.json`), JSON.stringify({ pages }));
      }
      const figures = join(output, 'figures.json');
      const more = floor.only === undefined ? [] : ['--only', join(reference, floor.only)];
      execFileSync(process.execPath, [
        join(reference, 'compare.mjs'),
        '--all',
        folder,
        output,
        ...more,
        '--json',
        figures,
      ]);
      const { sum } = JSON.parse(readFileSync(figures, 'utf8')) as { sum: Sum };

      expect(sum.templates).toBe(floor.templates);
      expect(sum.samePages).toBe(floor.templates);
      expect(sum.passing).toBeGreaterThanOrEqual(floor.passing);
      expect((100 * sum.meanExact) / sum.templates).toBeGreaterThanOrEqual(floor.meanExact);
      expect((100 * sum.exact) / sum.objects).toBeGreaterThanOrEqual(floor.exact);
      expect((100 * sum.style) / sum.exact).toBeGreaterThanOrEqual(floor.style);
    },
    120_000,
  );
});

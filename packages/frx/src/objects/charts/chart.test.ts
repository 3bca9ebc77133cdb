import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Double, type Value } from '../../expression/values/values.ts';
import type { TemplateObject } from '../../template/model.ts';
import { createChartCollector, drawObject, seriesSources, type SeriesData } from '../index.ts';
import { corners, objectNow, template, testTools, texts } from '../testing/testObject.ts';
import { ChartError, readChart } from './model.ts';
import { scaleFor, ticksOf } from './scale.ts';
import { chartXml } from '../../testing/fuzz/readers.ts';

const encode = (xml: string): string => Buffer.from(xml).toString('base64');
const points = (values: readonly number[]): string =>
  values
    .map((value, index) => `<DataPoint YValues="${String(value)}" AxisLabel="${'ABCDEF'.charAt(index)}"/>`)
    .join('');
const chart = (kind: string, values: readonly (readonly number[])[], rest = ''): string =>
  `<Chart><Series>${values.map((list, index) => `<Series Name="S${String(index)}" ChartType="${kind}"><Points>${points(list)}</Points></Series>`).join('')}</Series>${rest}</Chart>`;

function draw(xml: string, series?: readonly SeriesData[]): ReturnType<typeof drawObject>['drawing'] {
  return drawObject(
    objectNow('MSChartObject', { ChartData: encode(xml) }, { width: 300, height: 200, series }),
    testTools(),
  ).drawing;
}

describe('the scale of an axis', () => {
  it('has round numbers, zero, and some space above', () => {
    expect(ticksOf(scaleFor([1, 2, 3], {}))).toEqual([0, 1, 2, 3, 4]);
    expect(ticksOf(scaleFor([12_099], {}))).toEqual([0, 5000, 10_000, 15_000]);
    expect(ticksOf(scaleFor([-3, 7], {}))).toEqual([-4, -2, 0, 2, 4, 6, 8]);
  });

  it('uses given limits, and works without values and with a single one', () => {
    expect(scaleFor([5], { minimum: 2, maximum: 10 })).toMatchObject({ minimum: 2, maximum: 10 });
    for (const values of [[], [0], [Number.NaN]]) expect(ticksOf(scaleFor(values, {})).length).toBeGreaterThan(1);
  });
});

describe('a chart', () => {
  it('draws a column for each value, higher for higher ones', () => {
    const drawing = draw(chart('Column', [[1, 3]]))!;
    const tops = drawing
      .filter(
        (primitive) =>
          primitive.kind === 'path' && primitive.fill?.kind === 'solid' && primitive.fill.color === '#418cf0',
      )
      .map((primitive) => Number(corners([primitive])[0]!.split(',')[1]));
    expect(tops).toHaveLength(2);
    expect(tops[1]).toBeLessThan(tops[0]!);
  });

  it('labels categories, values and series', () => {
    const rest = '<Legends><Legend/></Legends><Titles><Title Text="Sold"/></Titles>';
    const said = texts(
      draw(
        chart(
          'Column',
          [
            [1, 2],
            [3, 4],
          ],
          rest,
        ),
      )!,
    );
    for (const word of ['Sold', 'S0', 'S1', 'A', 'B', '0', '5']) expect(said).toContain(word);
  });

  it('has the titles of its axes below it and, turned, beside its numbers', () => {
    const rest = '<ChartAreas><ChartArea><AxisY Title="Pieces"/><AxisX Title="Month"/></ChartArea></ChartAreas>';
    for (const [kind, beside, under] of [
      ['Column', 'Pieces', 'Month'],
      ['Bar', 'Month', 'Pieces'],
    ] as const) {
      const titles = draw(chart(kind, [[1, 3]], rest))!.filter((primitive) => primitive.kind === 'text');
      const title = (text: string) => titles.find((primitive) => primitive.text === text)!;
      const label = title(kind === 'Column' ? '3' : 'A');
      expect(title(beside), kind).toMatchObject({ angle: -90, align: 'center' });
      expect(title(beside).x).toBeLessThan(label.x);
      expect(title(under), kind).not.toHaveProperty('angle');
      expect(title(under).y).toBeGreaterThan(Math.max(title(beside).y, label.y));
    }
  });

  it('stacks series on each other', () => {
    const heights = draw(chart('StackedColumn', [[2], [2]]))!
      .filter(
        (primitive) => primitive.kind === 'path' && primitive.fill?.kind === 'solid' && primitive.stroke?.width === 0.5,
      )
      .map((primitive) => corners([primitive]));
    expect(heights[0]![0]).toBe(heights[1]![3]);
  });

  it('of shares ends at a hundred', () => {
    const said = texts(draw(chart('StackedColumn100', [[1], [3]]))!);
    expect(said).toContain('100');
    expect(said).not.toContain('120');
  });

  it('cuts a pie into parts of the whole', () => {
    const drawing = draw(chart('Pie', [[1, 1, 2]]).replace('ChartType', 'Label="#VALX #PERCENT" ChartType'))!;
    expect(texts(drawing)).toEqual(['A 25.00 %', 'B 25.00 %', 'C 50.00 %']);
  });

  it.each([
    'Bar',
    'Line',
    'Spline',
    'Area',
    'StackedArea100',
    'Point',
    'Bubble',
    'Doughnut',
    'Funnel',
    'Pyramid',
    'Radar',
    'Candlestick',
    'SplineRange',
    'RangeBar',
    'Nonsense',
  ])('of kind %s draws something inside its box', (kind) => {
    const drawing = draw(
      chart(kind, [
        [3, 1, 2],
        [1, 2, 3],
      ]),
    )!;
    expect(drawing.length).toBeGreaterThan(3);
    for (const corner of corners(drawing))
      for (const value of corner.split(',')) expect(Number(value)).toBeLessThan(301);
  });

  it('shows the rows of the report instead of its sample points', () => {
    const series = [{ name: 'North', points: [{ label: 'x', y: [5] }] }];
    const said = texts(draw(chart('Column', [[1, 2]], '<Legends><Legend/></Legends>'), series)!);
    expect(said).toContain('North');
    expect(said).not.toContain('B');
  });

  it('without data is empty, and one that cannot be read is marked', () => {
    expect(draw('')).toHaveLength(2);
    const tools = testTools();
    const { drawing } = drawObject(objectNow('MSChartObject', { ChartData: encode('<Chart') }), tools);
    expect(texts(drawing!)).toEqual(['Chart']);
    expect(tools.warnings).toHaveLength(1);
  });
});

describe('rows of a chart', () => {
  const series = (attributes: Readonly<Record<string, string>>): TemplateObject =>
    template('MSChartObject', {}, [template('MSChartSeries', { XValue: '[T.X]', YValue1: '[T.Y]', ...attributes })]);

  function collect(
    attributes: Readonly<Record<string, string>>,
    rows: readonly (readonly [string, Value])[],
    auto?: readonly string[],
  ): readonly SeriesData[] {
    const [source] = seriesSources(series(attributes));
    const collector = createChartCollector();
    for (const [index, [label, y]] of rows.entries()) collector.add(source!, auto?.[index], label, label, [y]);
    return collector.result();
  }

  it('are points each, or sums of equal X', () => {
    const rows = [
      ['a', 1],
      ['b', new Double(2.5)],
      ['a', 3],
    ] as const;
    expect(collect({}, rows)[0]?.points.map(({ y }) => y[0])).toEqual([1, 2.5, 3]);
    expect(collect({ GroupBy: 'XValue' }, rows)[0]?.points).toEqual([
      { label: 'a', y: [4] },
      { label: 'b', y: [2.5] },
    ]);
    expect(collect({ GroupBy: 'XValue', GroupFunction: 'Count' }, rows)[0]?.points[0]?.y).toEqual([2]);
  });

  it('are sorted by X or by value', () => {
    const rows = [
      ['b', 1],
      ['a', 3],
      ['c', 2],
    ] as const;
    expect(collect({ SortBy: 'XValue', SortOrder: 'Descending' }, rows)[0]?.points.map(({ label }) => label)).toEqual([
      'c',
      'b',
      'a',
    ]);
    expect(collect({ SortBy: 'YValue' }, rows)[0]?.points.map(({ label }) => label)).toEqual(['b', 'c', 'a']);
  });

  it('become series of their own by a column, with equal X above each other', () => {
    const rows = [
      ['a', 1],
      ['b', 2],
      ['b', 3],
    ] as const;
    expect(collect({ GroupBy: 'XValue' }, rows, ['2011', '2011', '2012'])).toEqual([
      {
        name: '2011',
        points: [
          { label: 'a', y: [1] },
          { label: 'b', y: [2] },
        ],
      },
      {
        name: '2012',
        points: [
          { label: 'a', y: [] },
          { label: 'b', y: [3] },
        ],
      },
    ]);
  });

  it('stay with the series they belong to, in any order of the rows', () => {
    const [source] = seriesSources(series({}));
    const [first, second] = ['A', 'B'].map((name) => ({ ...source!, name }));
    const collector = createChartCollector([first!, second!]);
    collector.add(second!, undefined, 'x', 'x', [7]);
    expect(collector.result().map(({ name, points: found }) => [name, found.length])).toEqual([
      ['A', 0],
      ['B', 1],
    ]);
  });

  it('are sorted by X over all series together', () => {
    const [source] = seriesSources(series({ GroupBy: 'XValue', SortBy: 'XValue' }));
    const [first, second] = ['A', 'B'].map((name) => ({ ...source!, name }));
    const collector = createChartCollector([first!, second!]);
    for (const label of ['c', 'a']) collector.add(first!, undefined, label, label, [1]);
    for (const label of ['c', 'b']) collector.add(second!, undefined, label, label, [1]);
    for (const { points: found } of collector.result())
      expect(found.map(({ label }) => label)).toEqual(['a', 'b', 'c']);
  });

  it('come only from series with a data binding', () => {
    expect(seriesSources(template('MSChartObject', {}, [template('MSChartSeries')]))).toEqual([]);
  });
});

describe('the chart reader', () => {
  it('returns a model or throws a ChartError for any XML', () => {
    fc.assert(
      fc.property(chartXml, (xml) => {
        try {
          readChart(encode(xml));
        } catch (error) {
          expect(error).toBeInstanceOf(ChartError);
        }
      }),
      { numRuns: 300 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DateTime, Double, type Value } from '../../expression/values/values.ts';
import type { TemplateObject } from '../../template/model.ts';
import { createChartCollector, drawObject, seriesSources, type SeriesData } from '../index.ts';
import { corners, objectNow, template, testTools, texts } from '../testing/testObject.ts';
import { ChartError, readChart } from './model.ts';
import { scaleFor, ticksOf } from './scale.ts';
import { textWidth } from './text.ts';
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
    expect(texts(drawing)).toEqual(['A 25.00%', 'B 25.00%', 'C 50.00%']);
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

  /** Colour and corners of each filled path. */
  const filledPaths = (drawing: NonNullable<ReturnType<typeof draw>>, color: string) =>
    drawing.flatMap((primitive) =>
      primitive.kind === 'path' && primitive.fill?.kind === 'solid' && primitive.fill.color === color
        ? [corners([primitive]).map((corner) => corner.split(',').map(Number) as [number, number])]
        : [],
    );

  it('puts points at their numbers, with labels at round ones', () => {
    const xml = chart('Point', [[1, 2, 3]])
      .replace('AxisLabel="A"', 'XValue="1.5"')
      .replace('AxisLabel="B"', 'XValue="2"')
      .replace('AxisLabel="C"', 'XValue="9"');
    const middles = draw(xml)!.flatMap((primitive) =>
      primitive.kind === 'path' && primitive.fill?.kind === 'solid' && primitive.fill.color === '#418cf0'
        ? [primitive.commands.flatMap((command) => (command[0] === 'M' ? [command[1]] : []))[0]!]
        : [],
    );
    expect((middles[2]! - middles[1]!) / (middles[1]! - middles[0]!)).toBeCloseTo(14, 1);
    expect(texts(draw(xml)!)).toEqual(expect.arrayContaining(['0', '5', '10']));
  });

  it('puts points that are indexed, or that are all at zero, beside each other', () => {
    const at = (rest: string, x: readonly number[]): number[] => {
      const list = x.map((each) => `<DataPoint XValue="${String(each)}" YValues="1"/>`).join('');
      const xml = `<Chart><Series><Series ChartType="Column" ${rest}><Points>${list}</Points></Series></Series></Chart>`;
      return filledPaths(draw(xml)!, '#418cf0').map((path) => path[0]![0]);
    };
    for (const [rest, x] of [
      ['IsXValueIndexed="True"', [1, 2, 9]],
      ['', [0, 0, 0]],
    ] as const) {
      const [a, b, c] = at(rest, x);
      expect(c! - b!, rest).toBeCloseTo(b! - a!, 0);
    }
    const [a, b, c] = at('', [1, 2, 9]);
    expect(c! - b!).toBeGreaterThan(5 * (b! - a!));
  });

  it('labels dates by whole months or years, in the culture of the report', () => {
    const dayOf = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day);
    const line = (days: readonly number[]): SeriesData => ({
      name: 'Thickness',
      dates: true,
      points: days.map((x) => ({ label: 'unused', x, y: [7] })),
    });
    const months = texts(
      draw(chart('Line', [[1]]), [line([dayOf(2026, 1, 9), dayOf(2026, 2, 28), dayOf(2026, 4, 2)])])!,
    );
    expect(months).toEqual(expect.arrayContaining(['Feb 2026', 'Mar 2026', 'Apr 2026']));
    const years = texts(draw(chart('Line', [[1]]), [line([dayOf(2011, 5, 2), dayOf(2012, 1, 9), dayOf(2026, 4, 2)])])!);
    expect(years).toContain('2015');
    expect([...months, ...years]).not.toContain('unused');
  });

  it('keeps the labels of points at regular numbers as long as there is space', () => {
    const points = [2021, 2022, 2023].map((x) => ({ label: `${String(x)} AD`, x, y: [1] }));
    expect(texts(draw(chart('Column', [[1]]), [{ name: 'S', points }])!)).toEqual(
      expect.arrayContaining(['2021 AD', '2022 AD', '2023 AD']),
    );
  });

  it('leaves missing points out of lines instead of drawing them at zero', () => {
    const bottom = (y: readonly (readonly number[])[]): number =>
      Math.max(
        ...draw(chart('Line', [[1]]), [{ name: 'S', points: y.map((each) => ({ label: '', y: each })) }])!.flatMap(
          (primitive) =>
            primitive.kind === 'path' && primitive.stroke?.color === '#418cf0'
              ? corners([primitive]).map((corner) => Number(corner.split(',')[1]))
              : [],
        ),
      );
    expect(bottom([[5], [], [5]])).toBe(bottom([[5], [5], [5]]));
    expect(bottom([[5], [0], [5]])).toBeGreaterThan(bottom([[5], [5], [5]]));
  });

  it('draws steps, dashes and markers of lines', () => {
    const xml = (rest: string): string => chart('StepLine', [[1, 3]]).replace('ChartType', `${rest} ChartType`);
    const path = draw(xml('BorderDashStyle="Dash" BorderWidth="2"'))!.find(
      (primitive) => primitive.kind === 'path' && primitive.stroke?.color === '#418cf0',
    );
    expect(path).toMatchObject({ stroke: { width: 2, dash: [6, 2] } });
    const [first, step, last] = corners([path!]).map((corner) => corner.split(','));
    expect([step![0], step![1]]).toEqual([last![0], first![1]]);
    expect(filledPaths(draw(xml('MarkerStyle="Square" MarkerColor="Red"'))!, '#ff0000')).toHaveLength(2);
    expect(filledPaths(draw(xml('MarkerStyle="None" MarkerColor="Red"'))!, '#ff0000')).toHaveLength(0);
  });

  it('has the first of its bars at the bottom, and at the top when its axis is reversed', () => {
    const tops = (rest: string): number[] =>
      filledPaths(draw(chart('Bar', [[1, 2]], rest))!, '#418cf0').map((path) => path[0]![1]);
    const [first, second] = tops('');
    expect(first).toBeGreaterThan(second!);
    const [one, two] = tops('<ChartAreas><ChartArea><AxisX IsReversed="True"/></ChartArea></ChartAreas>');
    expect(one).toBeLessThan(two!);
  });

  it('cuts long names of bars, so that they stay inside its box', () => {
    const name = 'Floodlight bracket at the monkey board, port side, upper row';
    const [label] = draw(chart('Bar', [[1]]).replace('AxisLabel="A"', `AxisLabel="${name}"`))!.flatMap((primitive) =>
      primitive.kind === 'text' && primitive.align === 'right' ? [primitive] : [],
    );
    expect(label!.text).toMatch(/^Floodlight.*…$/);
    expect(label!.x - textWidth(label!.text, label!.font, testTools())).toBeGreaterThanOrEqual(0);
  });

  it('has a second axis for series that are on it', () => {
    const xml = chart('Column', [[1], [1000]]).replace('Name="S1"', 'Name="S1" YAxisType="Secondary"');
    const found = draw(xml)!.flatMap((primitive) => (primitive.kind === 'text' ? [primitive] : []));
    const least = found.find(({ text }) => text === '1200')!;
    expect(least.align).toBe('left');
    expect(found.find(({ text }) => text === '1.2')!.x).toBeLessThan(least.x);
    const heights = ['#418cf0', '#fcb441'].map((color) => filledPaths(draw(xml)!, color)[0]![0]![1]);
    expect(heights[0]).toBe(heights[1]);
  });

  it('formats the values of its axes and labels, and uses logarithms where the axis does', () => {
    const axis = (rest: string): string => `<ChartAreas><ChartArea><AxisY ${rest}</ChartArea></ChartAreas>`;
    expect(texts(draw(chart('Column', [[1500]], axis('><LabelStyle Format="N1"/></AxisY>')))!)).toContain('1,000.0');
    const said = texts(draw(chart('Column', [[3, 4000]], axis('IsLogarithmic="True"/>')))!);
    expect(said.filter((text) => /^\d+$/.test(text))).toEqual(['1', '10', '100', '1000', '10000']);
    const labelled = chart('Column', [[1234.5]]).replace('ChartType', 'Label="#VALY{N2} of #TOTAL" ChartType');
    expect(texts(draw(labelled)!)).toContain('1,234.50 of 1234.5');
  });

  it('has the texts of a pie inside its parts, and beside it when they do not fit, one below the other', () => {
    const placed = (kind: string, labels: readonly [string, number][]) => {
      const list = labels.map(([label, y]) => `<DataPoint YValues="${String(y)}" AxisLabel="${label}"/>`).join('');
      const drawing = draw(
        `<Chart><Series><Series ChartType="${kind}"><Points>${list}</Points></Series></Series></Chart>`,
      )!;
      return drawing.flatMap((primitive) => (primitive.kind === 'text' ? [primitive] : []));
    };
    const [large, ...small] = placed('Pie', [
      ['Fit', 90],
      ['Lug', 2],
      ['Shackle', 2],
      ['Hook', 2],
    ]);
    expect(large).toMatchObject({ text: 'Fit', align: 'center' });
    expect(small.map(({ align }) => align)).toEqual(['right', 'right', 'right']);
    const rows = small.map(({ y }) => y).toSorted((a, b) => a - b);
    for (const [index, y] of rows.slice(1).entries()) expect(y - rows[index]!).toBeGreaterThan(10);
    expect(placed('Doughnut', [['A long text in a ring', 1]])[0]!.align).not.toBe('center');
  });

  it('moves the parts of a pie that are exploded outwards', () => {
    const whole = (rest: string): number => {
      const drawing = draw(chart('Pie', [[1, 1]]).replace('AxisLabel="A"', `AxisLabel="A" ${rest}`))!;
      return filledPaths(drawing, '#418cf0')[0]!.at(-1)![0];
    };
    expect(whole('CustomProperties="Exploded=true"')).toBeGreaterThan(whole(''));
  });

  it('names what it draws differently', () => {
    const xml = chart('Renko', [[1, 2]], '<ChartAreas><ChartArea/><ChartArea/></ChartAreas>');
    const tools = testTools();
    drawObject(objectNow('MSChartObject', { ChartData: encode(xml) }), tools);
    expect(tools.warnings).toEqual([
      'A chart of kind Renko is drawn as a line.',
      'The chart has several areas; all its series are drawn in one.',
    ]);
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

  it('have positions where X is a number or a date, and texts where it is a period', () => {
    const moment = new DateTime(Date.UTC(2026, 4, 3));
    const added = (attributes: Readonly<Record<string, string>>, x: Value): SeriesData => {
      const [source] = seriesSources(series(attributes));
      const collector = createChartCollector();
      collector.add(source!, undefined, x, 'label', [1]);
      return collector.result()[0]!;
    };
    expect(added({}, new Double(2.5))).toMatchObject({ points: [{ x: 2.5 }] });
    expect(added({}, moment)).toMatchObject({ dates: true, points: [{ x: moment.milliseconds }] });
    expect(added({}, 'text').points[0]).not.toHaveProperty('x');
    expect(added({ GroupBy: 'Months' }, moment).points[0]).toEqual({ label: '2026-05', y: [1] });
  });

  it('mark the part of a pie that PieExplode selects', () => {
    const rows = [
      ['a', 1],
      ['b', 5],
      ['c', 2],
    ] as const;
    const marked = (by: string) =>
      collect({ PieExplode: by }, rows)[0]!.points.filter((point) => point.exploded === true);
    expect(marked('BiggestValue')).toMatchObject([{ label: 'b' }]);
    expect(marked('LowestValue')).toMatchObject([{ label: 'a' }]);
    expect(marked('None')).toEqual([]);
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

/** Rows of a report as series of a chart: values with equal X are added up, sorted, split by AutoSeriesColumn. */
import { asNumber, numericKind } from '../../expression/values/promotion.ts';
import { DateTime, type Value } from '../../expression/values/values.ts';
import type { TemplateObject } from '../../template/model.ts';
import { enumOf, textOf } from '../../template/properties.ts';
import type { SeriesData, SeriesPoint } from '../object.ts';

/** Expressions of a series of a chart, evaluated for every row of its data source. */
export interface SeriesSource {
  readonly name: string;
  /** Expressions; empty ones are not evaluated. */
  readonly filter: string;
  readonly xValue: string;
  readonly yValues: readonly string[];
  readonly source: TemplateObject;
}

const MAX_POINTS = 100_000;

/** The MSChartSeries of a chart that collect rows. */
export function seriesSources(chart: TemplateObject): readonly SeriesSource[] {
  return chart.children
    .filter(({ type }) => type === 'MSChartSeries')
    .map((source) => ({
      name: source.name,
      filter: textOf(source, 'Filter', ''),
      xValue: textOf(source, 'XValue', ''),
      yValues: ['YValue1', 'YValue2', 'YValue3', 'YValue4']
        .map((name) => textOf(source, name, ''))
        .filter((text) => text !== ''),
      source,
    }))
    .filter(({ xValue, yValues }) => xValue !== '' || yValues.length > 0);
}

interface Collected {
  readonly name: string;
  readonly groups: Map<string, { readonly x: Value; readonly label: string; readonly values: number[][] }>;
}

/** Collects the points of series from rows of data. */
export interface SeriesCollector {
  /** Adds a row; `autoSeries` is the value of AutoSeriesColumn as text, `label` is X as text. */
  readonly add: (
    series: SeriesSource,
    autoSeries: string | undefined,
    x: Value,
    label: string,
    y: readonly Value[],
  ) => void;
  readonly result: () => readonly SeriesData[];
}

/** @param known series whose order is kept, with or without rows; others follow in order of occurrence */
export function createCollector(known: readonly SeriesSource[] = []): SeriesCollector {
  const series = new Map<string, Collected & { readonly source: TemplateObject }>(
    known.map(({ name, source }) => [keyOf(name), { name, groups: new Map(), source }]),
  );
  let points = 0;
  return {
    add: ({ name, source }, autoSeries, x, label, y) => {
      const key = keyOf(name, autoSeries);
      let found = series.get(key);
      if (found === undefined) series.set(key, (found = { name: autoSeries ?? name, groups: new Map(), source }));
      const grouped = groupOf(source, x, label);
      const groupKey = grouped ?? String(found.groups.size);
      let group = found.groups.get(groupKey);
      if (group === undefined) {
        if (++points > MAX_POINTS) return;
        found.groups.set(groupKey, (group = { x, label: grouped ?? label, values: [] }));
      }
      group.values.push(y.map((value) => (numericKind(value) === undefined ? 0 : asNumber(value))));
    },
    result: () =>
      aligned(
        [...series.values()].map(({ name, groups, source }) => ({ name, points: pointsOf(groups, source), source })),
      ).map(({ name, points: placed, source }) => ({
        name,
        points: exploded(placed, source).map(({ order: _, isDate: __, ...point }) => point),
        ...(placed.length > 0 && placed.every(({ isDate }) => isDate) ? { dates: true } : {}),
      })),
  };
}

function keyOf(name: string, autoSeries = ''): string {
  return `${name}\n${autoSeries}`;
}

/** Returns the group of a row, whose rows become one point: their X, or its year, month or day; undefined when every row is a point. */
function groupOf(source: TemplateObject, x: Value, label: string): string | undefined {
  const by = enumOf(source, 'GroupBy', ['None', 'XValue', 'Number', 'Years', 'Months', 'Days'], 'None');
  if (by === 'None') return undefined;
  if (!(x instanceof DateTime) || by === 'XValue' || by === 'Number') return label;
  return new Date(x.milliseconds).toISOString().slice(0, { Years: 4, Months: 7, Days: 10 }[by]);
}

/** A point with its sort key along X. */
type OrderedPoint = SeriesPoint & { readonly order: string | number; readonly isDate: boolean };

interface OrderedSeries {
  readonly name: string;
  readonly points: readonly OrderedPoint[];
  readonly source: TemplateObject;
}

/** Gives series that share some labels a position for each label of all, so that equal ones are above each other. */
function aligned(series: readonly OrderedSeries[]): readonly OrderedSeries[] {
  const byText = new Map(series.flatMap(({ points }) => points.map((point) => [point.label, point] as const)));
  const apart = series.reduce((sum, { points }) => sum + points.length, 0) === byText.size || byText.has('');
  if (series.length < 2 || apart) return series;
  const places = [...byText.values()].map((point): OrderedPoint => ({ ...point, y: [] }));
  if (series.every(({ source }) => sortedBy(source) === 'XValue'))
    places.sort((a, b) => directionOf(series[0]!.source) * compareOrders(a, b));
  return series.map(({ name, points, source }) => {
    const byLabel = new Map(points.map((point) => [point.label, point]));
    if (byLabel.size < points.length) return { name, points, source };
    return { name, points: places.map((place) => byLabel.get(place.label) ?? place), source };
  });
}

function sortedBy(source: TemplateObject): 'None' | 'XValue' | 'YValue' {
  return enumOf(source, 'SortBy', ['None', 'XValue', 'YValue'], 'None');
}

function directionOf(source: TemplateObject): 1 | -1 {
  return enumOf(source, 'SortOrder', ['Ascending', 'Descending'], 'Ascending') === 'Descending' ? -1 : 1;
}

function compareOrders(a: Pick<OrderedPoint, 'order'>, b: Pick<OrderedPoint, 'order'>): number {
  return a.order < b.order ? -1 : a.order > b.order ? 1 : 0;
}

function pointsOf(groups: Collected['groups'], source: TemplateObject): readonly OrderedPoint[] {
  const kind = enumOf(source, 'GroupFunction', ['Sum', 'Min', 'Max', 'Avg', 'Count'], 'Sum');
  // Days, months and years have texts of their own, which are beside each other.
  const isPeriod = /^(?:Years|Months|Days)$/.test(textOf(source, 'GroupBy', 'None'));
  const made = [...groups.values()].map(({ x, label, values }): OrderedPoint => {
    const position = x instanceof DateTime ? x.milliseconds : numericKind(x) === undefined ? undefined : asNumber(x);
    return {
      order: position ?? label,
      isDate: x instanceof DateTime,
      ...(position === undefined || (isPeriod && x instanceof DateTime) ? {} : { x: position }),
      label,
      y: (values[0] ?? []).map((_, index) =>
        summed(
          values.map((row) => row[index] ?? 0),
          kind,
        ),
      ),
    };
  });
  const by = sortedBy(source);
  const direction = directionOf(source);
  if (by === 'XValue') made.sort((a, b) => direction * compareOrders(a, b));
  if (by === 'YValue') made.sort((a, b) => direction * ((a.y[0] ?? 0) - (b.y[0] ?? 0)));
  return made;
}

/** Marks the part of a pie that PieExplode selects by its value. */
function exploded(points: readonly OrderedPoint[], source: TemplateObject): readonly OrderedPoint[] {
  const by = enumOf(source, 'PieExplode', ['None', 'BiggestValue', 'LowestValue', 'SpecificValue'], 'None');
  if (by !== 'BiggestValue' && by !== 'LowestValue') return points;
  const direction = by === 'BiggestValue' ? 1 : -1;
  const valueOf = ({ y }: OrderedPoint): number => direction * (y[0] ?? 0);
  const first = points.reduce<OrderedPoint | undefined>(
    (best, point) => (best === undefined || valueOf(point) > valueOf(best) ? point : best),
    undefined,
  );
  return points.map((point) => (point === first ? { ...point, exploded: true } : point));
}

function summed(values: readonly number[], kind: 'Sum' | 'Min' | 'Max' | 'Avg' | 'Count'): number {
  if (kind === 'Count') return values.length;
  if (kind === 'Min') return values.reduce((a, b) => Math.min(a, b), Infinity);
  if (kind === 'Max') return values.reduce((a, b) => Math.max(a, b), -Infinity);
  const sum = values.reduce((a, b) => a + b, 0);
  return kind === 'Avg' && values.length > 0 ? sum / values.length : sum;
}

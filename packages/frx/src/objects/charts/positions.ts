/** The axis along which the points of a chart are: beside each other in their order, at their numbers, or at their dates. */
import type { Culture } from '../../expression/cultures/culture.ts';
import { formatted, toText } from '../../expression/formats/toText.ts';
import { DateTime, Double } from '../../expression/values/values.ts';
import type { SeriesPoint } from '../object.ts';
import { dateOfNumber, type ChartAxis, type ChartModel, type ChartSeries } from './model.ts';
import { GREATEST, leastDistance, roundStep, scaleFor, shareOf, ticksOf, withoutRest, type Scale } from './scale.ts';

/** A label of an axis and its position, 0 to 1. */
export interface Mark {
  readonly share: number;
  readonly text: string;
}

/** The positions of points along their axis. */
export interface Positions {
  /** Returns the position of a point, 0 to 1, by its index in its series. */
  readonly at: (point: SeriesPoint, index: number) => number;
  /** Returns a number that is equal for points above each other. */
  readonly keyOf: (point: SeriesPoint, index: number) => number;
  /** Share of the axis that belongs to one position. */
  readonly unit: number;
  readonly marks: readonly Mark[];
}

/** Least share of an axis that a position has. */
const LEAST_UNIT = 1e-6;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30.44 * DAY;
/** Space before the first date and after the last one, as a share of the time between them. */
const DATE_MARGIN = 0.03;

/** Distances of the labels of dates: a number of months or of ms, with the .NET format of the labels. */
const DATE_STEPS: readonly {
  readonly months?: number;
  readonly ms: number;
  readonly format: string;
}[] = [
  ...[1, 5, 15, 30].map((count) => ({ ms: count * SECOND, format: 'T' })),
  ...[1, 5, 15, 30].map((count) => ({ ms: count * MINUTE, format: 't' })),
  ...[1, 3, 6, 12].map((count) => ({ ms: count * HOUR, format: 'g' })),
  ...[1, 2, 7, 14].map((count) => ({ ms: count * DAY, format: 'd' })),
  ...[1, 3, 6].map((months) => ({ months, ms: months * MONTH, format: 'MMM yyyy' })),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000].map((years) => ({
    months: 12 * years,
    ms: 12 * years * MONTH,
    format: 'yyyy',
  })),
];

/** Range of .NET's dates, ms since 1970. */
const EARLIEST = new Date(0).setUTCFullYear(1, 0, 1);
const LATEST = new Date(0).setUTCFullYear(9999, 11, 31);

/**
 * Selects the kind of axis: numbers or dates if all points have one and no series says that its points are beside each other.
 * @param space whether columns are at the ends, which need space
 * @param wanted number of labels for which there is space
 */
export function positionsOf(
  { series, axisX }: Pick<ChartModel, 'series' | 'axisX'>,
  space: boolean,
  wanted: number,
  culture: Culture,
): Positions {
  const filled = series.filter(({ points }) => points.length > 0);
  const isMeasured =
    filled.length > 0 &&
    filled.every(({ indexed, points }) => !indexed && points.every(({ x = NaN }) => Math.abs(x) <= GREATEST)) &&
    filled.some(({ points }) => points.some(({ x }) => x !== 0));
  return isMeasured ? measured(filled, axisX, space, wanted, culture) : slots(series, axisX);
}

/** Positions beside each other. */
function slots(series: readonly ChartSeries[], { reversed }: ChartAxis): Positions {
  const count = Math.max(1, ...series.map(({ points }) => points.length));
  const at = (_: unknown, index: number): number => {
    const share = (index + 0.5) / count;
    return reversed ? 1 - share : share;
  };
  const textAt = (slot: number): string =>
    series.map(({ points }) => points[slot]?.label ?? '').find((text) => text !== '') ?? String(slot + 1);
  return {
    at,
    keyOf: (_, index) => index,
    unit: 1 / count,
    marks: Array.from({ length: count }, (_, slot) => ({ share: at(null, slot), text: textAt(slot) })),
  };
}

/** Positions at numbers or dates. */
function measured(
  series: readonly ChartSeries[],
  axis: ChartAxis,
  space: boolean,
  wanted: number,
  culture: Culture,
): Positions {
  const isDates = series.every(({ dates }) => dates === true);
  const limitOf = (value: number | undefined): number | undefined =>
    isDates && value !== undefined ? withinDates(dateOfNumber(value)) : value;
  const limits = { minimum: limitOf(axis.minimum), maximum: limitOf(axis.maximum) };
  const labels = new Map(
    series.flatMap(({ points }) => points.map(({ x, label }): [number, string] => [x ?? 0, label])),
  );
  const values = [...labels.keys()].toSorted((a, b) => a - b);
  const distances = values.slice(1).map((value, index) => value - values[index]!);
  const distance = distances.reduce((least, each) => Math.min(least, each), Infinity);
  const least = leastDistance(values[0]!, values.at(-1)!);
  const unit = distance !== Infinity && distance > least ? distance : Math.max(least, isDates ? DAY : 1);
  const { scale, ticks, format } = isDates
    ? dateScale(values, axis, wanted)
    : { ...numberScale(values, axis, wanted), format: axis.format };
  const margin = space ? unit / 2 : 0;
  const wide: Scale = {
    ...scale,
    minimum: limits.minimum ?? (space ? values[0]! : scale.minimum) - margin,
    maximum: limits.maximum ?? (space ? values.at(-1)! : scale.maximum) + margin,
  };
  const shown = wide.maximum > wide.minimum ? wide : { ...wide, maximum: wide.minimum + unit };
  // Points at regular distances have their own labels, as long as there is space for all of them.
  const isRegular = distances.every((each) => Math.abs(each - distance) <= 1e-6 * distance);
  const isLabelled = series.some(({ labelled }) => labelled);
  const isOwn = isLabelled || (isRegular && values.length <= wanted && axis.format === '');
  const textOf = (value: number): string => {
    // The text of a date contains its time, which the format of the axis leaves out; a label of the template stays.
    const own = isDates && !isLabelled ? '' : (labels.get(value) ?? '');
    if (isOwn && own !== '') return own;
    const shownValue = isDates ? new DateTime(Math.round(withinDates(value))) : new Double(withoutRest(value));
    return format === '' ? toText(shownValue, culture) : formatted(shownValue, format, culture);
  };
  return {
    at: ({ x = 0 }) => shareOf(shown, x),
    keyOf: ({ x = 0 }) => x,
    unit: Math.max(LEAST_UNIT, unit / (shown.maximum - shown.minimum)),
    marks: (isOwn ? values : ticks)
      .filter((value) => value >= shown.minimum && value <= shown.maximum)
      .map((value) => ({ share: shareOf(shown, value), text: textOf(value) })),
  };
}

function numberScale(
  values: readonly number[],
  axis: ChartAxis,
  wanted: number,
): { readonly scale: Scale; readonly ticks: readonly number[] } {
  const scale = scaleFor(values, axis, null, Math.max(1, Math.min(10, wanted)));
  if (axis.minimum === undefined || axis.interval !== undefined || scale.logarithmic)
    return { scale, ticks: ticksOf(scale) };
  // Labels are at round numbers also where the axis begins at another one.
  const step = roundStep(scale.step);
  return { scale, ticks: ticksOf({ ...scale, step, minimum: Math.ceil(scale.minimum / step) * step }) };
}

/** Selects whole days, months or years between the dates. */
function dateScale(
  values: readonly number[],
  axis: ChartAxis,
  wanted: number,
): { readonly scale: Scale; readonly ticks: readonly number[]; readonly format: string } {
  const [first, last] = [withinDates(values[0]!), withinDates(values.at(-1)!)];
  const margin = last > first ? (last - first) * DATE_MARGIN : DAY / 2;
  const step =
    DATE_STEPS.find(({ ms }) => (last - first) / ms <= Math.max(1, Math.min(10, wanted))) ?? DATE_STEPS.at(-1)!;
  const ticks: number[] = [];
  for (let tick = startOf(first, step); tick <= last && ticks.length < 100; tick = after(tick, step)) ticks.push(tick);
  return {
    scale: {
      minimum: withinDates(first - margin),
      maximum: withinDates(last + margin),
      step: step.ms,
      logarithmic: false,
      reversed: axis.reversed,
    },
    ticks,
    format: axis.format === '' ? step.format : axis.format,
  };
}

/** Returns the nearest moment that .NET's dates can have, ms since 1970. */
function withinDates(moment: number): number {
  return Math.min(LATEST, Math.max(EARLIEST, moment));
}

/** Returns the last tick that is not after a moment. */
function startOf(moment: number, { months, ms }: (typeof DATE_STEPS)[number]): number {
  if (months === undefined) return Math.floor(moment / ms) * ms;
  const date = new Date(moment);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
  return monthStart(Math.floor(month / months) * months);
}

function after(tick: number, { months, ms }: (typeof DATE_STEPS)[number]): number {
  if (months === undefined) return tick + ms;
  const date = new Date(tick);
  return monthStart(date.getUTCFullYear() * 12 + date.getUTCMonth() + months);
}

/** Returns the first moment of a month, by its number since the year 0. */
function monthStart(month: number): number {
  return new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1);
}

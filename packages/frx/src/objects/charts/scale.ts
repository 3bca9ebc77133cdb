/** An axis: its ends, and the distance of its ticks. */
export interface Scale {
  readonly minimum: number;
  readonly maximum: number;
  /** Of a logarithmic axis: the factor. */
  readonly step: number;
  readonly logarithmic: boolean;
  readonly reversed: boolean;
}

/** Properties of an axis that define its scale. */
export interface ScaleLimits {
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  /** Distance of labels and grid lines; undefined: selected by the values. */
  readonly interval?: number | undefined;
  readonly logarithmic?: boolean;
  /** Values increase to the left, or downwards. */
  readonly reversed?: boolean;
}

/** Range of values and of their distances that an axis can show. */
export const GREATEST = 1e300;
const LEAST_SPAN = 1e-300;
/** Smallest distance of two numbers that an axis shows, as a share of them. */
const EXACTNESS = 1e-9;

/** Maximum number of labels of an axis. */
const MAX_TICKS = 200;

/** Returns the smallest of 1, 2 and 5 times a power of ten that is not smaller than a distance. */
export function roundStep(distance: number): number {
  const power = 10 ** Math.floor(Math.log10(distance));
  const digit = distance / power;
  return (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * power;
}

/**
 * Selects round numbers around the values: 1, 2 or 5 times a power of ten apart.
 * @param base a value that the axis contains in any case; null: none
 */
export function scaleFor(
  values: readonly number[],
  { minimum, maximum, interval, logarithmic = false, reversed = false }: ScaleLimits,
  base: number | null = 0,
  wanted = 5,
): Scale {
  if (logarithmic) return logarithmicScale(values, { minimum, maximum, reversed });
  const finite = values.filter((value) => Math.abs(value) <= GREATEST);
  const start = base ?? finite[0] ?? 0;
  const least = finite.reduce((a, b) => Math.min(a, b), start);
  const greatest = finite.reduce((a, b) => Math.max(a, b), start);
  const low = minimum ?? least;
  const high = Math.max(maximum ?? greatest, low);
  const span = high - low > leastDistance(low, high) ? high - low : Math.max(1, leastDistance(low, high));
  const step = interval !== undefined && span / interval <= MAX_TICKS ? interval : roundStep(span / wanted);
  const first = minimum ?? Math.floor(low / step) * step;
  let last = maximum ?? Math.ceil(high / step) * step;
  // Leaves space above the highest value.
  if (maximum === undefined && base !== null && last - greatest < step / 4 && greatest > 0) last += step;
  return last > first
    ? { minimum: first, maximum: last, step, logarithmic, reversed }
    : { minimum: first, maximum: first + span, step: span, logarithmic, reversed };
}

/** Returns the smallest distance that an axis shows between numbers of the size of two. */
export function leastDistance(a: number, b: number): number {
  return Math.max(LEAST_SPAN, EXACTNESS * Math.max(Math.abs(a), Math.abs(b)));
}

/** Selects powers of ten around the positive values. */
function logarithmicScale(values: readonly number[], { minimum, maximum, reversed = false }: ScaleLimits): Scale {
  const usable = values.filter((value) => value <= GREATEST && value > 1 / GREATEST);
  const least = minimum !== undefined && minimum > 0 ? minimum : usable.reduce((a, b) => Math.min(a, b), Infinity);
  const greatest = maximum !== undefined && maximum > 0 ? maximum : usable.reduce((a, b) => Math.max(a, b), 0);
  const first = Number.isFinite(least) ? Math.floor(Math.log10(least)) : 0;
  const last = Math.max(first + 1, greatest > 0 ? Math.ceil(Math.log10(greatest)) : 1);
  return { minimum: 10 ** first, maximum: 10 ** last, step: 10, logarithmic: true, reversed };
}

/** Returns the values of a scale that have ticks. */
export function ticksOf({ minimum, maximum, step, logarithmic }: Scale): readonly number[] {
  const steps = logarithmic ? Math.log10(maximum / minimum) : (maximum - minimum) / step;
  const count = Math.min(MAX_TICKS, Math.floor(steps + 1e-9));
  return Array.from({ length: count + 1 }, (_, index) =>
    logarithmic ? minimum * step ** index : minimum + index * step,
  );
}

/** Returns the position of a value between the ends of its axis, 0 to 1. */
export function shareOf({ minimum, maximum, logarithmic, reversed }: Scale, value: number): number {
  const share = logarithmic
    ? Math.log(Math.max(value, minimum) / minimum) / Math.log(maximum / minimum)
    : (value - minimum) / (maximum - minimum);
  const within = Math.min(1, Math.max(0, share));
  return reversed ? 1 - within : within;
}

/** Rounds away the errors of binary fractions. */
export function withoutRest(value: number): number {
  return Number(value.toPrecision(12));
}

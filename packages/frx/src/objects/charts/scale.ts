/** A linear axis: its ends and step. */
export interface Scale {
  readonly minimum: number;
  readonly maximum: number;
  readonly step: number;
}

/** Maximum number of labels of an axis. */
const MAX_TICKS = 200;

/** Selects round numbers around the values: 1, 2 or 5 times a power of ten apart, including zero unless all values are far from it. */
export function scaleFor(
  values: readonly number[],
  given: { readonly minimum?: number | undefined; readonly maximum?: number | undefined },
  wanted = 5,
): Scale {
  const finite = values.filter((value) => Number.isFinite(value));
  const least = finite.reduce((a, b) => Math.min(a, b), 0);
  const greatest = finite.reduce((a, b) => Math.max(a, b), 0);
  const low = given.minimum ?? least;
  const high = Math.max(given.maximum ?? greatest, low + Number.EPSILON * Math.abs(low));
  const span = high - low > 0 ? high - low : 1;
  const raw = span / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const digit = raw / power;
  const step = (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * power;
  const minimum = given.minimum ?? Math.floor(low / step) * step;
  let maximum = given.maximum ?? Math.ceil(high / step) * step;
  // Leaves space above the highest value.
  if (given.maximum === undefined && maximum - greatest < step / 4 && greatest > 0) maximum += step;
  return maximum > minimum ? { minimum, maximum, step } : { minimum, maximum: minimum + 1, step: 1 };
}

/** Returns the values of a scale that have ticks. */
export function ticksOf({ minimum, maximum, step }: Scale): readonly number[] {
  const count = Math.min(MAX_TICKS, Math.floor((maximum - minimum) / step + 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => minimum + index * step);
}

/** Returns the position of a value between the ends of its axis, 0 to 1. */
export function shareOf({ minimum, maximum }: Scale, value: number): number {
  return Math.min(1, Math.max(0, (value - minimum) / (maximum - minimum)));
}

/** A number as text, without rounding errors of binary fractions. */
export function figure(value: number): string {
  return String(Number(value.toPrecision(12)));
}

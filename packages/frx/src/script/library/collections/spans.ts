import { ticksOf } from '../../../expression/values/calendar.ts';
import { ExpressionError } from '../../../expression/errors.ts';
import { TimeSpan } from '../../../expression/values/values.ts';
import type { DateTime } from '../../../expression/values/values.ts';
import { error } from '../../runtime/values.ts';

/** Arithmetic of TimeSpan. Ticks are stored as a double; values that a double cannot represent exactly are refused. */

const LIMIT = 2 ** 63;

function inexact(): ExpressionError {
  return new ExpressionError('A TimeSpan of more than 28 years with these ticks is not available');
}

/** Returns a span of ticks. @throws OverflowException */
export function spanOf(ticks: number): TimeSpan {
  if (Number.isNaN(ticks) || ticks >= LIMIT || ticks < -LIMIT)
    throw error('OverflowException', 'TimeSpan overflowed because the duration is too long.');
  return new TimeSpan(ticks);
}

/** Returns the span of exact ticks, including MaxValue. */
export function exactly(ticks: bigint): TimeSpan {
  const number = Number(ticks);
  if (BigInt(number) !== ticks && ticks !== 2n ** 63n - 1n) throw inexact();
  return new TimeSpan(number);
}

/** Ticks of a span as a whole number. */
const whole = (ticks: number): bigint => (ticks === LIMIT ? 2n ** 63n - 1n : BigInt(ticks));

/** Returns the span of a sum of ticks. @throws OverflowException */
function ofWhole(ticks: bigint): TimeSpan {
  if (ticks >= 2n ** 63n || ticks < -(2n ** 63n))
    throw error('OverflowException', 'TimeSpan overflowed because the duration is too long.');
  return exactly(ticks);
}

/** Returns the sum of two spans in ticks. @throws OverflowException */
export function spanSum(a: number, b: number): TimeSpan {
  if (b === 0) return new TimeSpan(a);
  if (a === 0) return new TimeSpan(b);
  if (Math.abs(a) === LIMIT || Math.abs(b) === LIMIT) return ofWhole(whole(a) + whole(b));
  const sum = a + b;
  const part = sum - a;
  if (a - (sum - part) + (b - part) !== 0) throw inexact();
  return spanOf(sum);
}

/** Returns the negated span. */
export function negated({ ticks }: TimeSpan): TimeSpan {
  if (ticks === -LIMIT)
    throw error('OverflowException', 'Negating the minimum value of a twos complement number is invalid.');
  return new TimeSpan(0 - ticks);
}

/** Returns the span between two times. */
export function exactDifference(a: DateTime, b: DateTime): TimeSpan {
  return exactly(ticksOf(a) - ticksOf(b));
}

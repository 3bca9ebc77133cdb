import type { TextInputProps } from '@mantine/core';
import { numberIn, numberProblem, type NumberTyping } from '../../lib/display/numbers.ts';
import { t } from '../../lib/texts/index.ts';
import { NumberField } from './NumberField.tsx';

/** The largest latitude and longitude, degrees. */
export const LIMITS = { latitude: 90, longitude: 180 };

/** Returns the initial state of a coordinate's field when a form opens. */
export function typedCoordinate(degrees: number | null): NumberTyping {
  return { text: degrees?.toString() ?? '', refused: '' };
}

/** Returns the degrees in a coordinate's field: null when it is empty, undefined when it is not a coordinate. */
export function coordinateIn(typing: NumberTyping, limit: number): number | null | undefined {
  if (numberProblem(typing) !== null) return undefined;
  if (typing.text === '') return null;
  const degrees = Number(numberIn(typing.text));
  return Math.abs(degrees) > limit ? undefined : degrees;
}

/** Degrees of latitude or longitude. A value out of range shows an error, and is never replaced by the limit. */
export function CoordinateField({
  typing,
  limit,
  onTyping,
  ...rest
}: { typing: NumberTyping; limit: number; onTyping(typing: NumberTyping): void } & Omit<
  TextInputProps,
  'value' | 'onChange'
>) {
  const problem =
    typing.text === ''
      ? rest.required === true
        ? t('installations.coordinateNeeded')
        : undefined
      : coordinateIn(typing, limit) === undefined
        ? t('installations.coordinateRange', { limit })
        : undefined;
  return <NumberField typing={typing} problem={problem} onTyping={onTyping} {...rest} />;
}

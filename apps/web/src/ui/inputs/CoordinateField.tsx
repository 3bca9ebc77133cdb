import { TextInput, type TextInputProps } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { type Axis, LIMITS, readCoordinate } from '../../lib/display/coordinates.ts';
import { t } from '../../lib/texts/coordinates.ts';

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** The texts of the two coordinates of a place, as they are typed. */
export type PlaceTyping = Readonly<Record<Axis, { text: string }>>;

/** Returns the initial state of the fields of a place when a form opens. */
export function typedPlace({ latitude, longitude }: Record<Axis, number | null>): PlaceTyping {
  return { latitude: { text: latitude?.toString() ?? '' }, longitude: { text: longitude?.toString() ?? '' } };
}

/** Returns the degrees in a field: null when it is empty, undefined when it contains no coordinate. */
export function coordinateIn(place: PlaceTyping, axis: Axis): number | null | undefined {
  const read = readCoordinate(place[axis].text, axis);
  if (read.is === 'empty') return null;
  return read.is === 'degrees' ? read.degrees : undefined;
}

/**
 * A latitude or longitude. The typed text is not changed; what it is read as is shown beside it. Two coordinates that are pasted into one
 * field fill both.
 */
export function CoordinateField({
  axis,
  place,
  onTyping,
  ...rest
}: { axis: Axis; place: PlaceTyping; onTyping(place: PlaceTyping): void } & Omit<
  TextInputProps,
  'value' | 'onChange'
>) {
  const { text } = place[axis];
  const read = readCoordinate(text, axis);
  const behind =
    read.is === 'degrees' && !DECIMAL.test(text.trim()) ? t('coordinates.read', { degrees: String(read.degrees) }) : '';
  const divided = (typed: string): PlaceTyping | null => {
    const pair = readCoordinate(typed, axis);
    return pair.is === 'pair' ? { latitude: { text: pair.latitude }, longitude: { text: pair.longitude } } : null;
  };
  const change = ({ currentTarget: { value }, nativeEvent }: ChangeEvent<HTMLInputElement>): void => {
    const isPasted = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste';
    onTyping((isPasted ? divided(value) : null) ?? { ...place, [axis]: { text: value } });
  };
  return (
    <TextInput
      size="md"
      maxLength={100}
      autoComplete="off"
      error={problemOf(read.is, axis, rest.required === true)}
      value={text}
      onChange={change}
      onBlur={() => {
        const both = divided(text);
        if (both !== null) onTyping(both);
      }}
      {...(behind === ''
        ? {}
        : {
            rightSection: <span style={{ whiteSpace: 'nowrap' }}>{behind}</span>,
            rightSectionWidth: `${behind.length + 3}ch`,
          })}
      {...rest}
    />
  );
}

function problemOf(is: ReturnType<typeof readCoordinate>['is'], axis: Axis, isRequired: boolean): string | null {
  switch (is) {
    case 'degrees':
      return null;
    case 'empty':
      return isRequired ? t('coordinates.needed') : null;
    case 'outOfRange':
      return t('coordinates.outOfRange', { limit: LIMITS[axis] });
    case 'pair':
      return t('coordinates.pair');
    default:
      return t(`coordinates.${is}.${axis}`);
  }
}

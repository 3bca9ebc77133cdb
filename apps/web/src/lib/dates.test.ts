import { describe, expect, it } from 'vitest';
import { dayAnswer, momentAnswer, pickedDay, pickedMoment, typedDay } from './dates.ts';

describe('dates in answers', () => {
  it('are UTC midnight of the written day in every time zone of the viewer', () => {
    expect(dayAnswer('2026-01-15')).toEqual({ value: '2026-01-15T00:00:00.000Z', displayValue: '15/01/2026' });
    expect(pickedDay('2026-01-15T00:00:00.000Z')).toBe('2026-01-15');
    expect(pickedDay('')).toBeNull();
    expect(dayAnswer(null)).toEqual({ value: '', displayValue: '' });
  });

  it('are typed as DD/MM/YYYY, day before month', () => {
    expect(typedDay('03/04/2026')).toBe('2026-04-03');
    expect(typedDay('3/4/2026')).toBe('2026-04-03');
    for (const text of ['', '31/02/2026', '2026-04-03', '13/13/2026', 'today']) expect(typedDay(text)).toBeNull();
  });

  it('with a time are instants, shown in the time zone of the installation', () => {
    expect(momentAnswer('2026-07-01 13:05:00', 'Europe/Oslo')).toEqual({
      value: '2026-07-01T11:05:00.000Z',
      displayValue: '01/07/2026 01:05 pm',
    });
    expect(pickedMoment('2026-01-15T12:00:00.000Z', 'Europe/Oslo')).toBe('2026-01-15 13:00:00');
    expect(pickedMoment('2026-01-15T12:00:00.000Z', 'Europe/London')).toBe('2026-01-15 12:00:00');
    expect(pickedMoment('', 'Europe/London')).toBeNull();
  });
});

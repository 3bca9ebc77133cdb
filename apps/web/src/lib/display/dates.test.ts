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
    const noon = { value: '2026-01-15T12:00:00.000Z', displayValue: '' };
    expect(pickedMoment(noon, 'Europe/Oslo')).toBe('2026-01-15 13:00:00');
    expect(pickedMoment(noon, 'Europe/London')).toBe('2026-01-15 12:00:00');
    expect(pickedMoment({ value: '', displayValue: '' }, 'Europe/London')).toBeNull();
  });

  it('with a time keep the time of day at which they were recorded when the time zone is another one', () => {
    const recorded = momentAnswer('2026-07-01 13:05:00', 'Europe/Oslo');
    for (const zone of ['UTC', 'Asia/Kolkata', 'Pacific/Kiritimati', 'America/New_York'])
      expect(pickedMoment(recorded, zone)).toBe('2026-07-01 13:05:00');
    // A display value of another day, or in another format, says nothing about the moment.
    expect(pickedMoment({ ...recorded, displayValue: '03/07/2026 01:05 pm' }, 'UTC')).toBe('2026-07-01 11:05:00');
    expect(pickedMoment({ ...recorded, displayValue: '1 July, 13:05' }, 'UTC')).toBe('2026-07-01 11:05:00');
  });
});

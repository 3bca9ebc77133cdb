import type { InstallationInspectionSummary } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { dueOf, inWorkingOrder, isPrevious, timingOf } from './rules.ts';

const DAY = 86_400;
const today = Date.UTC(2026, 0, 15) / 1000;

function inspection(over: Partial<InstallationInspectionSummary> = {}): InstallationInspectionSummary {
  return {
    id: 'drops',
    installationId: 'tarn',
    inspectionId: 'type',
    inspectionName: 'Dropped Object Survey',
    startDate: today - 6 * DAY,
    expectedEndDate: today + 4 * DAY,
    totalItems: 420,
    fitForPurpose: 251,
    needsAttention: 58,
    defective: 21,
    notApplicable: 12,
    ...over,
  };
}
const complete = inspection({ totalItems: 2, fitForPurpose: 1, needsAttention: 1, defective: 0, notApplicable: 0 });

describe('the timing of an inspection', () => {
  it('counts the days that are left, with a singular form', () => {
    expect(timingOf(inspection(), today)).toEqual({ text: '4 days left', overdue: false });
    expect(timingOf(inspection({ expectedEndDate: today + DAY }), today).text).toBe('1 day left');
    expect(timingOf(inspection({ expectedEndDate: today }), today).text).toBe('Ends today');
  });

  it('states by how many days it is overdue, unless it is complete', () => {
    const late = { expectedEndDate: today - 3 * DAY };
    expect(timingOf(inspection(late), today)).toEqual({ text: 'Overdue by 3 days', overdue: true });
    expect(timingOf({ ...complete, ...late }, today)).toEqual({ text: 'Complete', overdue: false });
  });

  it('states when it starts', () => {
    expect(timingOf(inspection({ startDate: today + 10 * DAY, expectedEndDate: today + 20 * DAY }), today).text).toBe(
      'Starts in 10 days',
    );
  });

  it('is previous once its end has passed or every item was checked', () => {
    expect(isPrevious(inspection(), today)).toBe(false);
    expect(isPrevious(inspection({ expectedEndDate: today }), today)).toBe(false);
    expect(isPrevious(inspection({ expectedEndDate: today - DAY }), today)).toBe(true);
    expect(isPrevious(complete, today)).toBe(true);
    expect(
      isPrevious(
        inspection({ totalItems: 0, fitForPurpose: 0, needsAttention: 0, defective: 0, notApplicable: 0 }),
        today,
      ),
    ).toBe(false);
  });

  it('puts overdue inspections first, then running ones, those that start next, and complete ones', () => {
    const done = { ...complete, id: 'done', startDate: today };
    const overdue = inspection({ id: 'overdue', startDate: today - 40 * DAY, expectedEndDate: today - DAY });
    const begun = inspection({ id: 'begun', startDate: today - DAY });
    const soon = inspection({ id: 'soon', startDate: today + 3 * DAY, expectedEndDate: today + 9 * DAY });
    const later = inspection({ id: 'later', startDate: today + 60 * DAY, expectedEndDate: today + 70 * DAY });
    const sorted = inWorkingOrder([later, done, inspection(), soon, begun, overdue], today);
    expect(sorted.map(({ id }) => id)).toEqual(['overdue', 'begun', 'drops', 'soon', 'later', 'done']);
  });
});

it('An inspection needs work now when it is overdue, running, or starts within a week', () => {
  expect(dueOf(inspection({ expectedEndDate: today - DAY }), today)).toBe(0);
  expect(dueOf(inspection(), today)).toBe(1);
  expect(dueOf(inspection({ startDate: today + 7 * DAY, expectedEndDate: today + 9 * DAY }), today)).toBe(2);
  expect(dueOf(inspection({ startDate: today + 8 * DAY, expectedEndDate: today + 9 * DAY }), today)).toBeNull();
  expect(dueOf(complete, today)).toBeNull();
});

import type { ReportRun } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { progressText } from './progress.ts';

const run = (place: number, pages: number): ReportRun => ({ place, pages }) as ReportRun;

it('The progress of a report is its place in the queue, and then the number of its pages', () => {
  expect(progressText(null)).toBe(progressText(run(0, 0)));
  expect(progressText(run(2, 0))).toContain('2');
  expect(progressText(run(1, 5))).toBe(progressText(run(1, 0)));
  expect(progressText(run(0, 1))).not.toBe(progressText(null));
  expect(progressText(run(0, 12))).toContain('12');
});

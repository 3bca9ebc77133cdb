import { expect, it } from 'vitest';
import { comparePositions, type ContentPlace, isLeftOut, positionOf } from './contentOrder.ts';

const DAY_S = 24 * 60 * 60;
const now = 1_800_000_000_000;
const place = (inspectionId: string | null, days: number, installationId = 'rig'): ContentPlace => ({
  scopeId: 'company',
  sha256: 'hash',
  installationId,
  inspectionId,
  endsAt: inspectionId === null ? null : now / 1000 + days * DAY_S,
});

it('photos of the inspection in view come first, then current ones, files, and older ones by age', () => {
  const contents: Record<string, ContentPlace[]> = {
    'a year ago': [place('old', -365)],
    'a file': [place(null, 0)],
    'in view, a month ago': [place('viewed', -30)],
    'a week ago': [place('young', -7)],
    'since yesterday': [place('ended', -1)],
    current: [place('current', 3)],
    'ends today': [place('today', 0)],
    'template of a report': [],
    'a year ago and in a current one': [place('old', -365), place('current', 3)],
  };
  const order = Object.entries(contents)
    .map(([name, places]) => ({ name, position: positionOf(places, { viewed: 'viewed', now }) }))
    .toSorted((a, b) => comparePositions(a.position, b.position))
    .map(({ name }) => name);
  expect(order).toEqual([
    'in view, a month ago',
    'template of a report',
    'current',
    'ends today',
    'a year ago and in a current one',
    'a file',
    'since yesterday',
    'a week ago',
    'a year ago',
  ]);
});

it('a content is excluded when every installation that shows it is', () => {
  const without = new Set(['rig']);
  expect(isLeftOut([place('old', 0)], without)).toBe(true);
  expect(isLeftOut([place('old', 0), place('old', 0, 'vessel')], without)).toBe(false);
  expect(isLeftOut([], without)).toBe(false);
});

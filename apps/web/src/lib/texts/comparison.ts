/** Texts of the comparison of two inspections; loaded with it. */
import { texts } from './index.ts';
import { translator } from './translate.ts';

/** Texts of the comparison of two inspections. */
export const comparisonTexts = {
  'comparison.all': 'All',
  'comparison.becomes': 'then, now',
  'comparison.better': 'Better',
  'comparison.changed': 'Changed',
  'comparison.counted': '{difference} ({count})',
  'comparison.details': 'Details',
  'comparison.failed': 'The inspections could not be compared',
  'comparison.loading': 'Loading…',
  'comparison.new': 'New',
  'comparison.none': 'This installation has no earlier inspection.',
  'comparison.notChecked': 'Not checked yet',
  'comparison.open': 'Open',
  'comparison.photosBefore': 'Photos last time',
  'comparison.photosNow': 'Photos now',
  'comparison.photosFailed': 'The photos could not be loaded',
  'comparison.print': 'Print',
  'comparison.removed': 'Not in this inspection',
  'comparison.sameAnswers': 'All answers are the same.',
  'comparison.show': 'Difference',
  'comparison.unchanged': 'Unchanged',
  'comparison.with': 'Compare with',
  'comparison.worse': 'Worse',
} as const;

const all = { ...texts, ...comparisonTexts };

/** Returns a text of the catalogue. */
export const t = translator<keyof typeof all>(all);

/** Every text a user reads, by key, so that a language can be added beside English (product decision 36). */
import { adminTexts } from './admin.ts';
import { adminDeletionTexts } from './adminDeletions.ts';
import { adminReportTexts } from './adminReports.ts';
import { auditTexts } from './audit.ts';
import { desktopTexts } from './desktop.ts';
import { en } from './en.ts';
import { inspectingTexts } from './inspecting.ts';
import { libraryTexts } from './library.ts';
import { mediaTexts } from './media.ts';
import { releaseTexts } from './releases.ts';
import { sweepTexts } from './sweeps.ts';

const texts = {
  ...en,
  ...adminTexts,
  ...adminDeletionTexts,
  ...adminReportTexts,
  ...auditTexts,
  ...desktopTexts,
  ...inspectingTexts,
  ...libraryTexts,
  ...mediaTexts,
  ...releaseTexts,
  ...sweepTexts,
};

/** The name of a text. */
export type TextKey = keyof typeof texts;

const plurals = new Intl.PluralRules('en-GB');

/**
 * A text of the catalogue.
 * @param values fill the `{placeholders}`; `count` also chooses between the plural forms.
 */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  const entry: string | { one: string; other: string } = texts[key];
  const text =
    typeof entry === 'string' ? entry : entry[plurals.select(Number(values['count'])) === 'one' ? 'one' : 'other'];
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) return placeholder;
    return typeof value === 'number' ? value.toLocaleString('en-GB') : value;
  });
}

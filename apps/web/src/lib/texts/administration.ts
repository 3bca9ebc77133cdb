/** Texts of the administration, with those of all screens. Modules outside the administration import `index.ts`. */
import { adminTexts } from './admin.ts';
import { adminDeletionTexts } from './adminDeletions.ts';
import { adminReportTexts } from './adminReports.ts';
import { auditTexts } from './audit.ts';
import { identityProviderTexts } from './identityProviders.ts';
import { texts } from './index.ts';
import { libraryTexts } from './library.ts';
import { adminRuleTexts } from './adminRules.ts';
import { releaseTexts } from './releases.ts';
import { translator } from './translate.ts';
import { usageTexts } from './usage.ts';

const all = {
  ...texts,
  ...adminTexts,
  ...adminDeletionTexts,
  ...adminReportTexts,
  ...adminRuleTexts,
  ...auditTexts,
  ...identityProviderTexts,
  ...libraryTexts,
  ...releaseTexts,
  ...usageTexts,
};

/** The name of a text, including those of the administration. */
export type TextKey = keyof typeof all;

/** Returns a text of the catalogue. */
export const t = translator<TextKey>(all);

/** Returns the sentence that names the labels of what a form still lacks; null when it lacks nothing. */
export function stillNeeded(needs: Readonly<Record<string, boolean>>): string | null {
  const missing = Object.keys(needs).filter((label) => needs[label] === true);
  return missing.length === 0 ? null : t('admin.needs', { what: missing.join(', ') });
}

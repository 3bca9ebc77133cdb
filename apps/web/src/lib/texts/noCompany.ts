/** Texts of the screen before a company is chosen, with those of all screens. They are outside the first load. */
import { texts } from './index.ts';
import { translator } from './translate.ts';

const noCompanyTexts = {
  'companies.failed': 'The companies could not be loaded',
  'companies.makeFirst': 'Create the first company',
  'companies.more': { one: 'and {count} more, in the list above', other: 'and {count} more, in the list above' },
  'companies.none': 'No company yet',
  'companies.noneHint': 'Installations, people and inspections belong to a company.',
  'companies.steps': 'See every step of the setup',

  'dashboard.chooseCompany': 'No company chosen',
  'dashboard.chooseCompanyHint': 'Choose one to see its installations.',
} as const;

const all = { ...texts, ...noCompanyTexts };

/** Returns a text of the catalogue. */
export const t = translator<keyof typeof all>(all);

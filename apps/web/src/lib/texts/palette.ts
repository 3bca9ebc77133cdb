/** Texts of the search over records and commands; loaded with it. */
import { texts } from './index.ts';
import { translator } from './translate.ts';

const paletteTexts = {
  'palette.commands': 'Commands',
  'palette.failed': 'Records could not be searched. {reason}',
  'palette.hint': 'Type two letters or more to search records.',
  'palette.inspections': 'Inspections',
  'palette.installations': 'Installations',
  'palette.items': 'Items',
  'palette.noCompany': 'Choose a company on the dashboard to search its inspections and items.',
  'palette.noInspection': 'not in any inspection',
  'palette.nothing': 'Nothing found',
  'palette.placeholder': 'Search records and commands',
  'palette.searching': 'Searching …',
  'palette.title': 'Search',
} as const;

const all = { ...texts, ...paletteTexts };

/** Returns a text of the catalogue. */
export const t = translator<keyof typeof all>(all);

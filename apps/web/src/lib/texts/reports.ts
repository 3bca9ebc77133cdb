/** Texts of reports, with those of all screens. They are outside the first load. */
import { texts } from './index.ts';
import { translator } from './translate.ts';

/** Texts of reports only. */
export const reportTexts = {
  'reports.absentPhotos': {
    one: '{count} photo has not arrived here yet',
    other: '{count} photos have not arrived here yet',
  },
  'reports.alsoOver': 'Also include these installations',
  'reports.allPages': { one: '{count} page', other: '{count} pages' },
  'reports.chooseCompany': 'Choose a company above to see its reports.',
  'reports.companyTab': 'Company Reports',
  'reports.complete': 'Everything is filled in.',
  'reports.detailFields': {
    one: '{count} required inspection detail empty: {names}',
    other: '{count} required inspection details empty: {names}',
  },
  'reports.failed': '{report} could not be printed',
  'reports.firstPages': {
    one: 'The first {count} page; the PDF contains all.',
    other: 'The first {count} pages; the PDF contains all.',
  },
  'reports.fit': 'Fit width',
  'reports.found': '{place} of {count}',
  'reports.gaps': 'Still missing in this inspection',
  'reports.gapsFailed': 'The missing data could not be checked',
  'reports.gapsHint': 'Reports can be printed anyway.',
  'reports.line': 'Line {line}',
  'reports.listFailed': 'The reports could not be loaded',
  'reports.moreWarnings': { one: 'and {count} more', other: 'and {count} more' },
  'reports.as.csv': 'Table values (.csv)',
  'reports.as.docx': 'Word document (.docx)',
  'reports.as.html': 'Web page (.html)',
  'reports.as.pdfa': 'PDF for archives (PDF/A)',
  'reports.as.png': 'Picture of the first page (.png)',
  'reports.as.xlsx': 'Excel workbook (.xlsx)',
  'reports.beingMade': 'The demo is still being created',
  'reports.beingMadeHint': 'Its reports will appear here as soon as they are ready.',
  'reports.mustBeCorrected': '(must be corrected before a file can be printed)',
  'reports.none': 'No reports yet',
  'reports.noneHint': 'An administrator can add reports.',
  'reports.notChecked': { one: '{count} item not checked', other: '{count} items not checked' },
  'reports.notAsDrawn': {
    one: '{count} part of this report could not be printed as designed',
    other: '{count} parts of this report could not be printed as designed',
  },
  'reports.notAsDrawnHint': 'The file was saved. An administrator can correct these objects in the template:',
  'reports.onlyThis': 'Only this installation',
  'reports.inOtherFormat': 'Download {report} in another format',
  'reports.otherFormats': 'Other formats',
  'reports.pages': { one: '{count} page…', other: '{count} pages…' },
  'reports.pagesFailed': 'The pages below were printed before it failed.',
  'reports.pagesOf': 'Pages of {report}',
  'reports.photos': { one: '{count} finding without a photo', other: '{count} findings without a photo' },
  'reports.preparing': 'Preparing…',
  'reports.print': 'Print',
  'reports.printCut': 'Only the first pages are shown. Download the PDF to print all of them.',
  'reports.requiredFields': { one: '{count} required field empty', other: '{count} required fields empty' },
  'reports.saved': 'Saved as {filename}',
  'reports.savePdf': 'Download PDF',
  'reports.search': 'Search the pages',
  'reports.searchShort': 'Search',
  'reports.show': 'Show the pages of {report}',
  'reports.stop': 'Stop {report}',
  'reports.type': 'Select an Inspection Type',
  'reports.typeTab': 'Inspection Type Reports',
  'reports.unauthorized': 'Unauthorized',
  'reports.zoom': 'Size of the pages',
  'reports.zoomIn': 'Larger',
  'reports.zoomOut': 'Smaller',
  'reports.warnings': { one: '{count} warning about the template', other: '{count} warnings about the template' },
  'reports.waiting': { one: 'Queued behind {count} report', other: 'Queued behind {count} reports' },
} as const;

const all = { ...texts, ...reportTexts };

/** Returns a text of the catalogue. */
export const t = translator<keyof typeof all>(all);

/** The reports of the demo. Their templates are in the folder `templates`, in the format of FastReport's designer. */
import { REPORT_TYPES } from '@holdfast/contract';
import { base64Of } from './base64.ts';
import type { FleetOptions } from './fleet.ts';
import type { InspectionCode } from './inspectionTypes.ts';
import type { Library } from './library.ts';
import { MINUTE_MS, type Story } from './story.ts';
import { daysFrom } from './surveyPlans.ts';

/** A report. */
export interface DemoReport {
  title: string;
  /** Name of the file of its template. */
  template: string;
  over: keyof typeof REPORT_TYPES;
  /** The type of inspection it is for; null: every one. */
  inspection: InspectionCode | null;
}

/** Every company can read them; each is printed from the data of the user's company. */
export const DEMO_REPORTS: readonly DemoReport[] = [
  { title: 'Annual condition summary', template: 'annual-summary.frx', over: 'company', inspection: null },
  { title: 'Failed items list', template: 'failed-items.frx', over: 'inspectionType', inspection: 'DROPS' },
  { title: 'Picture book', template: 'picture-book.frx', over: 'inspectionType', inspection: 'DROPS' },
  {
    title: 'Report of thorough examination',
    template: 'thorough-examination.frx',
    over: 'inspectionType',
    inspection: 'LOLER',
  },
  {
    title: 'Inspection report with photos',
    template: 'inspection-report.frx',
    over: 'installationInspection',
    inspection: null,
  },
  { title: 'Item sheet', template: 'item-sheet.frx', over: 'inspectionItem', inspection: null },
  { title: 'Fleet comparison', template: 'fleet-comparison.frx', over: 'installation', inspection: null },
  {
    title: 'Broken report (shows how a failure is reported)',
    template: 'broken.frx',
    over: 'installation',
    inspection: null,
  },
];

/** Uploads the templates. */
export async function makeReports(
  story: Story,
  library: Library,
  templateOf: FleetOptions['templateOf'],
): Promise<void> {
  const call = story.as('wren', daysFrom(story.day, -1) + 1230 * MINUTE_MS);
  for (const { title, template, over, inspection } of DEMO_REPORTS)
    await call('createReport', {
      title,
      frx: base64Of(templateOf(template)),
      companyId: null,
      inspectionId: inspection === null ? null : library.inspections.get(inspection)!,
      reportTypeId: REPORT_TYPES[over].id,
    });
}

/** The types of report: fixed in every build (data decision 1). */
import type { REPORT_TYPES } from '@holdfast/contract';

type ReportTypes = typeof REPORT_TYPES;

/** The five types by id. */
export const REPORT_TYPE_IDS = {
  company: '00000000-0000-7000-8000-00000000a001',
  inspectionType: '00000000-0000-7000-8000-00000000a002',
  installationInspection: '00000000-0000-7000-8000-00000000a003',
  installation: '00000000-0000-7000-8000-00000000a004',
  inspectionItem: '00000000-0000-7000-8000-00000000a005',
} as const satisfies { [K in keyof ReportTypes]: ReportTypes[K]['id'] };

/** The name of a report type. */
export type ReportTypeName = keyof typeof REPORT_TYPE_IDS;

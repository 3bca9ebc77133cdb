/** Reports: templates, the data they are printed over, and printing. */
import {
  checkReport,
  createReport,
  deleteReport,
  getReports,
  getReportTemplate,
  getReportTypes,
  getReportChoices,
  getReportFindings,
  getReportVersions,
  replaceReportTemplate,
  restoreReportVersion,
  updateReport,
} from './administer.ts';
import {
  getReportDatabaseForCompany,
  getReportDatabaseForInspectionItem,
  getReportDatabaseForInspectionType,
  getReportDatabaseForInstallation,
  getReportDatabaseForInstallationInspection,
} from './download.ts';
import { getInspectionGaps } from './inspectionGaps.ts';
import {
  executeReportCompany,
  executeReportInspectionType,
  executeReportInstallationInspection,
  executeReportInstallationInspectionItem,
  executeReportInstallations,
  getReportRun,
} from './print.ts';
import { previewReport } from './preview.ts';
import { getReportTables } from './reportTables.ts';
import { getStarterColumns, startReportTemplate } from './startReport.ts';
import {
  getReportsForCompany,
  getReportsForInspectionType,
  getReportsForInstallation,
  getReportsForInstallationInspection,
} from './lists.ts';

export { reportsNaming } from './naming.ts';
export { reportToPrint } from './print.ts';

/** The operations of this feature. */
export const reportHandlers = [
  getReportsForCompany,
  getReportsForInspectionType,
  getReportsForInstallationInspection,
  getReportsForInstallation,
  getInspectionGaps,
  getReports,
  getReportTypes,
  checkReport,
  previewReport,
  getReportTables,
  getStarterColumns,
  startReportTemplate,
  createReport,
  deleteReport,
  getReportTemplate,
  updateReport,
  replaceReportTemplate,
  getReportFindings,
  getReportChoices,
  getReportVersions,
  restoreReportVersion,
  executeReportCompany,
  executeReportInspectionType,
  executeReportInstallationInspection,
  executeReportInstallationInspectionItem,
  executeReportInstallations,
  getReportRun,
  getReportDatabaseForCompany,
  getReportDatabaseForInspectionType,
  getReportDatabaseForInspectionItem,
  getReportDatabaseForInstallationInspection,
  getReportDatabaseForInstallation,
];

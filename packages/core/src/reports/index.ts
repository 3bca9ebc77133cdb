/** Reports: templates, the data they are printed over, and printing. */
import {
  checkReport,
  createReport,
  deleteReport,
  getReports,
  getReportTemplate,
  getReportTypes,
} from './administer.ts';
import {
  getReportsForCompany,
  getReportsForInspectionType,
  getReportsForInstallation,
  getReportsForInstallationInspection,
} from './lists.ts';

/** The operations of this feature. */
export const reportHandlers = [
  getReportsForCompany,
  getReportsForInspectionType,
  getReportsForInstallationInspection,
  getReportsForInstallation,
  getReports,
  getReportTypes,
  checkReport,
  createReport,
  deleteReport,
  getReportTemplate,
];

/** Companies, which own installations and have users. */
import { addCompanyInspection, removeCompanyInspection } from './allowInspection.ts';
import { createCompany } from './createCompany.ts';
import { getCompanies, getCompany } from './getCompanies.ts';
import { setCompanyLogo } from './setCompanyLogo.ts';
import { updateCompany } from './updateCompany.ts';

export { logoOf } from './queries.ts';

/** The operations of this feature. */
export const companyHandlers = [
  getCompanies,
  getCompany,
  createCompany,
  updateCompany,
  setCompanyLogo,
  addCompanyInspection,
  removeCompanyInspection,
];

export { NoCompanyChosen } from './NoCompanyChosen.tsx';
export { CompanyPicker, useChosenCompany } from './CompanyPicker.tsx';

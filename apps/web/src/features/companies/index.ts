export { CompanyPicker, useChosenCompany } from './CompanyPicker.tsx';

import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { companies, company } from './queries.ts';

/** Every company, by name. */
export const getCompanies = handler(contract.getCompanies, {
  reach: 'everywhere',
  commit: ({ db }) => companies(db),
});

/** One company. */
export const getCompany = handler(contract.getCompany, ({ db }, { id }) => company(db, id));

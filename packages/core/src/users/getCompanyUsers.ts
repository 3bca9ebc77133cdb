import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { peopleOf } from './administeredAccounts.ts';

/** The people of a company, by name. */
export const getCompanyUsers = handler(contract.getCompanyUsers, (ctx, { id }) => peopleOf(ctx, id));

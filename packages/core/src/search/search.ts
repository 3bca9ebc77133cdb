import * as contract from '@holdfast/contract';
import type { FoundAdministered } from '@holdfast/contract';
import type { ScopedDb } from '../db/scoped.ts';
import { handler } from '../calls/handler.ts';
import { holds, seesEveryCompany } from '../calls/rights.ts';
import {
  accountsNamed,
  companiesNamed,
  inspectionsNamed,
  installationsNamed,
  itemsNamed,
  libraryNamed,
  reportsNamed,
} from './queries.ts';

/** The installations, inspections and items of a company whose names contain a text. */
export const findRecords = handler(contract.findRecords, async ({ db }, { text }) => {
  const found = await Promise.all([installationsNamed(db, text), inspectionsNamed(db, text), itemsNamed(db, text)]);
  return found.flat();
});

/** The records of the administration whose names contain a text, of the kinds that the caller may open. */
export const findAdministered = handler(contract.findAdministered, {
  reach: 'everywhere',
  async commit({ db, local, actor }, { text }) {
    const { role } = actor;
    const isStaff = seesEveryCompany(actor);
    const found = await Promise.all([
      // Users of a company find its installations by `findRecords`.
      isStaff ? installationsWithCompany(db, text) : [],
      holds(role, 'manage') ? companiesNamed(db, text) : [],
      holds(role, 'manage') ? accountsNamed(local, text, isStaff ? null : actor.companyId) : [],
      holds(role, 'administer') ? libraryNamed(db, text) : [],
      holds(role, 'author') ? reportsNamed(db, text) : [],
    ]);
    return found.flat();
  },
});

async function installationsWithCompany(db: ScopedDb, text: string): Promise<FoundAdministered[]> {
  const found = await installationsNamed(db, text);
  return found.map(({ id, name, within }) => ({
    kind: 'installation',
    id,
    name,
    within,
    fieldsTemplateTypeId: null,
  }));
}

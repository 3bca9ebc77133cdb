import * as contract from '@holdfast/contract';
import { presentTemplates } from '../fields/index.ts';
import { handler } from '../calls/handler.ts';

/** The questions of the company about its installations (INSD-03); null when it has none. */
export const getInstallationFieldsTemplate = handler(contract.getInstallationFieldsTemplate, async ({ db }) => {
  const [company] = await db.rows('company', {});
  const id = company?.installationFieldsTemplateId ?? null;
  return id === null ? null : ((await presentTemplates(db, [id])).get(id) ?? null);
});

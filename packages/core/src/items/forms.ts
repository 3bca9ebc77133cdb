/** Forms of an item: its own questions, and those of one inspection (ITEM-18). */
import * as contract from '@holdfast/contract';
import { derivedId } from '@holdfast/sync';
import { answersOf, presentForm } from '../fields/index.ts';
import { handler } from '../calls/handler.ts';
import { finishOf, installationInspectionById, memberOf } from '../inspections/index.ts';
import { versionOf } from '../present.ts';
import { ownTemplates, resultTemplates } from './askingTemplates.ts';
import { itemRow } from './queries.ts';

/** An item's own questions and answers. */
export const getFieldsForItem = handler(contract.getFieldsForItem, async ({ db }, { itemId }) => {
  return db.together(async (at) => {
    const [item, answers] = await Promise.all([itemRow(at, itemId), answersOf(at, [itemId])]);
    const templates = (await ownTemplates(at, [item]))(item);
    return presentForm(at, templates, { answers: answers.get(itemId)!, itemId, clock: versionOf(item) });
  });
});

/** Returns the questions of one inspection about an item, and the answers given in it. */
export const getFieldsForInstallationInspection = handler(
  contract.getFieldsForInstallationInspection,
  async ({ db }, { installationInspectionId, itemId }) => {
    const memberId = derivedId(installationInspectionId, itemId);
    return db.together(async (at) => {
      const [member, inspection, item, answers] = await Promise.all([
        memberOf(at, installationInspectionId, itemId),
        installationInspectionById(at, installationInspectionId),
        itemRow(at, itemId),
        answersOf(at, [memberId]),
      ]);
      const [templatesOf, finish] = await Promise.all([
        resultTemplates(at, inspection.inspectionId, [item]),
        finishOf(at, inspection),
      ]);
      const clock = versionOf(member);
      return presentForm(at, templatesOf(item), { answers: answers.get(memberId)!, itemId, clock, finish });
    });
  },
);

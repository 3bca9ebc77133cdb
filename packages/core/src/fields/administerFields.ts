/** Administration of questions and their choices. */
import * as contract from '@holdfast/contract';
import { Problem, type RuleFault } from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { idForNew } from '../calls/newRow.ts';
import { addField, changeField } from './changeField.ts';
import { updateRules } from './followRules.ts';
import { ruleFaults, rulesThatName } from './ruleFaults.ts';
import { fieldById, templateById } from './templates/templates.ts';
import { keepVersion } from './templates/versions.ts';

/** Adds a question to a template. */
export const createField = handler(contract.createField, {
  // Only the scopes of companies record whether a version of the template was answered.
  reach: 'everywhere',
  async commit(ctx, { id: wanted, name, fieldTypeId, fieldsTemplateId, order }) {
    const id = await idForNew(ctx, 'field', wanted);
    await keepVersion(ctx, fieldsTemplateId);
    await addField(ctx, { id, name, fieldTypeId, fieldsTemplateId, order });
    return fieldById(ctx.db, id);
  },
});

/** Saves a question with its choices. */
export const updateField = handler(contract.updateField, {
  reach: 'everywhere',
  async commit(ctx, { id, ...change }) {
    const { fieldsTemplateId } = await fieldById(ctx.db, id);
    const before = await templateById(ctx.db, fieldsTemplateId);
    const known = new Set((await ruleFaults(ctx, before)).map(faultKey));
    await keepVersion(ctx, fieldsTemplateId);
    const savedId = await changeField(ctx, id, change);
    const saved = await updateRules(ctx, before, await templateById(ctx.db, fieldsTemplateId));
    const found = await ruleFaults(ctx, saved);
    const own = found.filter(({ fieldId }) => fieldId === savedId);
    // Faults that other questions had before do not prevent the correction of this one.
    const faults = own.length > 0 ? own : found.filter((fault) => !known.has(faultKey(fault)));
    if (faults.length > 0) throw new Problem('rulesBroken', { faults });
    return fieldById(ctx.db, savedId);
  },
});

/** Returns the key of a fault: two faults of one rule have the same key. */
function faultKey({ fieldId, rule, place }: RuleFault): string {
  return `${fieldId} ${rule} ${place}`;
}

/** Deletes a question that no other rule reads; answers to it stay (product decision 19). */
export const deleteField = handler(contract.deleteField, {
  reach: 'everywhere',
  async commit(ctx, { id }) {
    const field = await ctx.db.row('field', id);
    if (field === undefined) throw new Problem('notFound');
    const rules = await rulesThatName(ctx, await templateById(ctx.db, field.fieldsTemplateId), id);
    if (rules.length > 0) throw new Problem('namedInRules', { rules });
    await keepVersion(ctx, field.fieldsTemplateId);
    await ctx.mutate('field', { op: 'del', id });
    return null;
  },
});

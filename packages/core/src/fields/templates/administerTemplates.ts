/** Administration of templates. */
import * as contract from '@holdfast/contract';
import { FIELD_TYPES, FIELDS_TEMPLATE_TYPES, Problem } from '@holdfast/contract';
import { byName } from '../../lists/byName.ts';
import { handler } from '../../calls/handler.ts';
import { idForNew } from '../../calls/newRow.ts';
import { presentTemplates, templateById } from './templates.ts';
import { keepVersion } from './versions.ts';

const templateTypeIds = new Set<string>(Object.values(FIELDS_TEMPLATE_TYPES).map(({ id }) => id));

/** The types of field. */
export const getFieldTypes = handler(contract.getFieldTypes, {
  reach: 'library',
  commit: () =>
    Promise.resolve(
      Object.values(FIELD_TYPES)
        .map(({ id, name }) => ({ id, name }))
        .toSorted(byName),
    ),
});

/** The templates of a type. */
export const getFieldsTemplates = handler(contract.getFieldsTemplates, {
  reach: 'library',
  async commit({ db }, { fieldsTemplateTypeId }) {
    const rows = await db.rows('fieldsTemplate', fieldsTemplateTypeId === undefined ? {} : { fieldsTemplateTypeId });
    const templates = await presentTemplates(
      db,
      rows.map((row) => row.id),
    );
    return [...templates.values()].toSorted(byName);
  },
});

/** One template. */
export const getFieldsTemplate = handler(contract.getFieldsTemplate, {
  reach: 'library',
  commit: ({ db }, { id }) => templateById(db, id),
});

/** Creates a template without questions. */
export const createFieldsTemplate = handler(contract.createFieldsTemplate, {
  reach: 'library',
  async commit(ctx, { id: wanted, name, fieldsTemplateTypeId }) {
    if (!templateTypeIds.has(fieldsTemplateTypeId)) throw new Problem('notFound');
    const id = await idForNew(ctx, 'fieldsTemplate', wanted);
    await ctx.mutate('fieldsTemplate', {
      op: 'ins',
      id,
      set: { name, fieldsTemplateTypeId, version: 1, evidence: '' },
    });
    return templateById(ctx.db, id);
  },
});

/** Saves the name of a template. */
export const updateFieldsTemplate = handler(contract.updateFieldsTemplate, {
  reach: 'everywhere',
  async commit(ctx, { id, name }) {
    const { name: before } = await templateById(ctx.db, id);
    if (before !== name) await keepVersion(ctx, id);
    await ctx.mutate('fieldsTemplate', { op: 'upd', id, set: { name } });
    return templateById(ctx.db, id);
  },
});

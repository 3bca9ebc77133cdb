/** Versions of templates: reading them, and publishing the next one from a draft. */
import * as contract from '@holdfast/contract';
import { Problem, type TemplateContent, type TemplateDifference, type TemplateDraft } from '@holdfast/contract';
import type { ReadCtx, WriteCtx } from '../calls/ctx.ts';
import {
  applyContent,
  choicesMustStay,
  contentDifferences,
  contentOf,
  contentOfVersion,
  draftOf,
  followedContent,
  keepVersion,
  removeDraft,
  ruleFaults,
  rulesMustHold,
  storeDraft,
  templateById,
  versionsOf,
} from '../fields/index.ts';
import { handler } from '../calls/handler.ts';
import { mustExist } from '../calls/mustExist.ts';
import { isoTime } from '../present.ts';
import { reportsNaming } from '../reports/index.ts';
import { activeDevices, templateNames, trialsOf, usageOfFields } from './queries.ts';

/** The versions of a template. */
export const getFieldsTemplateVersions = handler(contract.getFieldsTemplateVersions, {
  reach: 'everywhere',
  async commit(ctx, { id }) {
    const template = await ctx.db.row('fieldsTemplate', id);
    if (template === undefined) throw new Problem('notFound');
    const versions = await versionsOf(ctx, template);
    return versions.map(({ number, at, userId: by, note, answers }) => ({
      number,
      at: isoTime(at),
      by,
      note,
      answers,
    }));
  },
});

/** The differences between two versions of a template. */
export const compareFieldsTemplateVersions = handler(contract.compareFieldsTemplateVersions, {
  reach: 'library',
  async commit(ctx, { id, from, to }) {
    const [before, after] = [await contentOfVersion(ctx, id, from), await contentOfVersion(ctx, id, to)];
    return contentDifferences(before, after, await templateNames(ctx.db));
  },
});

/** The draft of a template. */
export const getFieldsTemplateDraft = handler(contract.getFieldsTemplateDraft, {
  reach: 'library',
  async commit(ctx, { id }) {
    await mustExist(ctx.db, 'fieldsTemplate', id);
    return draftOf(ctx, id);
  },
});

/** Saves the draft of a template. */
export const saveFieldsTemplateDraft = handler(contract.saveFieldsTemplateDraft, {
  reach: 'library',
  async commit(ctx, { id, content, replaces }) {
    const template = await templateById(ctx.db, id);
    const known = await draftOf(ctx, id);
    mustBeLatest(known, replaces, content);
    const followed = followedContent(known?.content ?? contentOf(template), content);
    await storeDraft(ctx, id, { content: followed, baseVersion: known?.baseVersion ?? template.version });
    return (await draftOf(ctx, id))!;
  },
});

/** Discards the draft of a template. */
export const discardFieldsTemplateDraft = handler(contract.discardFieldsTemplateDraft, {
  reach: 'library',
  async commit(ctx, { id }) {
    await mustExist(ctx.db, 'fieldsTemplate', id);
    await removeDraft(ctx, id);
    return null;
  },
});

/** Returns what publishing a draft would change, and which records are affected. */
export const getFieldsTemplateDraftEffects = handler(contract.getFieldsTemplateDraftEffects, {
  reach: 'everywhere',
  async commit(ctx, { id }) {
    const draft = await existingDraft(ctx, id);
    const template = await templateById(ctx.db, id);
    const now = contentOf(template);
    const differences = contentDifferences(now, draft.content, await templateNames(ctx.db));
    const touched = differences.filter(({ kind }) => kind === 'changed' || kind === 'removed');
    return {
      differences,
      usage: await usageOfFields(
        ctx.db,
        touched.flatMap(({ fieldId }) => fieldId ?? []),
      ),
      reports: await reportsNaming(ctx, template.fieldsTemplateTypeId, shortNamesLost(now, touched, draft.content)),
      devices: await activeDevices(ctx.local),
      faults: await ruleFaults(ctx, draft.content),
      isOutdated: template.version !== draft.baseVersion,
    };
  },
});

/** Publishes a draft as the version in use. */
export const publishFieldsTemplateDraft = handler(contract.publishFieldsTemplateDraft, {
  reach: 'everywhere',
  async commit(ctx, { id, note, savedAt }) {
    const draft = await existingDraft(ctx, id);
    mustBeLatest(draft, savedAt, draft.content);
    await rulesMustHold(ctx, draft.content);
    choicesMustStay(contentOf(await templateById(ctx.db, id)), draft.content);
    await keepVersion(ctx, id, { note, always: true });
    await applyContent(ctx, id, draft.content);
    await removeDraft(ctx, id);
    return templateById(ctx.db, id);
  },
});

/** Returns records on whose answers a template can be tried. */
export const getFieldsTemplateTrials = handler(contract.getFieldsTemplateTrials, {
  reach: 'everywhere',
  async commit({ db }, { id }) {
    await mustExist(db, 'fieldsTemplate', id);
    return trialsOf(db, id);
  },
});

async function existingDraft(ctx: ReadCtx | WriteCtx, id: string): Promise<TemplateDraft> {
  const draft = await draftOf(ctx, id);
  if (draft === null) throw new Problem('notFound');
  return draft;
}

/** @throws {Problem} `changedMeanwhile` when the stored draft is not the one that a save is based on */
function mustBeLatest(known: TemplateDraft | null, replaces: string | null, { name }: TemplateContent): void {
  if ((known?.savedAt ?? null) === replaces) return;
  throw new Problem('changedMeanwhile', {
    yours: name,
    theirs: known?.content.name ?? '',
    by: known?.by ?? null,
    byName: null,
    at: known?.savedAt ?? null,
    clock: null,
  });
}

/** The short names that no question has any more once some are changed or removed. */
function shortNamesLost(
  before: TemplateContent,
  touched: readonly TemplateDifference[],
  after: TemplateContent,
): string[] {
  const ids = new Set(touched.map(({ fieldId }) => fieldId));
  const kept = new Set(after.fields.map(({ shortName }) => shortName));
  const names = before.fields.filter(({ id }) => ids.has(id)).map(({ shortName }) => shortName);
  return [...new Set(names)].filter((name) => name !== '' && !kept.has(name));
}

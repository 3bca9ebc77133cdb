/** Setups: a type of inspection or a template with everything it needs, exported and imported as one file. */
import * as contract from '@holdfast/contract';
import { type Download, LIBRARY_SCOPE, Problem } from '@holdfast/contract';
import { byName } from '../lists/byName.ts';
import type { ReadCtx, WriteCtx } from '../calls/ctx.ts';
import type { Columns } from '@holdfast/sync';
import type { SyncedTable } from '../db/schema.ts';
import { registry } from '../db/registry.ts';
import { formerShortNamesAfter, keepVersion, rulesMustHold, templateById } from '../fields/index.ts';
import { singleChunk } from '../lists/singleChunk.ts';
import { handler, type PrepareCtx } from '../calls/handler.ts';
import { recordBlob, storeImage, type StoredContent } from '../media/index.ts';
import { mustExist } from '../calls/mustExist.ts';
import { mustHaveSpace } from '../usage/index.ts';
import { inspectionType } from '../inspections/index.ts';
import { type Setup, setupOf, subjectOf, textOfSetup } from './file.ts';
import { collectSetup, collectTemplate, type SetupRows } from './gather.ts';
import { digestOfPlan, type Known, planOfSetup, type SetupPlan, type SetupStep } from './plan.ts';
import { retypedSetup } from './retyped.ts';

/** Writes a setup of a type of inspection. */
const exportSetup = handler(contract.exportSetup, {
  reach: 'library',
  async commit({ db, ports }, { id }) {
    await mustExist(db, 'inspection', id);
    return fileOf(ports, await collectSetup(db, id));
  },
});

/** Writes a setup of a template. */
const exportFieldsTemplate = handler(contract.exportFieldsTemplate, {
  reach: 'library',
  async commit({ db, ports }, { id }) {
    await mustExist(db, 'fieldsTemplate', id);
    return fileOf(ports, await collectTemplate(db, id));
  },
});

/** The setups that come with Holdfast. */
const getStarters = handler(contract.getStarters, {
  reach: 'library',
  async commit({ ports }) {
    const starters = await ports.starters.all();
    return [...starters]
      .map(([id, text]) => {
        const setup = setupOf(text);
        const { fieldsTemplate, itemType } = setup.rows;
        const name = String(subjectOf(setup)['name']);
        return { id, name, templates: fieldsTemplate.length, itemTypes: itemType.length };
      })
      .toSorted(byName);
  },
});

/** Returns the text of one of them. */
const getStarter = handler(contract.getStarter, {
  reach: 'library',
  async commit({ ports }, { id }) {
    const setup = (await ports.starters.all()).get(id);
    if (setup === undefined) throw new Problem('notFound');
    return { setup };
  },
});

/** Returns the effects of importing a setup. */
const previewSetup = handler(contract.previewSetup, {
  // Only the scopes of companies record whether a question was answered.
  reach: 'everywhere',
  async commit({ db }, { setup: text }) {
    const setup = setupOf(text);
    const plan = await planOfSetup(await retypedSetup(db, setup), (part, id) => livingRow(db, part, id));
    const made = plan.steps.filter(({ verdict }) => verdict === 'new').length;
    return {
      name: String(subjectOf(setup)['name']),
      counts: { new: made, changed: plan.steps.length - made, unchanged: plan.unchanged },
      changes: plan.changes,
      plan: digestOfPlan(plan),
    };
  },
});

/** Imports a setup. Its pictures are checked like any other, before the transaction. */
const importSetup = handler(contract.importSetup, {
  reach: 'everywhere',
  async prepare(ctx, { setup: text }) {
    const setup = setupOf(text);
    await picturesMustFit(ctx, setup);
    const stored = new Map<string, StoredContent>();
    for (const [sha256, base64] of Object.entries(setup.pictures)) {
      const picture = await storeImage(ctx, { base64, path: 'setup' });
      if (picture.sha256 !== sha256) throw refusal('This setup is damaged: a picture is not the one it names.');
      stored.set(sha256, picture);
    }
    for (const image of setup.rows.fieldImage) {
      const picture = stored.get(String(image['sha256']));
      if (picture === undefined || picture.size !== image['size'] || picture.mimeType !== image['mimeType'])
        throw refusal('This setup is damaged: a picture it names is missing.');
    }
    return { setup, stored };
  },
  async commit(ctx, { plan: seen }, { setup, stored }) {
    const plan = await planOfSetup(await retypedSetup(ctx.db, setup), (part, id) => livingRow(ctx.db, part, id));
    if (seen !== undefined && seen !== digestOfPlan(plan)) throw new Problem('importOutdated');
    for (const picture of stored.values()) await recordBlob(ctx, picture);
    for (const id of await changedTemplates(ctx, plan)) await keepVersion(ctx, id, { note: 'Setup' });
    for (const step of plan.steps) await write(ctx, step);
    for (const { id } of setup.rows.fieldsTemplate) await rulesMustHold(ctx, await templateById(ctx.db, id));
    const made = plan.steps.filter(({ verdict }) => verdict === 'new').length;
    const subject = subjectOf(setup);
    const isTemplate = setup.rows.inspection.length === 0;
    return {
      inspection: isTemplate ? null : await inspectionType(ctx.db, subject.id),
      fieldsTemplate: isTemplate
        ? { id: subject.id, fieldsTemplateTypeId: String(subject['fieldsTemplateTypeId']) }
        : null,
      new: made,
      changed: plan.steps.length - made,
    };
  },
});

/** The operations of setups. */
export const setupHandlers = [exportSetup, exportFieldsTemplate, getStarters, getStarter, previewSetup, importSetup];

/** Refuses pictures for which there is no space all together; those that are stored already take none. @throws {Problem} `storageFull` */
async function picturesMustFit({ local, ports }: PrepareCtx, { pictures }: Setup): Promise<void> {
  let bytes = 0;
  for (const [sha256, base64] of Object.entries(pictures)) {
    const isStored = (await ports.blobs.size({ scopeId: LIBRARY_SCOPE, sha256, rendition: null })) !== null;
    if (!isStored) bytes += Math.floor((base64.length * 3) / 4);
  }
  await mustHaveSpace({ local, ports }, LIBRARY_SCOPE, bytes);
}

/** The file of a setup with its pictures; without those whose content is missing. */
async function fileOf(ports: ReadCtx['ports'], rows: SetupRows): Promise<Download> {
  const pictures: Setup['pictures'] = {};
  for (const sha256 of rows.fieldImage.map((image) => String(image['sha256'])).toSorted()) {
    const bytes = await ports.blobs.get({ scopeId: LIBRARY_SCOPE, sha256, rendition: null });
    if (bytes !== null) pictures[sha256] = ports.uploads.toBase64(bytes);
  }
  rows.fieldImage = rows.fieldImage.filter((image) => String(image['sha256']) in pictures);
  const setup = { rows, pictures };
  return {
    filename: `${String(subjectOf(setup)['name'])}.holdfast.json`,
    mimeType: 'application/json',
    content: singleChunk(ports.uploads.toUtf8(textOfSetup(setup))),
  };
}

async function write(ctx: WriteCtx, step: SetupStep): Promise<void> {
  const {
    part: table,
    row: { id, ...columns },
    replaces,
  } = step;
  const own = await columnsOfThisServer(ctx, step);
  if (replaces !== null) await ctx.mutate('field', { op: 'del', id: replaces });
  const set = { ...columns, ...own };
  const derived = registry.get(table)!.naturalKey !== undefined;
  const row = await ctx.replay({ table, op: 'ins', set, ...(derived ? {} : { id }) });
  // The id of a link is derived from the joined rows; a link with another id was not written by Holdfast.
  if (row.id !== id) throw refusal('This setup is damaged: a link has the id of another.');
}

/** The columns of a row that each server keeps by itself. */
async function columnsOfThisServer(ctx: WriteCtx, { part, row, replaces }: SetupStep): Promise<Columns> {
  if (part === 'fieldsTemplate') return (await ctx.lookup.row(part, row.id)) === undefined ? { version: 1 } : {};
  if (part !== 'field') return {};
  const before = replaces ?? row.id;
  if ((await ctx.lookup.row('field', before)) === undefined) return { formerShortNames: '' };
  const shortName = String(row['shortName']);
  const formerShortNames = await formerShortNamesAfter(ctx, before, shortName);
  // The recorded answers to a question that gets replaced are found under the new short name, too.
  if (replaces !== null) await ctx.follow('field', { op: 'upd', id: replaces, set: { shortName, formerShortNames } });
  return { formerShortNames };
}

/** The living templates whose name, questions or choices a plan changes. */
async function changedTemplates({ db, lookup }: WriteCtx, { steps }: SetupPlan): Promise<Set<string>> {
  const ids = new Set<string>();
  const templateOf = new Map<string, string>();
  for (const { part, row } of steps) {
    if (part === 'fieldsTemplate') ids.add(row.id);
    if (part === 'field') {
      templateOf.set(row.id, String(row['fieldsTemplateId']));
      ids.add(String(row['fieldsTemplateId']));
    }
    if (part === 'fieldOption' || part === 'fieldImage') {
      const fieldId = String(row['fieldId']);
      const id = templateOf.get(fieldId) ?? (await lookup.row('field', fieldId))?.fieldsTemplateId;
      if (id !== undefined) ids.add(id);
    }
  }
  for (const id of ids) if ((await db.row('fieldsTemplate', id)) === undefined) ids.delete(id);
  return ids;
}

/** A living row of the library; undefined where there is none. */
async function livingRow(db: ReadCtx['db'], part: SyncedTable, id: string): ReturnType<Known> {
  return db.row(part, id);
}

function refusal(reason: string): Problem {
  return new Problem('unsupportedMedia', { reason });
}

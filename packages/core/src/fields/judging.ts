/** Judges finished inspections by the questions that were asked then, whatever templates ask today. */
import type { Field, FieldsTemplate } from '@holdfast/contract';
import { clockOf } from '@holdfast/sync';
import { sql } from 'kysely';
import type { ScopedDb } from '../db/scoped.ts';
import type { Database } from '../db/schema.ts';
import { type PastContent, readPastContent } from './pastContent.ts';
import { openedBy, presentTemplates } from './templates/templates.ts';
import { storedClocks } from '../storedJson.ts';

/** Key of the clock of a row's removal and return. */
const DELETED = '$del';

/** The versions of a template by which a finished inspection was recorded. */
export interface RecordedVersions {
  /** The latest one until it was finished; null: it was not answered until then. */
  until: number | null;
  /** The earliest one after it was finished; null: it was not answered after that. */
  after: number | null;
}

/** The end of an inspection. */
export interface Finish {
  /** Milliseconds UTC at which its last item was checked. */
  at: number;
  /** True when that was done on a device, which may not have known the templates of that time. */
  onDevice: boolean;
  /** Reads the versions by which it was recorded, by template. */
  versions(): Promise<ReadonlyMap<string, RecordedVersions>>;
}

/** A template that questions are asked by. */
export interface Assigned {
  fieldsTemplateId: string;
  /** Milliseconds UTC since when it is assigned. */
  since: number;
}

/** Returns a template as it is assigned by a column of a row. */
export function assignedBy(
  { _clk, deletedAt }: { _clk: string; deletedAt: number | null },
  column: string,
  fieldsTemplateId: string,
): Assigned {
  const clocks = storedClocks(_clk);
  // A living row may have been removed and made again.
  const keys = deletedAt === null ? [column, DELETED] : [column];
  return { fieldsTemplateId, since: Math.max(...keys.map((key) => clockOf(clocks, key)?.[0] ?? 0)) };
}

/** Returns the content by which a template is judged; null: as it is today. */
type PastOf = (fieldsTemplateId: string) => PastContent | null;

const NOTHING_PAST: PastOf = () => null;

/** Returns a template as an inspection is judged by it, or shown with it; none for a deleted one. */
export type Judge = (assigned: Assigned) => FieldsTemplate[];

/**
 * Returns the templates by which an inspection is judged. One that is not finished is judged by those of today.
 * @param assigned all that are asked for
 * @param view `asFinished`, or `asShownFinished` for a form
 */
export async function judgeOf(
  db: ScopedDb,
  { assigned, finish, view }: { assigned: readonly Assigned[]; finish: Finish | null; view: PastView },
): Promise<Judge> {
  const ids = [...new Set(assigned.map(({ fieldsTemplateId }) => fieldsTemplateId))];
  const [templates, pastOf] = await Promise.all([
    presentTemplates(db, ids),
    finish === null ? NOTHING_PAST : pastContents(db, ids, finish),
  ]);
  if (finish === null) return ({ fieldsTemplateId }) => listed(templates.get(fieldsTemplateId));
  const isAnyLater = assigned.some(({ since }) => since > finish.at);
  const versions = isAnyLater ? await finish.versions() : null;
  const [judged, unasked] = [new Map<string, FieldsTemplate>(), new Map<string, FieldsTemplate>()];
  for (const [id, template] of templates) {
    judged.set(id, withPast(template, pastOf, view));
    unasked.set(id, withoutRequirements(template));
  }
  return ({ fieldsTemplateId: id, since }) => {
    const isLater = since > finish.at && (versions?.get(id)?.until ?? null) === null;
    return listed((isLater ? unasked : judged).get(id));
  };
}

function listed(template: FieldsTemplate | undefined): FieldsTemplate[] {
  return template === undefined ? [] : [template];
}

/**
 * The contents by which a finished inspection is judged: those of the time at which it was finished. One that was finished on a device is judged by the
 * versions by which it was recorded, since the device may not have known a later one yet.
 * @param ids of templates; those that their options open are added
 */
async function pastContents(db: ScopedDb, ids: readonly string[], finish: Finish): Promise<PastOf> {
  if (ids.length === 0) return NOTHING_PAST;
  const rows = await db
    .from('pastTemplate')
    .selectAll()
    .where(sql<boolean>`"pastTemplate"."fieldsTemplateId" in (${openedBy(ids)})`)
    .orderBy('pastTemplate.until')
    .orderBy('pastTemplate.version')
    .execute();
  if (rows.length === 0) return NOTHING_PAST;
  const versions = finish.onDevice ? await finish.versions() : new Map<string, RecordedVersions>();
  const byTemplate = Map.groupBy(rows, ({ fieldsTemplateId }) => fieldsTemplateId);
  const contents = new Map<string, PastContent | null>();
  for (const [id, past] of byTemplate) {
    const recorded = versions.get(id) ?? NEVER_RECORDED;
    const found = past.find((row) => isJudgedBy(row, finish, recorded));
    contents.set(id, found === undefined ? null : (readPastContent(found.content) ?? null));
  }
  return (id) => contents.get(id) ?? null;
}

const NEVER_RECORDED: RecordedVersions = { until: null, after: null };

function isJudgedBy(
  row: Pick<Database['pastTemplate'], 'version' | 'until'>,
  { at, onDevice }: Finish,
  { until, after }: RecordedVersions,
): boolean {
  if (!onDevice) return row.until > at;
  if (until !== null) return row.version >= until;
  return row.until > at || (after !== null && row.version >= after);
}

type PastField = PastContent['fields'][number];

/** Parts of a template that are taken over from the time at which an inspection was finished. */
export interface PastView {
  evidence(today: FieldsTemplate['evidence'], then: FieldsTemplate['evidence']): FieldsTemplate['evidence'];
  field(today: Field, then: PastField): Partial<Field>;
}

/** Judges an inspection: the names, rules and requirements of its questions as they were. */
export const asFinished: PastView = {
  evidence: (_today, then) => then,
  field: (_today, { name, shortName, required, rules }) => ({ name, shortName, required, rules }),
};

/** Shows the form of an inspection: the questions of today, of which those are required, and numbers of that range expected, that were so. */
export const asShownFinished: PastView = {
  evidence: (today, then) => {
    const needed = new Set(then.map((rule) => JSON.stringify(rule)));
    return today.filter((rule) => needed.has(JSON.stringify(rule)));
  },
  field({ rules }, then) {
    const { minimum, maximum } = then.rules ?? { minimum: null, maximum: null };
    return { required: then.required, rules: rules === null ? null : { ...rules, minimum, maximum } };
  },
};

/** Returns a template with what a view takes over from its past, at any depth. */
function withPast(template: FieldsTemplate, pastOf: PastOf, view: PastView): FieldsTemplate {
  const past = pastOf(template.id);
  const inside = (opened: FieldsTemplate): FieldsTemplate => withPast(opened, pastOf, view);
  if (past === null) return { ...template, fields: template.fields.map((field) => opening(field, inside)) };
  const was = new Map(past.fields.map((field) => [field.id, field]));
  return {
    ...template,
    evidence: view.evidence(template.evidence, past.evidence),
    fields: template.fields.map((field) => {
      const then = was.get(field.id);
      if (then === undefined) return { ...opening(field, withoutRequirements), required: false };
      const opened = opening(field, (below, optionId) =>
        then.opens[optionId] === below.id ? inside(below) : withoutRequirements(below),
      );
      return { ...opened, ...view.field(field, then) };
    }),
  };
}

/** Returns a template that requires nothing, because it was assigned only after an inspection was finished. */
function withoutRequirements(template: FieldsTemplate): FieldsTemplate {
  return {
    ...template,
    evidence: [],
    fields: template.fields.map((field) => ({ ...opening(field, withoutRequirements), required: false })),
  };
}

/** Returns a question with other templates behind its options. */
function opening(field: Field, change: (opened: FieldsTemplate, optionId: string) => FieldsTemplate): Field {
  return {
    ...field,
    options: field.options.map((option) => ({
      ...option,
      fieldsTemplate: option.fieldsTemplate === null ? null : change(option.fieldsTemplate, option.id),
    })),
  };
}

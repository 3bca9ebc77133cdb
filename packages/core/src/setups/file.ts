/** A setup as a file: JSON, validated strictly, because it may come from an unknown source. */
import { Id, Problem, SETUP_PARTS, type SetupPart } from '@holdfast/contract';
import type { Columns } from '@holdfast/sync';
import { z } from 'zod';
import { registry } from '../db/registry.ts';

/** One row of a setup: its id, and its columns as they are stored. */
export type SetupRow = Columns & { id: string };

/** A setup. */
export interface Setup {
  rows: Record<SetupPart, SetupRow[]>;
  /** Pictures as base64, by the hash of their content. */
  pictures: Record<string, string>;
}

const KIND = 'holdfast-setup';
const VERSION = 1;
/** The most rows of one kind. */
const ROW_LIMIT = 20_000;
/** The most pictures. */
const PICTURE_LIMIT = 500;

/** The columns of a part that a setup holds. */
export function columnsOfPart(part: SetupPart): string[] {
  return Object.keys(shapeOfPart(part));
}

function shapeOfPart(part: SetupPart): z.core.$ZodShape {
  const { version: _counted, formerShortNames: _former, ...shape } = registry.get(part)!.columns.shape;
  const added = LATER_COLUMNS[part];
  const type = added === undefined ? undefined : shape[added];
  return type === undefined ? shape : { ...shape, [added!]: z.prefault(type, '') };
}

/** Columns that files of earlier versions lack; they are empty there. */
const LATER_COLUMNS: Readonly<Partial<Record<SetupPart, string>>> = { field: 'rules', fieldsTemplate: 'evidence' };

const SetupFile = z.strictObject({
  kind: z.literal(KIND),
  version: z.number().int(),
  rows: z.strictObject(
    Object.fromEntries(
      SETUP_PARTS.map((part) => [part, z.array(z.strictObject({ id: Id, ...shapeOfPart(part) })).max(ROW_LIMIT)]),
    ),
  ),
  pictures: z
    .record(z.string().regex(/^[0-9a-f]{64}$/), z.string())
    .refine((pictures) => Object.keys(pictures).length <= PICTURE_LIMIT, `has more than ${PICTURE_LIMIT} pictures`),
});

/** A setup as the text of its file. The same setup gives the same text. */
export function textOfSetup({ rows, pictures }: Setup): string {
  const sorted = Object.fromEntries(SETUP_PARTS.map((part) => [part, rows[part].toSorted(byId)]));
  return `${JSON.stringify({ kind: KIND, version: VERSION, rows: sorted, pictures }, null, 1)}\n`;
}

/**
 * The setup a file holds.
 * @throws {Problem} `unsupportedMedia` with a message that names the remedy
 */
export function setupOf(text: string): Setup {
  const json = parsed(text);
  const head = json as { kind?: unknown; version?: unknown } | null;
  if (typeof head !== 'object' || head?.kind !== KIND)
    throw refusal('This is no setup. Export one from the editor of a type of inspection or a template.');
  if (head.version !== VERSION) throw refusal('This setup was made by a newer version. Export it there for this one.');
  const read = SetupFile.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw refusal(`This setup is damaged: ${issue!.path.join('.')} ${issue!.message}.`);
  }
  const { rows, pictures } = read.data;
  const setup: Setup = { rows: rows as Setup['rows'], pictures };
  const { inspection, fieldsTemplate } = setup.rows;
  if (inspection.length > 1 || (inspection.length === 0 && fieldsTemplate.length === 0))
    throw refusal('A setup holds one type of inspection or one template; this one does not.');
  for (const part of SETUP_PARTS) {
    const ids = new Set(setup.rows[part].map(({ id }) => id));
    if (ids.size < setup.rows[part].length) throw refusal(`This setup is damaged: ${part} names something twice.`);
  }
  return setup;
}

/** The type of inspection or the template for which a setup was made; of several templates the one that no choice opens. */
export function subjectOf({ rows: { inspection, fieldsTemplate, fieldOption } }: Setup): SetupRow {
  if (inspection[0] !== undefined) return inspection[0];
  const opened = new Set(fieldOption.map((option) => option['fieldsTemplateId']));
  return fieldsTemplate.find(({ id }) => !opened.has(id)) ?? fieldsTemplate[0]!;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refusal(reason: string): Problem {
  return new Problem('unsupportedMedia', { reason });
}

function byId(a: SetupRow, b: SetupRow): number {
  return a.id < b.id ? -1 : 1;
}

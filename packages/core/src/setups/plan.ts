/** Computes the effects of a setup on a library; its only side effect is reading rows. */
import { type SetupChange, SETUP_PARTS, type SetupPart } from '@holdfast/contract';
import { sha256Hex, type StoredRow, type Value } from '@holdfast/sync';
import { registry } from '../db/registry.ts';
import type { SetupRow } from './file.ts';
import { rowOf } from './gather.ts';
import type { RetypedSetup } from './retyped.ts';
import { textOfValue } from './texts.ts';

/** A row that the setup creates or changes. */
export interface SetupStep {
  part: SetupPart;
  row: SetupRow;
  verdict: 'new' | 'changed';
  /** The answered question that this one of another type replaces, deleted when it is written; null: none. */
  replaces: string | null;
}

/** All changes, ordered so that no row refers to a later one. */
export interface SetupPlan {
  steps: SetupStep[];
  changes: SetupChange[];
  unchanged: number;
}

/** Reads a row by its id; undefined when it is not there or deleted. */
export type Known = (part: SetupPart, id: string) => Promise<StoredRow | undefined>;

/** Compares a setup with the stored library. */
export async function planOfSetup({ setup: { rows }, replaces }: RetypedSetup, known: Known): Promise<SetupPlan> {
  const names = new Map<string, string>();
  for (const part of SETUP_PARTS)
    for (const row of rows[part]) if (typeof row['name'] === 'string') names.set(row.id, row['name']);
  const plan: SetupPlan = { steps: [], changes: [], unchanged: 0 };
  for (const part of SETUP_PARTS) {
    for (const row of parentsFirst(part, rows[part])) {
      const present = await known(part, row.id);
      const replaced = part === 'field' && present === undefined ? replaces.get(row.id) : undefined;
      const stored = replaced === undefined ? present : await known('field', replaced);
      const before = stored === undefined ? null : rowOf(part, stored);
      const columns = Object.keys(row).filter(
        (column) => column !== 'id' && before !== null && before[column] !== row[column],
      );
      if (before !== null && columns.length === 0) {
        plan.unchanged += 1;
        continue;
      }
      const { references } = registry.get(part)!;
      for (const column of columns) await learnName(references[column] as SetupPart | undefined, before![column]);
      const verdict = before === null ? 'new' : 'changed';
      plan.steps.push({ part, row, verdict, replaces: (stored === present ? undefined : replaced) ?? null });
      plan.changes.push({
        part,
        verdict,
        name: nameOf(part, row, names),
        differences: columns.map((column) => ({
          column,
          was: textOfValue(column, before![column], names),
          is: textOfValue(column, row[column], names),
        })),
      });
    }
  }
  return plan;

  /** The row that a stored row refers to may not be part of the setup. */
  async function learnName(table: SetupPart | undefined, id: Value | undefined): Promise<void> {
    if (table === undefined || typeof id !== 'string' || names.has(id)) return;
    const name = (await known(table, id))?.['name'];
    if (typeof name === 'string') names.set(id, name);
  }
}

/** Digest of the effects of a plan; another plan has another digest. */
export function digestOfPlan({ steps, changes }: SetupPlan): string {
  return sha256Hex(JSON.stringify([steps, changes]));
}

/** Orders default items so that parents come before their children; other rows keep their order. */
function parentsFirst(part: SetupPart, rows: readonly SetupRow[]): SetupRow[] {
  if (part !== 'inspectionDefaultItem') return [...rows];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const listed = new Set<SetupRow>();
  for (const row of rows) {
    // From the row upwards. The rule of the table refuses a cycle when it is written.
    const above = new Set<SetupRow>();
    for (
      let each: SetupRow | undefined = row;
      each !== undefined && !listed.has(each) && !above.has(each);
      each = byId.get(String(each['parentDefaultItemId']))
    )
      above.add(each);
    for (const each of [...above].toReversed()) listed.add(each);
  }
  return [...listed];
}

/** Returns the displayed name of a row: its own name, or the names of the rows it joins. */
function nameOf(part: SetupPart, row: SetupRow, names: ReadonlyMap<string, string>): string {
  if (typeof row['name'] === 'string') return row['name'];
  if (typeof row['filename'] === 'string') return row['filename'];
  const joined = Object.keys(registry.get(part)!.references).map((column) => names.get(String(row[column])));
  return joined.filter((name) => name !== undefined).join(' – ');
}

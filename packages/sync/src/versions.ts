/**
 * Programs of different versions with one server (docs/sync.md, "Older programs"). A version is a number that identifies the tables and columns of a
 * program.
 */
import type { StoredRow, TableDefinition, TableRegistry } from './registry.ts';

/** The oldest version that may pull. Older ones may still push. */
export const OLDEST_VERSION = 1;

const newest = new WeakMap<TableRegistry, number>();

/** Returns the version of a program with these tables: the newest one that added a table or a column. */
export function versionOf(registry: TableRegistry): number {
  const known = newest.get(registry);
  if (known !== undefined) return known;
  const added = [...registry.values()].flatMap((definition) => [sinceOf(definition), ...columnsSince(definition)]);
  const version = Math.max(OLDEST_VERSION, ...added);
  newest.set(registry, version);
  return version;
}

/** Returns a row with the columns of an older version; null when that version does not have the table. */
export function rowAtVersion(
  registry: TableRegistry,
  table: string,
  row: StoredRow,
  version: number,
): StoredRow | null {
  if (version >= versionOf(registry)) return row;
  const definition = registry.get(table)!;
  if (!isKnownAt(definition, version)) return null;
  const known: StoredRow = { ...row };
  for (const [column, { since }] of Object.entries(definition.added ?? {})) if (since > version) delete known[column];
  return known;
}

/** Returns the tables that are new, or have new columns, for a device that was upgraded from one version to another. */
export function tablesGrown(registry: TableRegistry, from: number, to: number): string[] {
  const isNew = (since: number): boolean => since > from && since <= to;
  return [...registry.values()]
    .filter((definition) => [sinceOf(definition), ...columnsSince(definition)].some(isNew))
    .map(({ name }) => name);
}

/** Returns true when programs of a version have a table. */
export function isKnownAt(definition: TableDefinition, version: number): boolean {
  return sinceOf(definition) <= version;
}

function sinceOf({ since = OLDEST_VERSION }: TableDefinition): number {
  return since;
}

function columnsSince({ added = {} }: TableDefinition): number[] {
  return Object.values(added).map(({ since }) => since);
}

import type { WireChange } from '@holdfast/contract/sync';
import type { StoredRow } from './registry.ts';

/** Communication of programs of different versions with one server (docs/sync.md, "The wire"). */
export interface Versions {
  /** Of the tables, as this program knows them. */
  current: number;
  /** The oldest a device may have to pull. Older ones may still push. */
  minimum: number;
  /** Brings a change of an older version up to date; null: nothing of it is left to do. */
  upcast(change: WireChange, from: number): WireChange | null;
  /** A row as a device of an older version knows it; null when it does not know the table. */
  project(table: string, row: StoredRow, schema: number): StoredRow | null;
  /** Tables that are new, or have new columns, for a device that was brought from one version to another. */
  grown(from: number, to: number): readonly string[];
}

/** Versions of a program that never had another one. */
export const firstVersion: Versions = {
  current: 1,
  minimum: 1,
  upcast: (change) => change,
  project: (_table, row) => row,
  grown: () => [],
};

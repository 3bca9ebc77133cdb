/**
 * Changes to a record that are saved together when somebody says so. What another administrator saved in the meantime is told with both values,
 * and the own ones can be saved on top (data.md 14).
 */
import { CallError } from '@holdfast/contract/client';
import { useState } from 'react';

/** A save that came too late. */
export interface Conflict<V> {
  /** The values as they stand now. */
  theirs: V;
  /** Who saved them, by id; null when nobody knows. */
  by: string | null;
  /** When, ISO; null when nobody knows. */
  at: string | null;
  /** The version a save on top is made on. */
  clock: string | undefined;
}

/** A record under change. */
export interface RecordDraft<V> {
  /** What the form shows: the record with the changes over it. */
  values: V;
  isChanged: boolean;
  isSaving: boolean;
  /** Why the last save failed. */
  failure: unknown;
  conflict: Conflict<V> | null;
  change(part: Partial<V>): void;
  /** Resolves to whether everything is saved. */
  save(): Promise<boolean>;
  /** Saves although somebody else saved in the meantime. */
  saveOnTop(): Promise<boolean>;
  /** Forgets the changes. */
  discard(): void;
}

/** How a record is read and saved. */
export interface DraftedRecord<R, V> {
  record: R;
  valuesOf(record: R): V;
  /** The version of the record; undefined where it has none. Then a save first looks whether the record is still what was changed. */
  clockOf(record: R): string | undefined;
  /** @throws {CallError} `changedMeanwhile` when the record is later than `ifMatch`. */
  save(values: V, ifMatch: string | undefined): Promise<unknown>;
  /** Reads the record anew. */
  reload(): Promise<R>;
}

interface Edit<R, V> {
  /** The record as it was when the first change was made. */
  base: R;
  values: Partial<V>;
}

/** Keeps changes to a record until they are saved. */
export function useRecordDraft<R, V extends object>({
  record,
  valuesOf,
  clockOf,
  save,
  reload,
}: DraftedRecord<R, V>): RecordDraft<V> {
  const [edit, setEdit] = useState<Edit<R, V> | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [conflict, setConflict] = useState<Conflict<V> | null>(null);
  const saved = valuesOf(record);
  const values = { ...saved, ...edit?.values };
  const isChanged = changedKeys(edit?.values ?? {}, saved).length > 0;

  const discard = (): void => {
    setEdit(null);
    setFailure(null);
    setConflict(null);
  };

  const attempt = async (ifMatch: string | undefined, looksFirst: boolean): Promise<boolean> => {
    if (edit === null || isSaving) return false;
    setSaving(true);
    setFailure(null);
    try {
      if (looksFirst && ifMatch === undefined) {
        const now = valuesOf(await reload());
        const base = valuesOf(edit.base);
        if (changedKeys(edit.values, now).some((key) => !isSame(base[key], now[key]))) {
          setConflict({ theirs: now, by: null, at: null, clock: undefined });
          return false;
        }
      }
      await save(values, ifMatch);
      discard();
      return true;
    } catch (error) {
      if (error instanceof CallError && error.is('changedMeanwhile')) {
        const details = error.problem?.details as { by?: string | null; at?: string | null } | null;
        const now = await reload().catch(() => record);
        setConflict({
          theirs: valuesOf(now),
          by: details?.by ?? null,
          at: details?.at ?? null,
          clock: clockOf(now),
        });
      } else {
        setFailure(error);
      }
      return false;
    } finally {
      setSaving(false);
    }
  };

  return {
    values,
    isChanged,
    isSaving,
    failure,
    conflict,
    change: (part) => setEdit((before) => ({ base: before?.base ?? record, values: { ...before?.values, ...part } })),
    save: () => attempt(edit === null ? undefined : clockOf(edit.base), true),
    saveOnTop: () => attempt(conflict?.clock, false),
    discard,
  };
}

/** The keys under which changes differ from what is saved. */
export function changedKeys<V extends object>(changes: Partial<V>, saved: V): (keyof V)[] {
  return (Object.keys(changes) as (keyof V)[]).filter((key) => !isSame(changes[key], saved[key]));
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Changes to a record that are saved together on request. Values that another administrator saved meanwhile are shown beside the user's
 * own values, which can overwrite them (data decision 14).
 */
import { CallError } from '@holdfast/contract/client';
import { useRef, useState } from 'react';
import { isNotFound } from '../calls/adminCalls.ts';
import { usePersistedState } from './persistedState.ts';

/** A save that was based on an outdated version. */
export interface Conflict<V> {
  /** The current values. */
  theirs: V;
  /** Id of the user who saved them; null when unknown. */
  by: string | null;
  /** Time, ISO; null when unknown. */
  at: string | null;
  /** The version on which an overwriting save is based. */
  clock: string;
}

/** Functions that read and save a record. */
export interface DraftedRecord<R, V> {
  record: R;
  /**
   * Key under which the browser keeps the changes until they are saved or discarded, even after a crash or the end of the session. Without
   * it, they are kept in memory only.
   */
  keptAs?: string;
  valuesOf(record: R): V;
  /** The version of the record. */
  clockOf(record: R): string;
  /** @throws {CallError} `changedMeanwhile` when the record is newer than `ifMatch`. */
  save(values: V, ifMatch: string): Promise<unknown>;
  /** Reads the record again. */
  reload(): Promise<R>;
}

/** Changes to a record. */
export interface Edit<R, V> {
  /** The record as it was when the first change was made. */
  base: R;
  values: Partial<V>;
}

/** Result of a save. */
export type SaveOutcome<V> =
  | { is: 'saved' }
  | { is: 'late'; conflict: Conflict<V> }
  | { is: 'failed'; failure: unknown };

/**
 * Saves the changes of a record. Unchanged values are sent as they are now.
 * @param conflict the conflict of an earlier save, which this save overwrites.
 */
export async function saveEdit<R, V extends object>(
  { record, valuesOf, clockOf, save, reload }: DraftedRecord<R, V>,
  { base, values }: Edit<R, V>,
  conflict: Conflict<V> | null,
): Promise<SaveOutcome<V>> {
  const ifMatch = conflict === null ? clockOf(base) : conflict.clock;
  try {
    await save({ ...valuesOf(record), ...values }, ifMatch);
    return { is: 'saved' };
  } catch (error) {
    if (!(error instanceof CallError && error.is('changedMeanwhile'))) return { is: 'failed', failure: error };
    const details = error.problem?.details as { by?: string | null; at?: string | null } | null;
    const now = await reload().catch(() => record);
    return {
      is: 'late',
      conflict: { theirs: valuesOf(now), by: details?.by ?? null, at: details?.at ?? null, clock: clockOf(now) },
    };
  }
}

/** Changes made while a save was being sent: those that differ from the sent values. */
export function changedSince<V extends object>(now: Partial<V>, sent: Partial<V>): Partial<V> {
  const isLater = ([key, value]: [string, unknown]): boolean => !(key in sent) || !isSame(value, sent[key as keyof V]);
  return Object.fromEntries(Object.entries(now).filter(isLater)) as Partial<V>;
}

/** A record that is being edited. */
export interface RecordDraft<V> {
  /** Displayed values: the record with the changes over it. */
  values: V;
  isChanged: boolean;
  /** True while changes of an earlier visit are shown. */
  isRestored: boolean;
  isSaving: boolean;
  /** Reason why the last save failed. */
  failure: unknown;
  /** True when the last save failed because the record, and not one that it names, was deleted. */
  isGone: boolean;
  conflict: Conflict<V> | null;
  change(part: Partial<V>): void;
  /** Resolves to whether everything is saved. */
  save(): Promise<boolean>;
  /** Saves over the changes of another user. */
  saveOnTop(): Promise<boolean>;
  /** Discards the changes. */
  discard(): void;
  /** Forgets why the last save failed, and keeps the changes. */
  forgetFailure(): void;
}

/** Keeps changes to a record until they are saved. */
export function useRecordDraft<R, V extends object>(drafted: DraftedRecord<R, V>): RecordDraft<V> {
  const { record, valuesOf } = drafted;
  const inPage = useState<Edit<R, V> | null>(null);
  const inBrowser = usePersistedState<Edit<R, V> | null>(`record:${drafted.keptAs ?? ''}`, null);
  const edit = drafted.keptAs === undefined ? inPage[0] : inBrowser.value;
  const [isRestored, setRestored] = useState(edit !== null);
  // Input typed during a save is compared with the sent values when the answer arrives.
  const latest = useRef(edit);
  /** Values that failed saves sent. The server may have stored them, when only its answer was lost. */
  const unanswered = useRef<readonly V[]>([]);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [isGone, setGone] = useState(false);
  const [conflict, setConflict] = useState<Conflict<V> | null>(null);
  const saved = valuesOf(record);

  const keep = (next: Edit<R, V> | null): void => {
    latest.current = next;
    if (drafted.keptAs === undefined) inPage[1](next);
    else if (next === null) inBrowser.drop();
    else inBrowser.change(() => next);
  };
  const discard = (): void => {
    keep(null);
    setRestored(false);
    setFailure(null);
    setConflict(null);
  };
  /** Returns true when what is stored was sent by a failed save of this page. */
  const isOwn = ({ theirs }: Conflict<V>): boolean => unanswered.current.some((sent) => isSame(sent, theirs));
  const attempt = async (onTopOf: Conflict<V> | null): Promise<boolean> => {
    if (edit === null || isSaving) return edit === null;
    setSaving(true);
    setFailure(null);
    let outcome = await saveEdit(drafted, edit, onTopOf);
    if (outcome.is === 'late' && isOwn(outcome.conflict)) outcome = await saveEdit(drafted, edit, outcome.conflict);
    unanswered.current =
      outcome.is === 'failed' ? [...unanswered.current, { ...valuesOf(record), ...edit.values }] : [];
    const isTyped = (): boolean => Object.keys(changedSince(latest.current?.values ?? {}, edit.values)).length > 0;
    const isMissing = outcome.is === 'failed' && isNotFound(outcome.failure);
    setGone(isMissing && !(await isStored(drafted)));
    const base = outcome.is === 'saved' && isTyped() ? await drafted.reload().catch(() => record) : record;
    setSaving(false);
    if (outcome.is === 'saved') {
      const values = changedSince(latest.current?.values ?? {}, edit.values);
      discard();
      if (Object.keys(values).length > 0) keep({ base, values });
    }
    if (outcome.is === 'late') setConflict(outcome.conflict);
    if (outcome.is === 'failed') setFailure(outcome.failure);
    return outcome.is === 'saved' && latest.current === null;
  };

  return {
    values: { ...saved, ...edit?.values },
    isChanged: changedKeys(edit?.values ?? {}, saved).length > 0,
    isRestored,
    isSaving,
    failure,
    isGone,
    conflict,
    change: (part) => keep({ base: latest.current?.base ?? record, values: { ...latest.current?.values, ...part } }),
    save: () => attempt(null),
    saveOnTop: () => attempt(conflict),
    discard,
    forgetFailure: () => {
      setFailure(null);
      setGone(false);
    },
  };
}

/** The keys whose changed values differ from the saved ones. */
export function changedKeys<V extends object>(changes: Partial<V>, saved: V): (keyof V)[] {
  return (Object.keys(changes) as (keyof V)[]).filter((key) => !isSame(changes[key], saved[key]));
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Returns whether the record can be read. */
function isStored<R, V>({ reload }: DraftedRecord<R, V>): Promise<boolean> {
  return reload().then(
    () => true,
    (error: unknown) => !isNotFound(error),
  );
}

/** Returns a draft without the failure of a save to a deleted record, which has a notice of its own. */
export function withoutNotFound<V>(draft: RecordDraft<V>): RecordDraft<V> {
  return draft.isGone ? { ...draft, failure: null } : draft;
}

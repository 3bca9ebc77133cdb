import type { Field, FieldsTemplate } from '@holdfast/contract';
import { CallError } from '@holdfast/contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { adminQuery, callAdmin, showFailure } from '../../../lib/calls/adminCalls.ts';
import { usePersistedState } from '../../../lib/drafts/persistedState.ts';
import { amend } from '../../../lib/calls/queries.ts';
import { changedSince, type Edit, saveEdit } from '../../../lib/drafts/recordDraft.ts';
import {
  type FieldEdit,
  type FieldEdits,
  fieldValuesOf,
  type FieldValues,
  fittingOptions,
  isFieldChanged,
  isNewField,
  isRenamed,
  namesFirst,
  withFollowedRules,
} from './fieldEdits.ts';

const NO_EDITS: FieldEdits = new Map();
/** Changes to a question in the form in which the browser stores them. */
type KeptEdit = readonly [id: string, edit: Edit<Field, FieldValues>];
const NOTHING_KEPT: readonly KeptEdit[] = [];
const NOTHING: ReadonlySet<string> = new Set();
const NO_FIELDS: readonly Field[] = [];

/** Changes to the questions of a template, saved together on request. */
export interface FieldEditing {
  edits: FieldEdits;
  /** Returns the changes, including those that are not rendered yet. */
  latest(): FieldEdits;
  /** The questions with changes that are not saved, by id, including new ones that the server refused. */
  changed: ReadonlySet<string>;
  /** The new questions that the template does not contain yet, in the order in which they were added. */
  added: readonly Field[];
  /** Adds a question. It can be changed at once, while the server stores it. */
  add(field: Field): void;
  /** Waits until no question is being stored. Resolves to the ids of the new questions that are not stored. */
  settled(): Promise<ReadonlySet<string>>;
  change(field: Field, part: Partial<FieldValues>): void;
  /** True while changes of an earlier visit are shown. */
  isRestored: boolean;
  /** Discards the changes of one question, or of all. */
  discard(fieldId?: string): void;
  /**
   * Saves every changed question, or one question over another user's change. Resolves to true when all are saved.
   * @param shown the questions with changes applied, and with rules that follow renamed questions
   */
  save(wanted: { shown: readonly Field[]; onTop?: Field }): Promise<boolean>;
}

/** Keeps changes to the questions of a template until they are saved, even after a crash or the end of the session. */
export function useFieldEdits({ id: templateId, fields }: FieldsTemplate): FieldEditing {
  const cache = useQueryClient();
  const {
    value: kept,
    change: keep,
    drop,
  } = usePersistedState<readonly KeptEdit[]>(`fields:${templateId}`, NOTHING_KEPT);
  const [edits, setEdits] = useState<FieldEdits>(
    () => new Map(kept.map(([id, edit]) => [id, { ...edit, conflict: null, failure: null }])),
  );
  const [isRestored] = useState(edits.size > 0);
  // Rendering follows typing when there is time; saving, storing and discarding use the latest changes.
  const latest = useRef(edits);
  const update = (next: (before: FieldEdits) => FieldEdits): void => {
    const now = next(latest.current);
    latest.current = now;
    if (now.size === 0) drop();
    else keep(() => [...now].map(([id, { base, values }]) => [id, { base, values }]));
    setEdits(now);
  };
  const read = () =>
    cache.fetchQuery({ ...adminQuery('load the template', 'getFieldsTemplate', { id: templateId }), staleTime: 0 });
  const { adding, addingIds, storeOnce, settled } = useStoring(templateId, { read, latest, update });
  const added = useMemo(() => {
    const isKnown = new Set(fields.map(({ id }) => id));
    const ones = [...edits.values()]
      .map(({ base }) => base)
      .filter((base) => isNewField(base) && !isKnown.has(base.id));
    return ones.length === 0 ? NO_FIELDS : ones;
  }, [fields, edits]);
  const changed = useMemo(() => {
    const ids = [
      ...fields.filter((field) => isFieldChanged(field, edits.get(field.id))),
      ...added.filter((field) => isFieldChanged(field, edits.get(field.id)) || !addingIds.has(field.id)),
    ].map(({ id }) => id);
    return ids.length === 0 ? NOTHING : new Set(ids);
  }, [fields, edits, added, addingIds]);

  /** Stores the new questions that are not stored, and returns them. */
  const storeAdded = async (): Promise<readonly Field[]> => {
    const ones = [...latest.current.values()].map(({ base }) => base).filter(isNewField);
    await Promise.all(ones.map(storeOnce));
    return ones;
  };

  const saveOne = async (field: Field, edit: FieldEdit | undefined, onTop: boolean): Promise<boolean> => {
    let stored = field;
    if (edit === undefined || !isFieldChanged(field, edit)) return true;
    const outcome = await saveEdit(
      {
        record: field,
        valuesOf: fieldValuesOf,
        clockOf: ({ clock }) => clock,
        async save(values, ifMatch) {
          const input = { ...field, ...values, options: fittingOptions(values) };
          // A changed type of an answered question creates a new question: the answer may have another id.
          stored = await callAdmin('save the field', 'updateField', input, { ifMatch });
          amend(cache, 'getFieldsTemplate', { id: templateId }, (template) => ({
            ...template,
            fields: template.fields.map((one) => (one.id === field.id ? stored : one)),
          }));
        },
        reload: async () => (await read()).fields.find(({ id }) => id === field.id) ?? field,
      },
      edit,
      onTop ? edit.conflict : null,
    );
    update((before) => {
      const after = new Map(before);
      const now = before.get(field.id) ?? edit;
      if (outcome.is === 'late') after.set(field.id, { ...now, conflict: outcome.conflict, failure: null });
      if (outcome.is === 'failed') after.set(field.id, { ...now, failure: outcome.failure });
      if (outcome.is === 'saved') {
        after.delete(field.id);
        // Changes typed during the save remain unsaved.
        const values = changedSince(now.values, edit.values);
        if (Object.keys(values).length > 0)
          after.set(stored.id, { base: stored, values, conflict: null, failure: null });
      }
      return after;
    });
    return outcome.is === 'saved';
  };

  return {
    edits,
    latest: () => latest.current,
    changed,
    added,
    add(field) {
      update((before) => new Map(before).set(field.id, { base: field, values: {}, conflict: null, failure: null }));
      void storeOnce(field);
    },
    settled,
    isRestored,
    change: (field, part) =>
      update((before) => {
        const edit = before.get(field.id) ?? { base: field, values: {}, conflict: null, failure: null };
        return new Map(before).set(field.id, { ...edit, values: { ...edit.values, ...part } });
      }),
    discard: (fieldId) =>
      update((before) => (fieldId === undefined ? withoutChanges(before, adding.current) : without(before, fieldId))),
    async save({ shown, onTop }) {
      const unstored = onTop === undefined ? await storeAdded() : NO_FIELDS;
      const asked = latest.current;
      let all = [...asked.values()].every(({ base }) => !isNewField(base));
      const known = unstored.length === 0 ? fields : (await read()).fields;
      let stored: readonly Field[] = known;
      for (const { id } of onTop === undefined ? namesFirst(known, asked) : [onTop]) {
        const field = stored.find((one) => one.id === id);
        const before = known.find((one) => one.id === id);
        if (field === undefined || before === undefined) continue;
        const rules = shown.find((one) => one.id === id)?.rules ?? null;
        const edit = withFollowedRules(asked.get(id), { before, field, rules });
        all = (await saveOne(field, edit, onTop !== undefined)) && all;
        // The server has adapted the rules of other questions to the name.
        if (isRenamed(before, asked.get(id))) stored = (await read()).fields;
      }
      await cache.invalidateQueries();
      return all;
    },
  };
}

/** Stores new questions, each once at a time. */
function useStoring(
  templateId: string,
  {
    read,
    latest,
    update,
  }: {
    /** Reads the template from the server. */
    read(): Promise<FieldsTemplate>;
    latest: { current: FieldEdits };
    update(next: (before: FieldEdits) => FieldEdits): void;
  },
) {
  const cache = useQueryClient();
  const adding = useRef(new Map<string, Promise<void>>());
  const [addingIds, setAddingIds] = useState(NOTHING);

  /** Stores a new question; its changes remain unsaved, based on what was stored. */
  const store = async ({ id, name, fieldTypeId, fieldsTemplateId, order }: Field): Promise<void> => {
    try {
      const input = { id, name, fieldTypeId, fieldsTemplateId, order };
      const stored = await callAdmin('add the field', 'createField', input).catch(async (error: unknown) => {
        // The answer to an earlier attempt was lost.
        const isStored = error instanceof CallError && error.is('alreadyExists');
        const found = isStored ? (await read()).fields.find((field) => field.id === id) : undefined;
        if (found === undefined) throw error;
        return found;
      });
      amend(cache, 'getFieldsTemplate', { id: templateId }, (template) => ({
        ...template,
        fields: [...template.fields.filter((field) => field.id !== id), stored],
      }));
      // The row stays: the template contains the question before the change that adds it ends.
      await cache.invalidateQueries();
      update((before) => {
        const after = new Map(before);
        const edit = before.get(id);
        if (edit !== undefined && Object.keys(edit.values).length > 0)
          after.set(id, { ...edit, base: stored, failure: null });
        else after.delete(id);
        return after;
      });
    } catch (failure) {
      showFailure(failure);
      update((before) => {
        const edit = before.get(id);
        return edit === undefined ? before : new Map(before).set(id, { ...edit, failure });
      });
    }
  };
  const storeOnce = (field: Field): Promise<void> => {
    const running = adding.current.get(field.id);
    if (running !== undefined) return running;
    const storing = store(field).finally(() => {
      adding.current.delete(field.id);
      setAddingIds(new Set(adding.current.keys()));
    });
    adding.current.set(field.id, storing);
    setAddingIds(new Set(adding.current.keys()));
    return storing;
  };
  const settled = async (): Promise<ReadonlySet<string>> => {
    await Promise.all(adding.current.values());
    return new Set([...latest.current].filter(([, { base }]) => isNewField(base)).map(([id]) => id));
  };
  return { adding, addingIds, storeOnce, settled };
}

function without(edits: FieldEdits, fieldId: string): FieldEdits {
  return new Map([...edits].filter(([id]) => id !== fieldId));
}

/** Returns no changes, but the new questions that are being stored. */
function withoutChanges(edits: FieldEdits, adding: ReadonlyMap<string, unknown>): FieldEdits {
  const kept = [...edits].filter(([id]) => adding.has(id));
  return kept.length === 0 ? NO_EDITS : new Map(kept.map(([id, edit]) => [id, { ...edit, values: {} }]));
}

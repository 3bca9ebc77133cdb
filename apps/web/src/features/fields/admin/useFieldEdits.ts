import type { Field, FieldsTemplate } from '@holdfast/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { adminQuery, callAdmin } from '../../../lib/calls/adminCalls.ts';
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
  isRenamed,
  namesFirst,
  withFollowedRules,
} from './fieldEdits.ts';

const NO_EDITS: FieldEdits = new Map();
/** Changes to a question in the form in which the browser stores them. */
type KeptEdit = readonly [id: string, edit: Edit<Field, FieldValues>];
const NOTHING_KEPT: readonly KeptEdit[] = [];
const NOTHING: ReadonlySet<string> = new Set();

/** Changes to the questions of a template, saved together on request. */
export interface FieldEditing {
  edits: FieldEdits;
  /** Returns the changes, including those that are not rendered yet. */
  latest(): FieldEdits;
  /** The ids of the questions with unsaved changes. */
  changed: ReadonlySet<string>;
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
  const changed = useMemo(() => {
    const ids = fields.filter((field) => isFieldChanged(field, edits.get(field.id))).map(({ id }) => id);
    return ids.length === 0 ? NOTHING : new Set(ids);
  }, [fields, edits]);

  const read = () =>
    cache.fetchQuery({ ...adminQuery('load the template', 'getFieldsTemplate', { id: templateId }), staleTime: 0 });

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
    isRestored,
    change: (field, part) =>
      update((before) => {
        const edit = before.get(field.id) ?? { base: field, values: {}, conflict: null, failure: null };
        return new Map(before).set(field.id, { ...edit, values: { ...edit.values, ...part } });
      }),
    discard: (fieldId) =>
      update((before) => (fieldId === undefined ? NO_EDITS : new Map([...before].filter(([id]) => id !== fieldId)))),
    async save({ shown, onTop }) {
      const asked = latest.current;
      let all = true;
      let stored: readonly Field[] = fields;
      for (const { id } of onTop === undefined ? namesFirst(fields, asked) : [onTop]) {
        const field = stored.find((one) => one.id === id);
        const before = fields.find((one) => one.id === id);
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

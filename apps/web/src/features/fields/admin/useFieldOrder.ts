import type { Field, FieldsTemplate } from '@holdfast/contract';
import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useMemo, useRef, useState } from 'react';
import { callAdmin, showFailure } from '../../../lib/calls/adminCalls.ts';
import { moved } from '../../../ui/admin/SortableList.tsx';
import { inOrder } from './fieldEdits.ts';

/**
 * The questions of a template in the chosen order: shown at once, saved as a complete order, the latest one wins.
 * @param settled waits until no question is being stored, and resolves to the ids of those that are not stored
 */
export function useFieldOrder(
  { id, fields }: Pick<FieldsTemplate, 'id' | 'fields'>,
  settled: () => Promise<ReadonlySet<string>>,
): {
  ordered: readonly Field[];
  move(from: number, to: number): void;
} {
  const cache = useQueryClient();
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  // Rendering hundreds of questions in another order takes longer than the pause between two presses: moves continue the latest order.
  const latest = useRef(wanted);
  const want = (order: readonly string[] | null): void => {
    latest.current = order;
    startTransition(() => setWanted(order));
  };
  const saving = useRef(Promise.resolve());
  const moves = useRef(0);
  const ordered = useMemo(() => inOrder(fields, wanted), [fields, wanted]);

  const save = async (all: string[], move: number): Promise<void> => {
    const unstored = await settled();
    // An order that was already replaced by a later one is not saved.
    if (move !== moves.current) return;
    try {
      await callAdmin('save the order', 'sortFields', { id, fieldIds: all.filter((one) => !unstored.has(one)) });
    } catch (error) {
      showFailure(error);
    }
    if (move !== moves.current) return;
    await cache.invalidateQueries();
    if (move === moves.current) want(null);
  };

  return {
    ordered,
    move(from, to) {
      const known = inOrder(fields, latest.current).map((field) => field.id);
      const now = known.indexOf(ordered[from]!.id);
      const fieldIds = moved(known, now, Math.max(0, Math.min(known.length - 1, now + to - from)));
      want(fieldIds);
      moves.current += 1;
      const move = moves.current;
      saving.current = saving.current.then(() => save(fieldIds, move));
    },
  };
}

import type { Field, FieldsTemplate } from '@holdfast/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callAdmin, tellFailure } from '../../../lib/adminCalls.ts';
import { moved } from '../../../ui/admin/SortableList.tsx';
import { inOrder, renumbered } from './fieldEdits.ts';

/** The questions of a template in the order wanted: shown at once, saved one move after the other. */
export function useFieldOrder({ fields }: FieldsTemplate): { ordered: Field[]; move(from: number, to: number): void } {
  const cache = useQueryClient();
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const saving = useRef(Promise.resolve());
  const moves = useRef(0);
  const ordered = inOrder(fields, wanted);

  const save = async (places: { id: string; order: number }[], move: number): Promise<void> => {
    try {
      for (const place of places) await callAdmin('save the order', 'updateField', place);
    } catch (error) {
      tellFailure(error);
    }
    if (move !== moves.current) return;
    await cache.invalidateQueries();
    setWanted((still) => (move === moves.current ? null : still));
  };

  return {
    ordered,
    move(from, to) {
      const next = moved(ordered, from, to);
      // Numbered as they will be once the moves before this one are saved, so that the next one compares with that.
      const places = wanted === null ? renumbered(next) : next.map(({ id }, order) => ({ id, order }));
      setWanted(next.map(({ id }) => id));
      moves.current += 1;
      const move = moves.current;
      saving.current = saving.current.then(() => save(places, move));
    },
  };
}

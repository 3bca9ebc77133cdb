import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { reasonOf } from '../../lib/failures.ts';
import { keyOf } from '../../lib/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { offerRetry } from '../../ui/offers.tsx';
import { type InspectedItem, useSetCondition } from './mutations.ts';
import { useConditionLook } from './queries.ts';

/**
 * Sets the condition of an item that may still be on its way. What is chosen before it is there is kept and set once it is, also
 * where somebody has gone on to another item by then. Where it does not come, or comes in another condition than was on screen,
 * nothing is set, and that is said; whoever tries again then sets it over what was said to be there.
 * @param member the item as it is recorded; undefined until it is there
 * @param listed the condition on screen until then
 * @returns the choice that is kept (undefined: none), and what is called when somebody chooses
 */
export function useChooseCondition(
  { name, ...inspected }: InspectedItem & { name: string },
  member: { id: string; clock: string } | undefined,
  listed: string | null,
): { kept: string | null | undefined; choose(conditionId: string | null): void } {
  const cache = useQueryClient();
  const setCondition = useSetCondition();
  const lookOf = useConditionLook();
  const [kept, keep] = useState<string | null>();
  // Of several choices the last one counts, whichever answer comes first.
  const choices = useRef(0);

  const choose = (conditionId: string | null): void => {
    choices.current += 1;
    if (member === undefined) {
      keep(conditionId);
      void setOnceThere(conditionId, choices.current);
      return;
    }
    keep(undefined);
    setCondition({ ...inspected, name, row: member.id, clock: member.clock }, conditionId);
  };

  /** Reads the item by itself: what the screen reads is given up when somebody leaves it. */
  async function setOnceThere(conditionId: string | null, choice: number): Promise<void> {
    try {
      const found = await call('getInstallationInspectionItemByInstallationAndItem', inspected);
      // An answer still on its way knows nothing of what is set now.
      const queryKey = keyOf('getInstallationInspectionItemByInstallationAndItem', inspected);
      await cache.cancelQueries({ queryKey });
      if (choice !== choices.current) return;
      cache.setQueryData(queryKey, found);
      keep(undefined);
      const set = (): void => setCondition({ ...inspected, name, row: found.id, clock: found.clock }, conditionId);
      if (found.conditionId === listed) set();
      else if (found.conditionId !== conditionId)
        notSet(t('conditions.foundOtherwise', { condition: lookOf(found.conditionId).label }), set);
    } catch (error) {
      if (choice !== choices.current) return;
      keep(undefined);
      notSet(reasonOf(error), () => choose(conditionId));
    }
  }

  function notSet(reason: string, retry: () => void): void {
    offerRetry(t('conditions.notSet', { item: name }), reason, retry);
  }
  return { kept, choose };
}

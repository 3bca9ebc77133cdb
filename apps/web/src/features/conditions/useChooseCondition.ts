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
 * Sets the condition of an item that may still be loading. A condition chosen before the item is loaded is kept and set afterwards, even
 * when the user has gone on to another item by then. When the item cannot be loaded, or has another condition than the one on screen,
 * nothing is set and the user is notified; a second attempt then overwrites the condition that was reported.
 * @param member the item as it is recorded; undefined until it is there
 * @param listed the condition on screen until then
 * @returns the choice that is kept (undefined: none), and the function that chooses
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
  // Of several choices the last one counts, in any order of the answers.
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

  /** Reads the item separately: the reads of the screen are cancelled when the user leaves it. */
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

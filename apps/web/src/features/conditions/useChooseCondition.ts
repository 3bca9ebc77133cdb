import { useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '../../lib/failures.ts';
import { t } from '../../lib/texts/index.ts';
import { offerRetry } from '../../ui/offers.tsx';
import { dropEarlyChoice, type EarlyChoice, earlyChoiceOf, keepEarlyChoice } from './earlyChoices.ts';
import { useSetCondition } from './mutations.ts';
import { type InspectedItem, itemQuery, useConditionLook } from './queries.ts';

/**
 * Sets the condition of an item that may still be loading. A condition chosen before the item is loaded is kept and set afterwards, even
 * when the user has gone on to another item by then. When the item cannot be loaded, or has another condition than the one on screen,
 * nothing is set and the user is notified; a second attempt then overwrites the condition that was reported.
 * @param member the item as it is recorded; undefined until it is loaded
 * @param shown the condition on screen
 */
export function useChooseCondition(
  { name, ...inspected }: InspectedItem & { name: string },
  member: { id: string; clock: string } | undefined,
  shown: string | null,
): (conditionId: string | null) => void {
  const cache = useQueryClient();
  const setCondition = useSetCondition();
  const lookOf = useConditionLook();

  /** Reads the item separately: the reads of the screen are cancelled when the user leaves it. */
  async function setOnceLoaded(choice: EarlyChoice): Promise<void> {
    const { conditionId, before } = choice;
    keepEarlyChoice(choice);
    try {
      const { queryKey, read } = itemQuery(inspected);
      const found = await read({ client: cache });
      // An answer still on its way knows nothing of what is set now.
      await cache.cancelQueries({ queryKey });
      if (!dropEarlyChoice(choice)) return;
      cache.setQueryData(queryKey, found);
      const set = (): void => setCondition({ ...inspected, name, row: found.id, clock: found.clock }, conditionId);
      if (found.conditionId === before) set();
      else if (found.conditionId !== conditionId)
        notSet(t('conditions.foundOtherwise', { condition: lookOf(found.conditionId).label }), set);
    } catch (error) {
      if (dropEarlyChoice(choice)) notSet(reasonOf(error), () => void setOnceLoaded(choice));
    }
  }

  function notSet(reason: string, retry: () => void): void {
    offerRetry(t('conditions.notSet', { item: name }), reason, retry);
  }

  return (conditionId) => {
    const early = earlyChoiceOf(inspected);
    if (member === undefined) {
      void setOnceLoaded({ ...inspected, conditionId, before: early === undefined ? shown : early.before });
      return;
    }
    dropEarlyChoice(early);
    setCondition({ ...inspected, name, row: member.id, clock: member.clock }, conditionId);
  };
}

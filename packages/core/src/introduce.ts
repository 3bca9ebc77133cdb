import { derivedId, type Store, type Writer } from '@holdfast/sync';
import type { Ground } from './ground.ts';

/** Somebody's name stands in a scope's history from the first change on (data.md 2). @param later runs when the transaction is kept */
export async function introduce(
  house: Ground,
  store: Store,
  writer: Writer,
  { userId, name }: { userId: string; name: string },
  scopeId: string,
  later: (() => void)[],
): Promise<void> {
  const key = `${scopeId} ${userId} ${name}`;
  if (house.knownPersons.has(key)) return;
  const id = derivedId(userId, scopeId);
  const person = await store.row('person', id);
  if (person === undefined || person['name'] !== name) {
    await writer.mutate({ table: 'person', op: 'ins', id, scopeId, set: { userId, name } });
  }
  later.push(() => void house.knownPersons.add(key));
}

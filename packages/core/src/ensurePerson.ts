import { changeOf, derivedId, type Store, type Writer } from '@holdfast/sync';
import type { Tables } from './db/schema.ts';
import type { Services } from './services.ts';

/**
 * Adds the author's name to a scope, so that history can show it there (docs/data-model.md, "Work: a company's scope"). Written by the
 * application itself, independent of the author's rights.
 * @param later runs when the transaction is kept
 */
export async function ensurePersonInScope(
  { knownPersons }: Services,
  store: Store,
  writer: Writer,
  { userId, name }: { userId: string; name: string },
  scopeId: string,
  later: (() => void)[],
): Promise<void> {
  const key = `${scopeId} ${userId} ${name}`;
  if (knownPersons.has(key)) return;
  const id = derivedId(userId, scopeId);
  const person = await store.row('person', id);
  if (person === undefined || person['name'] !== name || person.deletedAt !== null)
    await writer.mutate(changeOf<Tables['person']>('person', { op: 'ins', id, scopeId, set: { userId, name } }));
  later.push(() => void knownPersons.add(key));
}

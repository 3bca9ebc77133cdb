import { changeOf, derivedId, type Store, type Writer } from '@holdfast/sync';
import type { Tables } from './db/schema.ts';
import { publishParticulars } from './publishParticulars.ts';
import type { Services } from './services.ts';

/** Particulars of a person without an account. */
const NO_PARTICULARS = { qualification: '', certificateNumber: '', certificateExpiresOn: '' } as const;

/**
 * Adds the author's name to a scope, so that history can show it there (docs/data-model.md, "Work: a company's scope"). Written by the
 * application itself, independent of the author's rights.
 * @param later runs when the transaction is kept
 */
export async function ensurePersonInScope(
  services: Services,
  store: Store,
  writer: Writer,
  { userId, name }: { userId: string; name: string },
  scopeId: string,
  later: (() => Promise<unknown> | void)[],
): Promise<void> {
  const { knownPersons } = services;
  const key = `${scopeId} ${userId} ${name}`;
  if (knownPersons.has(key)) return;
  const id = derivedId(userId, scopeId);
  const person = await store.row('person', id);
  if (person === undefined) {
    const set = { userId, name, ...NO_PARTICULARS };
    await writer.mutate(changeOf<Tables['person']>('person', { op: 'ins', id, scopeId, set }));
    // The particulars of the account are copied once the row exists.
    later.push(() => publishParticulars(services, userId));
  } else if (person['name'] !== name || person.deletedAt !== null) {
    const op = person.deletedAt === null ? 'upd' : 'restore';
    await writer.mutate(changeOf<Tables['person']>('person', { op, id, set: { name } }));
  }
  later.push(() => void knownPersons.add(key));
}

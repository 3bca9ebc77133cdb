/** Updates the particulars of people in each company from their accounts. */
import { LIBRARY_SCOPE } from '@holdfast/contract';
import { changeOf, derivedId, kyselyStore, openWriter } from '@holdfast/sync';
import type { Kysely } from 'kysely';
import { registry } from './db/registry.ts';
import type { Database, Tables } from './db/schema.ts';
import { removeUnused } from './media/unusedBlobs.ts';
import type { Services } from './services.ts';

/** An account whose particulars in a company are out of date. */
interface Stale {
  scopeId: string;
  personId: string;
  userId: string;
  qualification: string;
  certificateNumber: string;
  certificateExpiresOn: string;
  /** SHA-256 of the image; null: none. */
  signature: string | null;
}

/**
 * Copies qualification, certificate and signature of accounts to each company in which their people recorded something. Runs after each
 * change of an account, and on hosts at intervals, which completes interrupted updates.
 * @param userId the only account to update; absent: every account
 * @param former SHA-256 of an image that was the signature before: it is removed, so that unused images take no space in the library
 * @returns the number of updated people in companies
 */
export async function publishParticulars(
  services: Services,
  userId?: string,
  former: string | null = null,
): Promise<number> {
  // Accounts exist only on the server; a desktop receives the particulars.
  if (services.device !== undefined) return 0;
  const stale = await staleOf(services.read, userId);
  for (const person of stale) await publish(services, person);
  if (former !== null) await removeUnused(services, { scopeId: LIBRARY_SCOPE, sha256: former });
  return stale.length;
}

function staleOf(db: Kysely<Database>, userId: string | undefined): Promise<Stale[]> {
  let query = db
    .selectFrom('person')
    .innerJoin('user', 'user.id', 'person.userId')
    .leftJoin('signature', (join) =>
      join
        .onRef('signature.userId', '=', 'person.userId')
        .onRef('signature.scopeId', '=', 'person.scopeId')
        .on('signature.deletedAt', 'is', null),
    )
    .select(['person.scopeId', 'person.id as personId', 'person.userId', 'user.signature'])
    .select(['user.qualification', 'user.certificateNumber', 'user.certificateExpiresOn'])
    .where('person.scopeId', '!=', LIBRARY_SCOPE)
    .where('person.deletedAt', 'is', null)
    .where(({ or, eb, fn, val }) =>
      or([
        eb('person.qualification', '!=', eb.ref('user.qualification')),
        eb('person.certificateNumber', '!=', eb.ref('user.certificateNumber')),
        eb('person.certificateExpiresOn', '!=', eb.ref('user.certificateExpiresOn')),
        eb(fn.coalesce('signature.sha256', val('')), '!=', fn.coalesce('user.signature', val(''))),
      ]),
    );
  if (userId !== undefined) query = query.where('person.userId', '=', userId);
  return query.execute();
}

async function publish(services: Services, person: Stale): Promise<void> {
  const { write, engine, ports, deviceId, events } = services;
  const { scopeId, personId, userId, signature, ...words } = person;
  const now = ports.clock.now();
  const stored = signature === null ? null : await copyOf(services, signature, scopeId);
  const former = await write.transaction().execute(async (trx) => {
    const store = kyselyStore(trx, engine, registry);
    const author = { userId, deviceId, now, groupId: ports.ids.next(now) };
    const writer = openWriter(store, registry, [await store.lockHead(scopeId)], author);
    await writer.mutate(changeOf<Tables['person']>('person', { op: 'upd', id: personId, set: words }));
    const id = derivedId(userId, scopeId, 'signature');
    const before = await store.row('signature', id);
    if (stored !== null) {
      await trx
        .insertInto('blob')
        .values({ ...stored, scopeId, state: 'stored', createdAt: now })
        .onConflict((conflict) => conflict.columns(['scopeId', 'sha256']).doUpdateSet({ state: 'stored' }))
        .execute();
      const { mimeType, sha256, size } = stored;
      const set = { userId, mimeType, sha256, size };
      await writer.mutate(changeOf<Tables['signature']>('signature', { op: 'ins', id, scopeId, set }));
    } else if (signature === null && before !== undefined)
      await writer.mutate(changeOf<Tables['signature']>('signature', { op: 'del', id }));
    await writer.finish();
    const sha256 = before?.['sha256'];
    // While an image is missing, the former one stays, because the row still refers to it.
    return typeof sha256 === 'string' && sha256 !== stored?.sha256 ? sha256 : null;
  });
  if (former !== null) await removeUnused(services, { scopeId, sha256: former });
  events.publish({ scopes: [scopeId] });
}

/** Copies an image of the library to a company. @returns null when it is not stored */
async function copyOf(
  { read, ports: { blobs } }: Services,
  sha256: string,
  scopeId: string,
): Promise<Pick<Database['blob'], 'sha256' | 'size' | 'mimeType'> | null> {
  const known = await read
    .selectFrom('blob')
    .select(['sha256', 'size', 'mimeType'])
    .where('scopeId', '=', LIBRARY_SCOPE)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  const bytes = known && (await blobs.get({ scopeId: LIBRARY_SCOPE, sha256, rendition: null }));
  if (known === undefined || bytes === undefined || bytes === null) return null;
  await blobs.put(scopeId, bytes, known.size);
  return known;
}

/** Stored releases: each has a row in `instance`, and its bytes are a content of the library. */
import { compareVersions, type Release } from '@holdfast/contract';
import type { LocalDb } from '../calls/ctx.ts';

/** A release and the hash of its bytes. */
export type StoredRelease = Release & { sha256: string };

const PREFIX = 'release.';

/** Every release, newest version first. */
export async function storedReleases(db: Pick<LocalDb, 'selectFrom'>): Promise<StoredRelease[]> {
  const rows = await db.selectFrom('instance').select('value').where('key', 'like', `${PREFIX}%`).execute();
  return rows
    .map(({ value }) => JSON.parse(value) as StoredRelease)
    .toSorted((one, other) => compareVersions(other.version, one.version));
}

/** Stores a release, replacing an earlier one of the same version. */
export async function storeRelease(db: LocalDb, release: StoredRelease): Promise<void> {
  const value = JSON.stringify(release);
  await db
    .insertInto('instance')
    .values({ key: `${PREFIX}${release.version}`, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** A release as administrators see it. */
export function presentRelease({ sha256: _sha256, ...release }: StoredRelease): Release {
  return release;
}

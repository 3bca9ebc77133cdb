/** Stored releases: each has a row in `instance`, and its bytes are a content of the library. */
import { compareVersions, Release } from '@holdfast/contract';
import { z } from 'zod';
import type { LocalDb } from '../calls/ctx.ts';
import { storedJson } from '../storedJson.ts';

/** A release and the hash of its bytes. */
export type StoredRelease = z.infer<typeof StoredRelease>;

const StoredRelease = z.object({ ...Release.shape, sha256: z.string() });

const PREFIX = 'release.';

/** Every release, newest version first. */
export async function storedReleases(db: Pick<LocalDb, 'selectFrom'>): Promise<StoredRelease[]> {
  const rows = await db.selectFrom('instance').select('value').where('key', 'like', `${PREFIX}%`).execute();
  return rows
    .flatMap(({ value }) => storedJson(StoredRelease, value) ?? [])
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

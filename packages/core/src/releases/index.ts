/** Releases of the desktop: administrators publish, stage and withdraw them; devices ask for theirs (product decision 34, docs/updates.md). */
import * as contract from '@holdfast/contract';
import {
  endOfHead,
  headOfPack,
  LIBRARY_SCOPE,
  PACK_START,
  Problem,
  readManifest,
  RELEASE_BYTES,
  type ReleaseManifest,
} from '@holdfast/contract';
import type { DeviceCtx } from '../calls/ctx.ts';
import { deviceHandler, handler } from '../calls/handler.ts';
import type { Ports } from '../ports.ts';
import { type StoredRelease, storeRelease, storedReleases, presentRelease } from './stored.ts';
import { isOfferedTo } from './rules.ts';

export { storedReleases };

/** Every release, newest first. */
const getReleases = handler(contract.getReleases, {
  reach: 'library',
  commit: async ({ local }) => (await storedReleases(local)).map(presentRelease),
});

/** Stores a release. The devices verify its signature, because a compromised server could forge any verdict. */
const publishRelease = handler(contract.publishRelease, {
  reach: 'library',
  async prepare({ ports }, { content }) {
    const stored = await ports.blobs.put(LIBRARY_SCOPE, content, RELEASE_BYTES);
    if (stored === null) throw new Problem('tooLarge', { limitBytes: RELEASE_BYTES });
    return { ...stored, manifest: await manifestOf(ports, stored) };
  },
  async commit({ local, now }, _input, { sha256, size, manifest }) {
    const { version, rollback, createdAt, minimumShell, minimumNode } = manifest;
    const known = (await storedReleases(local)).find((release) => release.version === version);
    if (known !== undefined && known.sha256 !== sha256) throw new Problem('alreadyExists', { name: version });
    const about = { version, rollback, createdAt, minimumShell, minimumNode, size, sha256 };
    const staged = { publishedAt: new Date(now).toISOString(), percent: 0, deviceIds: [], withdrawn: false };
    const release = known ?? { ...about, ...staged };
    await storeRelease(local, release);
    return presentRelease(release);
  },
});

/** Offers a release to a share of the devices and to some by name, or withdraws it. */
const stageRelease = handler(contract.stageRelease, {
  reach: 'library',
  async commit({ local }, { version, percent, deviceIds, withdrawn }) {
    const known = (await storedReleases(local)).find((release) => release.version === version);
    if (known === undefined) throw new Problem('notFound');
    const release = { ...known, percent, deviceIds, withdrawn };
    await storeRelease(local, release);
    return presentRelease(release);
  },
});

/** The newest release that is offered to the device. */
const getOfferedRelease = deviceHandler(contract.getOfferedRelease, async (ctx) => {
  const [newest] = await offeredTo(ctx);
  if (newest === undefined) return null;
  const { version, rollback, size, sha256 } = newest;
  return { version, rollback, size, sha256 };
});

/** The bytes of a release that is offered to the device. */
const downloadRelease = deviceHandler(contract.downloadRelease, async (ctx, { version }) => {
  const release = (await offeredTo(ctx)).find((each) => each.version === version);
  if (release === undefined) throw new Problem('notFound');
  const { sha256 } = release;
  const size = await ctx.ports.blobs.size({ scopeId: LIBRARY_SCOPE, sha256, rendition: null });
  if (size === null) throw new Problem('notFound');
  const filename = `holdfast-${version}.pack`;
  return { scopeId: LIBRARY_SCOPE, sha256, rendition: null, mimeType: 'application/octet-stream', filename, size };
});

/** The operations of this feature. */
export const releaseHandlers = [getReleases, publishRelease, stageRelease, getOfferedRelease, downloadRelease];

async function offeredTo({ application, device }: DeviceCtx): Promise<StoredRelease[]> {
  return (await storedReleases(application.read)).filter((release) => isOfferedTo(release, device.deviceId));
}

/** The manifest of the stored bytes. @throws {Problem} `badInput` when they are not a release, or an incomplete one */
async function manifestOf(ports: Ports, { sha256, size }: { sha256: string; size: number }): Promise<ReleaseManifest> {
  const read = async (end: number): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = [];
    const range = { start: 0, end: Math.min(end, size) - 1 };
    const bytes =
      size === 0 ? null : await ports.blobs.open({ scopeId: LIBRARY_SCOPE, sha256, rendition: null }, range);
    for await (const piece of bytes ?? []) pieces.push(piece);
    const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  };
  const end = endOfHead(await read(PACK_START));
  const signed = end === null || end > size ? null : headOfPack(await read(end));
  const manifest = signed === null ? null : readManifest(signed.manifest);
  const packed = manifest?.files.reduce((sum, file) => sum + file.packed, end ?? 0);
  if (manifest === null || packed !== size)
    throw new Problem('badInput', { issues: [{ path: 'content', message: 'is not a whole release' }] });
  return manifest;
}

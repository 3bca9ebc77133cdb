/** Bytes of photos and files on their way from and to devices (docs/sync.md, "The desktop's agent"). */
import * as contract from '@holdfast/contract';
import { type BlobStatus, LIBRARY_SCOPE, Problem } from '@holdfast/contract';
import { localDb } from '../db/scoped.ts';
import { holds } from '../calls/rights.ts';
import type { DeviceCtx } from '../calls/ctx.ts';
import { deviceHandler } from '../calls/handler.ts';
import { mediaAnswer, recordBlob } from '../media/index.ts';
import { mustHaveSpace } from '../usage/index.ts';
import { membersOf } from './memberships.ts';
import { isAcceptedContent, notRecorded, wantedBy } from './queries.ts';

/**
 * Returns the state of some contents on this server. One that is here without being recorded, as after the database failed or a check ran while it
 * was uploaded, is recorded: no device would send it again.
 */
export const checkBlobs = deviceHandler(contract.checkBlobs, async (ctx, { scopeId, sha256 }) => {
  const reads = await mayRead(ctx, scopeId);
  const answers: BlobStatus[] = [];
  for (const hash of new Set(sha256)) {
    const isAccepted = () => isAcceptedContent(ctx.application.read, ctx.device.deviceId, scopeId, hash);
    if (!reads && !(await isAccepted())) throw new Problem('notFound');
    answers.push(await statusOf(ctx, scopeId, hash));
  }
  const here = answers.flatMap((answer) => (answer.state === 'stored' ? [answer.sha256] : []));
  for (const hash of await notRecorded(ctx.application.read, scopeId, here))
    if ((await record(ctx, scopeId, hash)) !== null)
      answers[answers.findIndex(({ sha256: each }) => each === hash)] = await statusOf(ctx, scopeId, hash);
  return answers;
});

/**
 * Stores bytes of a content, to which a row of the scope must refer: this prevents filling the disk with unrelated bytes, and the length is
 * known beforehand.
 */
export const uploadBlob = deviceHandler(contract.uploadBlob, async (ctx, { scopeId, sha256, offset, content }) => {
  await mustWrite(ctx, scopeId, sha256);
  const wanted = await wantedBy(ctx.application.read, scopeId, sha256);
  if (wanted === undefined) throw new Problem('notFound');
  const { blobs } = ctx.ports;
  const key = { scopeId, sha256, rendition: null };
  if ((await blobs.size(key)) === null) {
    // The right size is checked when the content is recorded.
    await mustHaveSpace({ local: ctx.application.read, ports: ctx.ports }, scopeId, wanted.sizes[0]!);
    const sizes = wanted.sizes.map((size) => Math.min(size, ctx.ports.uploads.limits.fileBytes));
    const taken = await blobs.append({ scopeId, sha256, sender: ctx.device.deviceId }, content, offset, sizes);
    if (taken.refused === 'busy') throw new Problem('unavailable', { retryAfterSeconds: 5 });
    if (taken.refused !== null) throw new Problem('uploadRefused', { reason: taken.refused, received: taken.received });
  }
  const refused = (await blobs.size(key)) === null ? null : await record(ctx, scopeId, sha256);
  if (refused !== null) throw refused;
  return statusOf(ctx, scopeId, sha256);
});

/** Bytes of a content of a scope that the device may read; a content of another company is not found. */
export const downloadBlob = deviceHandler(contract.downloadBlob, async (ctx, { scopeId, sha256, size }) => {
  await mustRead(ctx, scopeId);
  const wanted = await wantedBy(ctx.application.read, scopeId, sha256);
  return mediaAnswer(
    ctx.ports,
    wanted === undefined ? undefined : { scopeId, sha256, mimeType: wanted.mimeType, filename: sha256 },
    size,
  );
});

/**
 * Records that a content is here, when a row refers to it. One for which there is no space is deleted.
 * @returns the refusal; null: there is none
 */
async function record(ctx: DeviceCtx, scopeId: string, sha256: string): Promise<Problem | null> {
  const { application, ports } = ctx;
  const wanted = await wantedBy(application.read, scopeId, sha256);
  if (wanted === undefined) return null;
  return application.write.transaction().execute(async (trx) => {
    try {
      await recordBlob({ ...ctx, local: localDb(trx), scopeId }, { sha256, ...wanted });
      return null;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'storageFull') throw error;
      // While the scope is locked: another writer that waits for it must find the content missing.
      await ports.blobs.delete({ scopeId, sha256 });
      return error;
    }
  });
}

async function statusOf(
  { ports, application, device }: DeviceCtx,
  scopeId: string,
  sha256: string,
): Promise<BlobStatus> {
  const wanted = await wantedBy(application.read, scopeId, sha256);
  if (wanted === undefined) return { sha256, state: 'unknown', size: null, received: 0 };
  const key = { scopeId, sha256, rendition: null };
  const size = await ports.blobs.size(key);
  if (size !== null) return { sha256, state: 'stored', size, received: size };
  const received = await ports.blobs.received({ scopeId, sha256, sender: device.deviceId });
  return { sha256, state: 'wanted', size: wanted.sizes.at(-1)!, received };
}

/** @throws {Problem} `notFound` unless a user known on the device reads the scope */
async function mustRead(ctx: DeviceCtx, scopeId: string): Promise<void> {
  if (!(await mayRead(ctx, scopeId))) throw new Problem('notFound');
}

async function mayRead({ application, device }: DeviceCtx, scopeId: string): Promise<boolean> {
  const members = await membersOf(application.read, device.deviceId);
  return members.some(({ companyId }) => companyId === scopeId || scopeId === LIBRARY_SCOPE);
}

/** @throws {Problem} `notFound` unless a user known on the device records work in the scope */
async function mustWrite({ application, device }: DeviceCtx, scopeId: string, sha256: string): Promise<void> {
  const members = await membersOf(application.read, device.deviceId);
  if (members.some(({ companyId, role }) => companyId === scopeId && holds(role, 'inspect'))) return;
  // An administrator accepted the photo or file in the place of its author.
  if (!(await isAcceptedContent(application.read, device.deviceId, scopeId, sha256))) throw new Problem('notFound');
}

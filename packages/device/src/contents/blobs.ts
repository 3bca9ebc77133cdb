/** Transfer of photos and files in both directions: resumable, verified, named by their content (docs/sync.md, "The desktop's agent"). */
import { BlobStatus } from '@holdfast/contract';
import { addressOf } from '@holdfast/contract/client';
import { type Appended, type Blobs, DamagedContent, type Database } from '@holdfast/core';
import type { Kysely } from 'kysely';
import {
  applyChoice,
  dueBlobs,
  fillQueue,
  leftovers,
  mimeTypeOf,
  pendingPlaces,
  postpone,
  quarantine,
  type QueuedBlob,
  removeEntries,
  settle,
  waitingBlobs,
  wasOnServer,
  withdrawnContents,
} from './blobQueue.ts';
import { Cut, cutBy, type Origin, request, requestOriginal, SILENCE_MS } from './blobRequests.ts';
import { comparePositions, type ContentPlace, positionOf } from './contentOrder.ts';
import { idleTimeout } from '../idleTimeout.ts';
import type { Platform } from '../platform.ts';
import { smallText } from '../remote.ts';
import { markAbsent, storeBlob, removeBlob, storedBlobs } from '../queries.ts';

/** Bytes of one upload request: a broken connection loses at most these. */
const PIECE = 1024 * 1024;
/** Number of parallel transfers: while one waits for the server or the disk, the others use the connection. */
const WORKERS = 4;
/** Number of contents whose state is requested from the server in one call. */
const ASKED_AT_ONCE = 50;
/** Number of refusals of one content after which it waits for another run. */
const RESUMES = 3;

/** Dependencies of the transfer of contents. */
export interface BlobSetting extends Origin, Pick<Platform, 'sha256'> {
  read: Kysely<Database>;
  write: Kysely<Database>;
  blobs: Blobs;
  now(): number;
  /** Ids of the installations whose photos and files are not downloaded to this device. */
  without: ReadonlySet<string>;
  /** Returns the inspection on screen; null: none. Its photos are downloaded first; it may change during a transfer. */
  viewed(): string | null;
  /** Called at each step with the contents settled so far and their total. */
  progress(done: number, total: number): void;
}

/** Bytes of contents that were transferred completely. */
interface Moved {
  bytesIn: number;
  bytesOut: number;
}

/** Result of a transfer. */
export interface BlobResult extends Moved {
  /** Number of contents that are still queued. */
  waiting: number;
  /** True when the connection broke; it may be available again immediately. */
  cut: boolean;
}

const NOTHING = new Uint8Array(0);

/**
 * Transfers the queued contents, each once: first the uploads, smallest first, then the downloads, photos of the inspection on screen first
 * (`contentOrder.ts`) and small copies before the photos themselves. A failed content does not stop the others.
 * @param options `again`: also sends contents that were sent before; `early`: also retries contents that failed recently and are not due yet
 */
export async function moveBlobs(
  setting: BlobSetting,
  options: { again: boolean; early: boolean },
): Promise<BlobResult> {
  const { write, now, progress } = setting;
  await fillQueue(write, options.again);
  await applyChoice(write, setting.without);
  const moved: Moved = { bytesIn: 0, bytesOut: 0 };
  let done = 0;
  let cut = false;
  const total = await waitingBlobs(write);
  if (total > 0) progress(0, total);
  const until = options.early ? Number.MAX_SAFE_INTEGER : now();
  try {
    for (const direction of ['up', 'down'] as const) {
      const due = await dueBlobs(write, direction, until);
      const known = statusInAdvance(setting, due);
      const transfers = direction === 'up' ? due.map(asOriginal) : await pendingTransfers(setting, due);
      await inParallel(direction === 'up' ? inOrder(transfers) : byView(setting, transfers), async (transfer) => {
        const { blob } = transfer;
        if (transfer.isCopy) return fetchCopy(setting, blob, moved);
        try {
          if (direction === 'up') await upload(setting, blob, await known(blob), moved);
          else await download(setting, blob, moved);
        } catch (error) {
          if (error instanceof Cut) await settle(write, blob, { error: error.message.slice(0, 200) });
          // The local file cannot be read, regardless of the server's state.
          if (!(error instanceof DamagedContent)) throw error;
          await quarantine(write, blob);
        }
        done += 1;
        progress(done, Math.max(total, done));
      });
    }
  } catch (error) {
    if (!(error instanceof Cut)) throw error;
    cut = error.status === null;
  }
  return { ...moved, waiting: await waitingBlobs(write), cut };
}

/**
 * Hashes every photo and file of this device, as a full sync does. A damaged content that the server has is fetched again; the file is kept until
 * then, because the server's content may be damaged, too. For one that was never sent a person decides.
 * @returns the number of damaged contents
 */
export async function verifyBlobs({ write, blobs, signal, sha256: hash }: BlobSetting): Promise<number> {
  let damaged = 0;
  for (const blob of await storedBlobs(write)) {
    if (signal.aborted) break;
    if (await isWhole(hash, blobs, blob)) continue;
    damaged += 1;
    if (await wasOnServer(write, blob)) {
      await markAbsent(write, blob);
      await blobs.setAside(blob);
      await removeBlob(write, blob);
      await removeEntries(write, blob);
    } else await quarantine(write, blob);
  }
  return damaged;
}

/**
 * Removes photos and files that the server has and no row of this device refers to, for example after a company was withdrawn, and
 * what else was kept of contents of such a company. Contents that were never sent are kept.
 * @returns the number of removed contents
 */
export async function dropLeftovers({ write, blobs }: Pick<BlobSetting, 'write' | 'blobs'>): Promise<number> {
  const unused = await leftovers(write);
  for (const blob of unused) await forget(write, blobs, blob);
  for (const blob of await withdrawnContents(write)) {
    await blobs.delete(blob);
    await removeEntries(write, blob);
  }
  return unused.length;
}

/**
 * Removes a content: first marks its record, then removes the file, then the record. After a crash in between the removal is repeated, or the content
 * is fetched again if a row refers to it by then.
 */
async function forget(
  write: Kysely<Database>,
  blobs: Blobs,
  { scopeId, sha256 }: { scopeId: string; sha256: string },
): Promise<void> {
  await markAbsent(write, { scopeId, sha256 });
  await blobs.delete({ scopeId, sha256 });
  await removeBlob(write, { scopeId, sha256 });
}

async function isWhole(
  hash: Platform['sha256'],
  blobs: Blobs,
  { scopeId, sha256 }: { scopeId: string; sha256: string },
): Promise<boolean> {
  const bytes = await blobs.open({ scopeId, sha256, rendition: null });
  if (bytes === null) return false;
  return hash(bytes).then(
    (found) => found === sha256,
    (error: unknown) => {
      if (error instanceof DamagedContent) return false;
      throw error;
    },
  );
}

/** A content to transfer, or the small copy of a photo, which is transferred before it. */
interface Transfer {
  blob: QueuedBlob;
  places: readonly ContentPlace[];
  isCopy: boolean;
}

function asOriginal(blob: QueuedBlob): Transfer {
  return { blob, places: [], isCopy: false };
}

/** Smaller photos are downloaded without a small copy first, bytes. */
const COPIED_FROM = 60_000;

/** Returns the contents to download, with small copies of large photos. */
async function pendingTransfers({ write, blobs }: BlobSetting, due: readonly QueuedBlob[]): Promise<Transfer[]> {
  const nameOf = ({ scopeId, sha256 }: Pick<QueuedBlob, 'scopeId' | 'sha256'>): string => `${scopeId} ${sha256}`;
  const places = Map.groupBy(await pendingPlaces(write), nameOf);
  const transfers: Transfer[] = [];
  for (const blob of due) {
    const shown = places.get(nameOf(blob)) ?? [];
    const isPhoto = shown.some(({ inspectionId }) => inspectionId !== null);
    const key = { scopeId: blob.scopeId, sha256: blob.sha256, rendition: 320 } as const;
    if (isPhoto && blob.size > COPIED_FROM && (await blobs.size(key)) === null)
      transfers.push({ blob, places: shown, isCopy: true });
    transfers.push({ blob, places: shown, isCopy: false });
  }
  return transfers;
}

/** Returns a function that takes the next transfer in the given order. */
function inOrder(transfers: readonly Transfer[]): () => Transfer | undefined {
  const left = [...transfers];
  return () => left.shift();
}

/** Returns a function that takes the next transfer in the order for the inspection on screen. */
function byView({ now, viewed }: BlobSetting, transfers: readonly Transfer[]): () => Transfer | undefined {
  let left: Transfer[] = [];
  let orderedFor: string | null | undefined;
  return () => {
    const current = viewed();
    if (orderedFor !== current) {
      const remaining = orderedFor === undefined ? transfers : left;
      orderedFor = current;
      const positions = new Map(
        remaining.map((one) => [one, positionOf(one.places, { viewed: current, now: now() })] as const),
      );
      left = remaining.toSorted((a, b) => {
        const [first, second] = [positions.get(a)!, positions.get(b)!];
        const byGroup = first.group - second.group || Number(b.isCopy) - Number(a.isCopy);
        return byGroup || comparePositions(first, second) || a.blob.size - b.blob.size;
      });
    }
    return left.shift();
  };
}

async function inParallel(take: () => Transfer | undefined, move: (one: Transfer) => Promise<void>): Promise<void> {
  const work = async (): Promise<void> => {
    for (let next = take(); next !== undefined; next = take()) await move(next);
  };
  const workers = await Promise.allSettled(Array.from({ length: WORKERS }, work));
  const failed = workers.find((worker) => worker.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Sends the part of a content that the server lacks. @param known number of bytes that the server reported to have; undefined when it reported none */
async function upload(
  setting: BlobSetting,
  blob: QueuedBlob,
  known: BlobStatus | undefined,
  moved: Moved,
): Promise<void> {
  const { write, blobs, now } = setting;
  const key = { scopeId: blob.scopeId, sha256: blob.sha256, rendition: null } as const;
  const size = await blobs.size(key);
  if (size === null) {
    if (known?.state === 'stored' || (await wasOnServer(write, blob))) {
      // The record is wrong: once it is removed, the content is fetched.
      await removeBlob(write, blob);
      await removeEntries(write, blob);
    } else await postpone(write, blob, 'missing', 'The content is not on this device.', now());
    return;
  }
  let status = known;
  for (let refused = 0; status?.state === 'wanted' && refused < RESUMES;) {
    const { received } = status;
    const end = Math.min(size, received + PIECE);
    // After a power cut the server may have all bytes but no result of the check. An empty piece requests the check.
    const piece = received < size ? await bytesOf(await blobs.open(key, { start: received, end: end - 1 })) : NOTHING;
    const answer = await request(
      setting,
      addressOf('uploadBlob', { scopeId: blob.scopeId, sha256: blob.sha256, offset: received }),
      {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: piece,
      },
    );
    moved.bytesOut += piece.length;
    status = answer.ok ? BlobStatus.parse(JSON.parse(await smallText(answer))) : (await statusesOf(setting, [blob]))[0];
    if (!answer.ok || status?.state !== 'stored') await settle(write, blob, { state: 'active', offset: end });
    // A file that was truncated on the disk has no more bytes to send, and the server keeps asking for them.
    if (!answer.ok || piece.length === 0) refused += 1;
  }
  if (status?.state === 'stored') await settle(write, blob, { state: 'done', offset: size, error: '' });
  else if (!(await isWhole(setting.sha256, blobs, blob))) await quarantine(write, blob);
  else await postpone(write, blob, 'failed', 'The server did not take the content.', now());
}

/** Requests the server's state of contents, for many at once when the first of them is to be sent. */
function statusInAdvance(
  setting: BlobSetting,
  due: readonly QueuedBlob[],
): (blob: QueuedBlob) => Promise<BlobStatus | undefined> {
  const answers = new Map<QueuedBlob, Promise<BlobStatus[]>>();
  return async (blob) => {
    if (!answers.has(blob)) {
      const next = due.filter((one) => one.scopeId === blob.scopeId && !answers.has(one)).slice(0, ASKED_AT_ONCE);
      const answer = statusesOf(setting, next);
      for (const one of next) answers.set(one, answer);
    }
    return (await answers.get(blob))?.find(({ sha256 }) => sha256 === blob.sha256);
  };
}

/** Returns the server's state of contents of one scope; none when it does not answer. */
async function statusesOf(setting: BlobSetting, blobs: readonly QueuedBlob[]): Promise<BlobStatus[]> {
  const answer = await request(setting, addressOf('checkBlobs', {}), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scopeId: blobs[0]!.scopeId, sha256: blobs.map(({ sha256 }) => sha256) }),
  });
  return answer.ok ? BlobStatus.array().parse(JSON.parse(await smallText(answer))) : [];
}

/** Maximum size of a small copy in bytes. */
const COPY_BYTES = 500_000;

/** Fetches the small copy of a photo. If this fails, the photo is fetched all the same. */
async function fetchCopy(setting: BlobSetting, { scopeId, sha256 }: QueuedBlob, moved: Moved): Promise<void> {
  const answer = await request(setting, addressOf('downloadBlob', { scopeId, sha256, size: '320' }), {
    method: 'GET',
    headers: {},
  });
  const size = Number(answer.headers.get('content-length') ?? COPY_BYTES);
  if (!answer.ok || answer.body === null || size >= COPY_BYTES) {
    await answer.body?.cancel();
    return;
  }
  const copy = await bytesOf(watched(answer.body, moved));
  if (copy.length === size) await setting.blobs.putRendition({ scopeId, sha256, rendition: 320 }, copy);
}

/** Fetches the missing bytes of a content. Its hash is checked before it is used. */
async function download(setting: BlobSetting, blob: QueuedBlob, moved: Moved): Promise<void> {
  const { write, blobs, now } = setting;
  const { scopeId, sha256, size } = blob;
  const key = { scopeId, sha256, rendition: null } as const;
  if ((await blobs.size(key)) !== null) {
    await arrived(setting, blob);
    return;
  }
  const offset = await blobs.received(key);
  // All bytes arrived before a power cut, but they were not checked.
  if (offset >= size) return finish(setting, blob, await blobs.append(key, nothing(), offset, size));
  const answer = await requestOriginal(
    setting,
    addressOf('downloadBlob', { scopeId, sha256 }),
    offset === 0 ? {} : { range: `bytes=${offset}-` },
  );
  if (answer.status === 404) {
    await postpone(write, blob, 'missing', 'The server does not have the content yet.', now());
    return;
  }
  if (!answer.ok || answer.body === null || (offset > 0 && answer.status !== 206)) {
    await postpone(write, blob, 'failed', `The server answered ${answer.status}.`, now());
    return;
  }
  // The size in the row comes from another device, the length of the answer from the content itself.
  const length = answer.headers.get('content-length');
  const whole = length === null ? size : offset + Number(length);
  const taken = await blobs.append(key, watched(answer.body, moved), offset, whole);
  if (taken.refused === null && taken.received < whole)
    throw new Cut(`The connection broke: ${taken.received} of ${whole} bytes came.`);
  await finish(setting, blob, taken);
}

/** Completes a download of which all bytes arrived. */
async function finish(setting: BlobSetting, blob: QueuedBlob, { refused }: Appended): Promise<void> {
  if (refused === null) await arrived(setting, blob);
  else
    await postpone(setting.write, blob, 'failed', `The content is not what it should be (${refused}).`, setting.now());
}

/** Records that a content is complete on this device. */
async function arrived({ write, now }: BlobSetting, blob: QueuedBlob): Promise<void> {
  const { scopeId, sha256, size } = blob;
  const mimeType = await mimeTypeOf(write, blob);
  await storeBlob(write, { scopeId, sha256, size, mimeType, createdAt: now() });
  await settle(write, { ...blob, direction: 'down' }, { state: 'done', offset: size, error: '' });
}

/** Yields bytes as they arrive; ends the connection when none arrived for too long. */
async function* watched(body: ReadableStream<Uint8Array>, moved: Moved): AsyncGenerator<Uint8Array, void, void> {
  const reader = body.getReader();
  const idle = idleTimeout(SILENCE_MS);
  const silence = new Promise<never>((_, reject) => {
    idle.signal.addEventListener('abort', () => reject(idle.signal.reason as Error), { once: true });
  });
  // The rejection may occur while nothing awaits it.
  silence.catch(() => undefined);
  try {
    for (;;) {
      const next = await Promise.race([reader.read(), silence]);
      if (next.done) return;
      idle.arrived();
      moved.bytesIn += next.value.length;
      yield next.value;
    }
  } catch (error) {
    throw cutBy(error);
  } finally {
    idle.end();
    await reader.cancel().catch(() => undefined);
  }
}

async function* nothing(): AsyncGenerator<Uint8Array, void, void> {}

async function bytesOf(stream: AsyncIterable<Uint8Array> | null): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  if (stream !== null) for await (const piece of stream) pieces.push(piece);
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

import { call as callNow, callWithProgress, uploadContent } from './api.ts';
import { base64Of } from './base64.ts';
import type { ContentSave, SendOptions } from './outbox/index.ts';
import type { ContentOperation, SavedOutput } from './outbox/saveKinds.ts';

/**
 * From how many bytes on a content is streamed ahead of the call that names it: so that what takes more than a moment over a slow connection continues
 * where that broke, and no call is longer under way than the server waits for.
 */
const STREAMED_BYTES = 1024 * 1024;
/** Time limit in ms of the request for the state of an upload. */
const STATUS_MS = 45_000;

/**
 * Calls the operation of a save with its bytes: as base64 under their key (docs/acceptance.md, IMGS), or, when there are many, streamed ahead and named by
 * their hash, so that a broken connection goes on where it broke. A browser hashes on safe addresses alone; elsewhere everything goes as base64.
 */
export async function upload(
  save: ContentSave,
  { onProgress, ...options }: SendOptions,
): Promise<SavedOutput<ContentOperation>> {
  const { bytes } = save.content;
  const isStreamed = bytes.size > STREAMED_BYTES && window.isSecureContext;
  const call = callWithProgress(isStreamed ? () => undefined : onProgress);
  const content = isStreamed
    ? { sha256: await stream(save.input.itemId, bytes, onProgress, options.signal) }
    : { base64: await base64Of(bytes) };
  if (save.operation === 'addFileToItem') {
    const named = 'base64' in content ? { base64File: content.base64 } : content;
    return call(save.operation, { ...save.input, ...named }, options);
  }
  const named = 'base64' in content ? { base64Image: content.base64 } : content;
  return call(save.operation, { ...save.input, ...named }, options);
}

/** Brings the bytes to the server that it has not got yet. @returns their hash */
async function stream(
  itemId: string,
  bytes: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const sha256 = hexOf(await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer()));
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(STATUS_MS)]);
  const { stored, received } = await callNow('getContentStatus', { itemId, sha256 }, { signal: inTime });
  if (stored) return sha256;
  const share = (sent: number): number => (received + sent * (bytes.size - received)) / bytes.size;
  await uploadContent({ itemId, sha256, offset: received, size: bytes.size }, bytes.slice(received), {
    signal,
    onProgress: (sent) => onProgress(share(sent)),
  });
  return sha256;
}

function hexOf(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

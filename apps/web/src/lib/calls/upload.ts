import { call as callNow, callWithProgress, uploadContent } from './api.ts';
import { base64Of } from './base64.ts';
import type { ContentSave, SendOptions } from '../outbox/index.ts';
import type { ContentOperation, SavedOutput } from '../outbox/saveKinds.ts';

/**
 * Size from which a content is streamed before the call that names it. A larger upload over a slow connection can then continue after a
 * break, and no call takes longer than the server's time limit.
 */
const STREAMED_BYTES = 1024 * 1024;
/** Time limit in ms for reading the state of an upload. */
const STATUS_MS = 45_000;

/**
 * Calls the operation of a save with its bytes: small contents as base64 under their key (docs/acceptance.md, IMGS), large ones streamed
 * first and then named by their hash, so that an upload continues after a broken connection. Browsers compute hashes on secure addresses
 * only; on others everything is sent as base64.
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

/** Sends the bytes that the server does not have yet. @returns the hash of the content */
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

/** Contents that are being uploaded, before a photo or file refers to them (data decision 20). */
import * as contract from '@holdfast/contract';
import { type ContentStatus, Problem } from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import type { PartKey, Ports } from '../ports.ts';
import { mustHaveSpace } from '../usage/index.ts';
import { itemRow } from './queries.ts';

/** Seconds to wait before trying again while another connection of the same user uploads the same content. */
const RETRY_SECONDS = 5;

/** Returns how many bytes of a content are stored. */
export const getContentStatus = handler(contract.getContentStatus, async ({ actor, db, ports }, { itemId, sha256 }) => {
  const { scopeId } = await itemRow(db, itemId);
  return statusOf(ports, { scopeId, sha256, sender: actor.userId });
});

/** Receives a content or the rest of it, directly into the store. A content to which no row ever refers is collected (product decision 22). */
export const uploadContent = handler(
  contract.uploadContent,
  async ({ actor, db, local, ports }, { itemId, sha256, offset, size, content }) => {
    const { scopeId } = await itemRow(db, itemId);
    const limitBytes = ports.uploads.limits.fileBytes;
    if (size > limitBytes) throw new Problem('tooLarge', { limitBytes });
    const key = { scopeId, sha256, sender: actor.userId };
    const before = await statusOf(ports, key);
    if (before.stored) return before;
    await mustHaveSpace({ local, ports }, scopeId, size);
    const { refused, received } = await ports.blobs.append(key, content, offset, size);
    if (refused === 'busy') throw new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS });
    if (refused !== null) throw new Problem('uploadRefused', { reason: refused, received });
    return statusOf(ports, key);
  },
);

async function statusOf({ blobs }: Ports, key: PartKey): Promise<ContentStatus> {
  const { scopeId, sha256 } = key;
  const size = await blobs.size({ scopeId, sha256, rendition: null });
  return size === null ? { stored: false, received: await blobs.received(key) } : { stored: true, received: size };
}

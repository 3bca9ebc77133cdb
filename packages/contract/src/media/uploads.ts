/** Uploads of large contents: streamed, and resumed after a broken connection (data decision 20). */
import { z } from 'zod';
import { idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';
import { Bytes, Sha256 } from '../base/values.ts';

/** State of an upload. */
export const ContentStatus = z
  .strictObject({
    stored: z.boolean().describe('All of it is here and can be named by its hash.'),
    received: z.number().int().describe('Number of received bytes; an upload continues there.'),
  })
  .meta({ id: 'ContentStatus' });

/** State of an upload. */
export type ContentStatus = z.infer<typeof ContentStatus>;

/** Higher than the limit of any host, which is configured. */
const MOST_BYTES = 2 * 1024 * 1024 * 1024;

const content = { itemId: idOf('item'), sha256: Sha256 };

export const getContentStatus = operation({
  name: 'getContentStatus',
  method: 'GET',
  path: '/ext/items/{itemId}/contents/{sha256}',
  summary: 'How much of a content is here that is on its way to an item.',
  effect: 'read',
  right: 'inspect',
  offline: true,
  input: z.strictObject(content),
  output: ContentStatus,
  problems: ['notFound'],
});

export const uploadContent = operation({
  name: 'uploadContent',
  kind: 'upload',
  method: 'PUT',
  path: '/ext/items/{itemId}/contents/{sha256}',
  summary:
    'Takes a content, or the rest of it from a place on, before a photo or file names it by its hash. The hash is checked when the last byte is here; when it is another one, all of it is forgotten.',
  // No row is written here: the operation that refers to the content writes it.
  effect: 'read',
  right: 'inspect',
  offline: true,
  query: ['offset', 'size'],
  body: 'content',
  bodyBytes: MOST_BYTES,
  input: z.strictObject({
    ...content,
    offset: z.coerce.number().int().min(0).default(0).describe('Where in the content the body begins.'),
    size: z.coerce.number().int().min(1).max(MOST_BYTES).describe('Bytes of the whole content.'),
    content: Bytes,
  }),
  output: ContentStatus,
  problems: ['notFound', 'tooLarge', 'storageFull', 'uploadRefused', 'unavailable'],
});

/**
 * Operations by which devices and server exchange changes and bytes. A message that does not fit its schema is refused with the name of the
 * error.
 */
import { z } from 'zod';
import { idOf } from '../base/id.ts';
import { LIBRARY_SCOPE } from '../base/constants.ts';
import { FILE_BYTES } from '../media/media.ts';
import { MediaAnswer } from '../media/bytes.ts';
import { operation } from '../base/operation.ts';
import {
  PullLine,
  PullRequest,
  PushAnswer,
  PushRequest,
  readPull,
  readPush,
  readRepair,
  type Refusal,
  RefusedLine,
  RepairLine,
  RepairRequest,
} from './messages.ts';
import { Bytes, Sha256 } from '../base/values.ts';

/** Maximum number of hashes in one request. */
export const BLOBS_PER_CHECK = 500;

/** Maximum size of a push in bytes: one action of the largest size, and the rest of the message. */
const PUSH_BYTES = 10 * 1024 * 1024;

/** The HTTP status of each refusal; its name is in the body. */
const REFUSAL_STATUS: Readonly<Record<Refusal['code'], number>> = {
  malformed: 400,
  unknown_device: 401,
  device_revoked: 401,
  gap: 409,
  forked: 409,
  epoch: 409,
  server_behind: 409,
  upgrade_required: 426,
};

/** The HTTP statuses of refusals in a message of synchronisation. */
export const REFUSAL_STATUSES: readonly number[] = [...new Set(Object.values(REFUSAL_STATUS))];

/** The HTTP status of a stream of synchronisation, by its first line: 200 unless it is a refusal. */
export function statusOfFirstLine(line: unknown): number {
  const refused = RefusedLine.safeParse(line);
  return refused.success ? REFUSAL_STATUS[refused.data.refusal.code] : 200;
}

/** Schemas for the documentation of messages that are read in another way. */
const described = new WeakMap<z.core.$ZodType, z.ZodType>();

/** Returns the schema that documents a message which another schema reads. */
export function describedMessage(schema: z.core.$ZodType): z.ZodType | undefined {
  return described.get(schema);
}

function messageAs<T extends z.ZodType>(message: z.ZodType, schema: T): T {
  described.set(schema, message);
  return schema;
}

/** Schema of a message that is read once; null for an invalid one, so that its refusal has the name that devices expect. */
function messageOf<T>(message: z.ZodType<T>, read: (value: unknown) => T | null) {
  return messageAs(
    message,
    z.custom<T>().transform((value) => read(value)),
  );
}

/** Schema of a stream of JSON lines, several at a time; rows are arrays of values. */
function linesOf<T extends z.ZodType>(line: T) {
  type Line = z.output<T> | readonly unknown[];
  const lines = z.custom<AsyncIterable<readonly Line[]>>(
    (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
  );
  return messageAs(line, lines.describe('One JSON value a line.'));
}

export const pushChanges = operation({
  name: 'pushChanges',
  method: 'POST',
  path: '/ext/sync/push',
  summary: 'Takes changes of a device: a `PushRequest`, answered with an `Acknowledgement` or a `Refusal`.',
  effect: 'write',
  right: 'device',
  audit: null,
  offline: false,
  input: z.strictObject({ message: messageOf(PushRequest, readPush) }),
  body: 'message',
  bodyBytes: PUSH_BYTES,
  gzipBody: true,
  output: messageAs(PushAnswer, z.custom<PushAnswer>()),
  statusOf: (answer) => (answer.kind === 'refused' ? REFUSAL_STATUS[answer.code] : 200),
  problems: ['unavailable'],
});

export const pullChanges = operation({
  name: 'pullChanges',
  kind: 'stream',
  method: 'POST',
  path: '/ext/sync/pull',
  summary: 'Streams what changed in the scopes of a device: a `PullRequest`, answered with `PullLine`s.',
  effect: 'read',
  right: 'device',
  offline: false,
  input: z.strictObject({ message: messageOf(PullRequest, readPull) }),
  body: 'message',
  output: linesOf(PullLine),
  problems: ['unavailable'],
});

export const repairScope = operation({
  name: 'repairScope',
  kind: 'stream',
  method: 'POST',
  path: '/ext/sync/repair',
  summary: 'Streams the buckets of a scope in which a device differs: a `RepairRequest`, answered with `RepairLine`s.',
  effect: 'read',
  right: 'device',
  offline: false,
  input: z.strictObject({ message: messageOf(RepairRequest, readRepair) }),
  body: 'message',
  output: linesOf(RepairLine),
  problems: ['unavailable'],
});

const scopeId = z.union([idOf('company'), z.literal(LIBRARY_SCOPE)]).describe('A company, or `library`.');

/** State of a content on the server. */
export const BlobStatus = z
  .strictObject({
    sha256: Sha256,
    state: z
      .enum(['stored', 'wanted', 'unknown'])
      .describe('stored: all of it · wanted: a row refers to it · unknown: no row of the scope does.'),
    size: z.number().int().nullable().describe('Bytes of the whole; null: unknown.'),
    received: z.number().int().describe('Number of received bytes; an upload continues there.'),
  })
  .meta({ id: 'BlobStatus' });

/** State of a content on the server. */
export type BlobStatus = z.infer<typeof BlobStatus>;

export const checkBlobs = operation({
  name: 'checkBlobs',
  method: 'POST',
  path: '/ext/sync/blobs/check',
  summary: 'What the server has of some contents of a scope.',
  effect: 'read',
  right: 'device',
  offline: false,
  input: z.strictObject({ scopeId, sha256: z.array(Sha256).min(1).max(BLOBS_PER_CHECK) }),
  output: z.array(BlobStatus),
  problems: ['notFound', 'deviceRevoked'],
});

export const uploadBlob = operation({
  name: 'uploadBlob',
  kind: 'upload',
  method: 'PUT',
  path: '/ext/sync/blobs/{scopeId}/{sha256}',
  summary:
    'Takes a content, or the rest of it from a place on, that a row of the scope refers to. Its hash is checked when the last byte is here; when it is another one, all of it is forgotten.',
  effect: 'write',
  right: 'device',
  audit: null,
  offline: false,
  query: ['offset'],
  body: 'content',
  bodyBytes: FILE_BYTES,
  input: z.strictObject({
    scopeId,
    sha256: Sha256,
    offset: z.coerce.number().int().min(0).default(0).describe('Where in the content the body begins.'),
    content: Bytes,
  }),
  output: BlobStatus,
  problems: ['notFound', 'deviceRevoked', 'uploadRefused', 'storageFull', 'unavailable'],
});

export const downloadBlob = operation({
  name: 'downloadBlob',
  kind: 'media',
  method: 'GET',
  path: '/ext/sync/blobs/{scopeId}/{sha256}',
  summary: 'A content of a scope, whole or a range of it.',
  effect: 'read',
  right: 'device',
  offline: false,
  input: z.strictObject({
    scopeId,
    sha256: Sha256,
    size: z.enum(['320', '1280']).optional().describe('Longest edge of an upright copy. Absent: the original.'),
  }),
  output: MediaAnswer,
  problems: ['notFound', 'deviceRevoked'],
});

/** Releases of the desktop: their contents, administration and distribution to devices (docs/updates.md). */
import { z } from 'zod';
import { MediaAnswer } from '../media/bytes.ts';
import { operation } from '../base/operation.ts';
import { Bytes, Instant } from '../base/values.ts';

/** Maximum size of a release file in bytes. */
export const RELEASE_BYTES = 200 * 1024 * 1024;

/** A version: three numbers. */
export const ReleaseVersion = z.string().regex(/^(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5})){2}$/, 'must be like 1.4.2');

/** One file of a release. */
export const ReleaseFile = z.strictObject({
  path: z
    .string()
    .max(300)
    .regex(/^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w@+.-]+(?:\/[\w@+.-]+)*$/, 'must stay in its folder')
    .describe('Below the folder of the release, with forward slashes.'),
  size: z.number().int().min(0).max(RELEASE_BYTES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  packed: z
    .number()
    .int()
    .min(1)
    .max(RELEASE_BYTES)
    .describe('Size in the release file in bytes, compressed with gzip.'),
});

/** The signed description of a release. */
export const ReleaseManifest = z.strictObject({
  product: z.literal('Holdfast'),
  version: ReleaseVersion,
  rollback: z.boolean().describe('It may take the place of a newer version.'),
  minimumShell: ReleaseVersion.describe('Of the installed desktop it runs in.'),
  minimumNode: ReleaseVersion,
  createdAt: Instant,
  files: z.array(ReleaseFile).min(1).max(5_000).describe('In the order of the release file.'),
});
/** The signed description of a release. */
export type ReleaseManifest = z.infer<typeof ReleaseManifest>;

/** A manifest and its signature. The text is kept exactly as signed. */
export const SignedManifest = z.strictObject({
  manifest: z
    .string()
    .max(2 * 1024 * 1024)
    .describe('JSON of a `ReleaseManifest`.'),
  signature: z.string().max(200).describe('Ed25519 over the bytes of the text, base64.'),
});
/** A manifest and its signature. */
export type SignedManifest = z.infer<typeof SignedManifest>;

/** A release as administrators see it. */
export const Release = z
  .strictObject({
    version: ReleaseVersion,
    createdAt: Instant,
    publishedAt: Instant,
    size: z.number().int().describe('Bytes a device downloads.'),
    rollback: z.boolean(),
    minimumShell: z.string(),
    minimumNode: z.string(),
    percent: z.number().int().min(0).max(100).describe('Share of the devices it is offered to.'),
    deviceIds: z.array(z.string()).describe('Devices that are offered it independent of the share.'),
    withdrawn: z.boolean().describe('It is offered to no device. Devices that have it keep it.'),
  })
  .meta({ id: 'Release' });
/** A release as administrators see it. */
export type Release = z.infer<typeof Release>;

/** A release that is offered to a device. */
export const OfferedRelease = z
  .strictObject({
    version: ReleaseVersion,
    rollback: z.boolean(),
    size: z.number().int().min(1).max(RELEASE_BYTES),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  })
  .meta({ id: 'OfferedRelease' });
/** A release that is offered to a device. */
export type OfferedRelease = z.infer<typeof OfferedRelease>;

const administration = { right: 'administer', offline: false } as const;

export const getReleases = operation({
  ...administration,
  name: 'getReleases',
  method: 'GET',
  path: '/ext/admin/releases',
  summary: 'The releases of the desktop, newest first.',
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(Release),
  problems: [],
});

export const publishRelease = operation({
  ...administration,
  name: 'publishRelease',
  kind: 'upload',
  method: 'PUT',
  path: '/ext/admin/releases',
  summary:
    'Stores a release made by `npm run release`. It is offered to no device before it is staged. Does nothing when it is stored already.',
  effect: 'write',
  audit: 'device',
  body: 'content',
  bodyBytes: RELEASE_BYTES,
  input: z.strictObject({ content: Bytes }),
  output: Release,
  problems: ['tooLarge', 'badInput', 'alreadyExists', 'unavailable'],
});

export const stageRelease = operation({
  ...administration,
  name: 'stageRelease',
  method: 'PUT',
  path: '/ext/admin/releases/{version}',
  summary: 'Sets to which devices a release is offered, or withdraws it.',
  effect: 'write',
  audit: 'device',
  input: z.strictObject({
    version: ReleaseVersion,
    percent: z.int().min(0).max(100),
    deviceIds: z.array(z.string().max(60)).max(1_000).default([]),
    withdrawn: z.boolean().default(false),
  }),
  output: Release,
  problems: ['notFound'],
});

export const getOfferedRelease = operation({
  name: 'getOfferedRelease',
  method: 'GET',
  path: '/ext/sync/release',
  summary: 'The newest release that is offered to this device; null when there is none.',
  effect: 'read',
  right: 'device',
  offline: false,
  input: z.strictObject({}),
  output: OfferedRelease.nullable(),
  problems: ['deviceRevoked'],
});

export const downloadRelease = operation({
  name: 'downloadRelease',
  kind: 'media',
  method: 'GET',
  path: '/ext/sync/releases/{version}',
  summary: 'The bytes of a release that is offered to this device, or a range of them.',
  effect: 'read',
  right: 'device',
  offline: false,
  input: z.strictObject({ version: ReleaseVersion }),
  output: MediaAnswer,
  problems: ['notFound', 'deviceRevoked'],
});

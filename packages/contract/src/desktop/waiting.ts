/** Unsent, refused and damaged changes of a desktop, and the decisions about them (docs/sync.md, "Refused changes"). */
import { z } from 'zod';
import { base64Length, base64Of } from '../base/base64.ts';
import { operation } from '../base/operation.ts';
import { Instant, NAME_LIMIT, text, TEXT_LIMIT } from '../base/values.ts';
import { MediaAnswer } from '../media/bytes.ts';
import { Download } from '../media/downloads.ts';
import { FILE_BYTES } from '../media/media.ts';

/** A change made on this device that the server does not have or has refused. */
export const WaitingChange = z
  .strictObject({
    id: z.string(),
    place: z.string().describe('Where: an item, an inspection, an installation. Empty: nowhere.'),
    what: z.string().describe('Kind of the changed record, in the words of users.'),
    lines: z.array(z.strictObject({ field: z.string(), from: z.string(), to: z.string() })),
    itemId: z.string().nullable(),
    installationInspectionId: z.string().nullable(),
    at: Instant,
    reason: z.string().nullable().describe('Reason of the refusal as text; null while it is unsent.'),
    kind: z
      .enum(['waiting', 'refused', 'lost', 'damaged'])
      .describe(
        '`waiting`: is sent by itself; `refused`: the server did not accept it; `lost`: it was made in a browser, and the server lost it; `damaged`: a photo or file that changed on this device before it was sent.',
      ),
    picture: z.string().nullable().describe('Address of the photo it is about; null: it is about none.'),
    text: z
      .string()
      .nullable()
      .describe(
        'What a person wrote and may correct before it is sent again; null: nothing that is corrected as text.',
      ),
  })
  .meta({ id: 'WaitingChange' });
/** A change made on this device that the server does not have or has refused. */
export type WaitingChange = z.infer<typeof WaitingChange>;

/** Bytes of a body allowed for the keys around the bytes. */
const REST_OF_BODY = 16 * 1024;

const nothing = z.strictObject({});

export const getWaitingChanges = operation({
  name: 'getWaitingChanges',
  method: 'GET',
  path: '/ext/desktop/waiting',
  summary: "The caller's changes that wait to be sent, and those that were set aside, newest first.",
  effect: 'read',
  right: 'signedIn',
  offline: true,
  agentOnly: true,
  input: nothing,
  output: z.array(WaitingChange),
  problems: [],
});

export const getWaitingItems = operation({
  name: 'getWaitingItems',
  method: 'GET',
  path: '/ext/desktop/waiting-items',
  summary: 'The items of which something done here is not on the server yet: a change, a photo or a file.',
  effect: 'read',
  right: 'signedIn',
  offline: true,
  agentOnly: true,
  input: nothing,
  output: z.array(z.string()),
  problems: [],
});

const chosen = z.strictObject({ ids: z.array(z.string().max(200)).min(1).max(1_000) });
const counted = z.strictObject({ count: z.number().int().describe('How many of them were found.') });

/** Common properties of the operations on refused changes. */
function onRefused<N extends string, P extends string>(name: N, path: P, summary: string) {
  return {
    name,
    method: 'POST',
    path,
    summary,
    effect: 'write',
    audit: null,
    right: 'inspect',
    offline: true,
    agentOnly: true,
    input: chosen,
    output: counted,
    problems: ['notFound'],
  } as const;
}

export const resendChanges = operation(
  onRefused(
    'resendChanges',
    '/ext/desktop/refused/resend',
    'Makes refused changes again, as edits of now; a damaged photo or file is sent as it is.',
  ),
);

export const replaceDamaged = operation({
  ...onRefused(
    'replaceDamaged',
    '/ext/desktop/refused/replace',
    'Sends another photo or file in the place of a damaged one. A photo has to be a picture; a caption stays.',
  ),
  bodyBytes: base64Length(FILE_BYTES) + REST_OF_BODY,
  input: z.strictObject({
    id: z.string().max(200),
    filename: text(NAME_LIMIT).trim().min(1, 'must not be empty'),
    base64File: base64Of(FILE_BYTES),
  }),
  problems: ['notFound', 'tooLarge', 'storageFull', 'unsupportedMedia', 'unavailable'],
});

export const resendCorrected = operation({
  ...onRefused(
    'resendCorrected',
    '/ext/desktop/refused/resend-corrected',
    'Makes a refused change again, as an edit of now, with a corrected text.',
  ),
  input: z.strictObject({ id: z.string().max(200), text: text(TEXT_LIMIT).min(1) }),
});

export const discardChanges = operation(
  onRefused(
    'discardChanges',
    '/ext/desktop/refused/discard',
    'Takes refused changes off the list. They can be taken back for 30 days.',
  ),
);

export const takeBackDiscarded = operation(
  onRefused('takeBackDiscarded', '/ext/desktop/refused/take-back', 'Puts discarded changes back on the list.'),
);

/** An exported change: its readable form, and its values. */
export const ExportedChange = z
  .strictObject({
    ...WaitingChange.shape,
    table: z.string(),
    rowId: z.string(),
    operation: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
    before: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  })
  .meta({ id: 'ExportedChange' });

export const exportChanges = operation({
  name: 'exportChanges',
  method: 'GET',
  path: '/ext/desktop/refused/export',
  summary: "The caller's changes that wait or were refused, with all their values, to be kept as a file.",
  effect: 'read',
  right: 'signedIn',
  offline: true,
  agentOnly: true,
  input: nothing,
  output: z.strictObject({ exportedAt: Instant, server: z.string(), changes: z.array(ExportedChange) }),
  problems: [],
});

export const printChanges = operation({
  name: 'printChanges',
  kind: 'download',
  method: 'GET',
  path: '/ext/desktop/refused/print',
  summary: "The caller's changes that wait or were refused, with their photos, as a PDF file.",
  effect: 'read',
  right: 'signedIn',
  audit: null,
  offline: true,
  agentOnly: true,
  input: nothing,
  output: Download,
  problems: ['reportFailed', 'unavailable'],
});

export const getRefusedPicture = operation({
  name: 'getRefusedPicture',
  kind: 'media',
  method: 'GET',
  path: '/ext/desktop/refused/picture/{id}',
  summary: 'The photo of a change that was refused.',
  effect: 'read',
  right: 'signedIn',
  offline: true,
  agentOnly: true,
  input: z.strictObject({ id: z.string().max(200) }),
  output: MediaAnswer,
  problems: ['notFound'],
});

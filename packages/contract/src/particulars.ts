/** Particulars of a person: qualification, certificate and signature. Reports print them below the work of the person. */
import { z } from 'zod';
import { idOf } from './base/id.ts';
import { operation } from './base/operation.ts';
import { NAME_LIMIT, text } from './base/values.ts';
import { PICTURE_BODY_BYTES, PictureBytes } from './media/picture.ts';

/** A date without a time; empty for none. */
export const DayOrNone = z
  .string()
  .regex(new RegExp(`^$|${z.regexes.date.source}`), 'must be a date as 2027-05-31, or empty')
  .describe('The last day on which it is valid, as 2027-05-31; empty: it does not expire, or there is none.');

/** Particulars of a person that are text. */
const WORDS = {
  qualification: text(NAME_LIMIT).describe('As reports print it; may be empty.'),
  certificateNumber: text(NAME_LIMIT).describe('Number of the certificate of the qualification; may be empty.'),
  certificateExpiresOn: DayOrNone,
};

/** Particulars of a person. */
export const Particulars = z
  .strictObject({
    ...WORDS,
    signature: z.string().nullable().describe('Image of the signature as a data URL, at most 320 pixels; null: none.'),
  })
  .meta({ id: 'Particulars' });

/** Particulars of a person. */
export type Particulars = z.infer<typeof Particulars>;

const changed = z.strictObject(WORDS).partial();
const signature = { base64: PictureBytes.nullable().describe('null: no signature.') };
const id = idOf('user');

export const getOwnParticulars = operation({
  name: 'getOwnParticulars',
  method: 'GET',
  path: '/ext/users/me/particulars',
  summary: 'Qualification, certificate and signature of the caller.',
  effect: 'read',
  right: 'signedIn',
  offline: false,
  input: z.strictObject({}),
  output: Particulars,
  problems: [],
});

export const setOwnParticulars = operation({
  name: 'setOwnParticulars',
  method: 'PUT',
  path: '/ext/users/me/particulars',
  summary: 'Saves qualification and certificate of the caller; keys left out stay as they are.',
  effect: 'write',
  right: 'signedIn',
  audit: 'account',
  offline: false,
  input: changed,
  output: Particulars,
  problems: [],
});

export const setOwnSignature = operation({
  name: 'setOwnSignature',
  method: 'PUT',
  path: '/ext/users/me/signature',
  summary: 'Keeps an image of the signature of the caller, or none: JPEG, PNG, WebP, GIF or BMP.',
  effect: 'write',
  right: 'signedIn',
  audit: 'account',
  offline: false,
  bodyBytes: PICTURE_BODY_BYTES,
  input: z.strictObject(signature),
  output: Particulars,
  problems: ['badInput', 'tooLarge', 'storageFull', 'unsupportedMedia', 'unavailable'],
});

export const getUserParticulars = operation({
  name: 'getUserParticulars',
  method: 'GET',
  path: '/ext/admin/users/{id}/particulars',
  summary: 'Qualification, certificate and signature of a person.',
  effect: 'read',
  right: 'manage',
  offline: false,
  input: z.strictObject({ id }),
  output: Particulars,
  problems: ['notFound'],
});

export const setUserParticulars = operation({
  name: 'setUserParticulars',
  method: 'PUT',
  path: '/ext/admin/users/{id}/particulars',
  summary: 'Saves qualification and certificate of a person; keys left out stay as they are.',
  effect: 'write',
  right: 'manage',
  audit: 'account',
  offline: false,
  input: z.strictObject({ id }).extend(changed.shape),
  output: Particulars,
  problems: ['notFound'],
});

export const setUserSignature = operation({
  name: 'setUserSignature',
  method: 'PUT',
  path: '/ext/admin/users/{id}/signature',
  summary: 'Keeps an image of the signature of a person, or none: JPEG, PNG, WebP, GIF or BMP.',
  effect: 'write',
  right: 'manage',
  audit: 'account',
  offline: false,
  bodyBytes: PICTURE_BODY_BYTES,
  input: z.strictObject({ id, ...signature }),
  output: Particulars,
  problems: ['notFound', 'badInput', 'tooLarge', 'storageFull', 'unsupportedMedia', 'unavailable'],
});

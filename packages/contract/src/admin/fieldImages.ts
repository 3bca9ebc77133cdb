/** Administration of the pictures that explain questions. */
import { z } from 'zod';
import { Field } from '../entities.ts';
import { idOf } from '../base/id.ts';
import { IMAGE_BYTES } from '../media/media.ts';
import { operation } from '../base/operation.ts';
import { NAME_LIMIT, text } from '../base/values.ts';

const BASE64_LENGTH = Math.ceil(IMAGE_BYTES / 3) * 4;
/** Bytes allowed for the head of a data URL. */
const HEAD_LENGTH = 200;
/** Bytes of a body allowed for the keys around the bytes. */
const REST_OF_BODY = 16 * 1024;

export const addFieldImage = operation({
  name: 'addFieldImage',
  method: 'POST',
  path: '/admin/field/{id}/add-image',
  summary: 'Adds a picture that explains a question: JPEG, PNG, WebP, GIF or BMP.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  bodyBytes: BASE64_LENGTH + REST_OF_BODY,
  input: z.strictObject({
    id: idOf('field'),
    base64: z
      .string()
      .min(1)
      .max(BASE64_LENGTH + HEAD_LENGTH)
      .describe(`Base64 of at most ${IMAGE_BYTES} bytes; the head of a data URL may stand before it.`),
    path: text(NAME_LIMIT)
      .trim()
      .min(1, 'must not be empty')
      .describe('As it is called where it comes from; folders before it are dropped.'),
    mimeType: text(200).optional().describe('Not looked at: the content says what it is.'),
    imageId: idOf('fieldImage').optional().describe('Id for the new picture, made by the caller.'),
  }),
  output: Field,
  problems: ['notFound', 'badInput', 'tooLarge', 'unsupportedMedia', 'alreadyExists', 'unavailable'],
});

export const removeFieldImage = operation({
  name: 'removeFieldImage',
  method: 'DELETE',
  path: '/admin/field/{id}/remove-image/{imageId}',
  summary: 'Takes a picture off a question.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({ id: idOf('field'), imageId: idOf('fieldImage') }),
  output: Field,
  problems: ['notFound'],
});

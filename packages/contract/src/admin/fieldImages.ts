/** Administration of the pictures that explain questions. */
import { z } from 'zod';
import { Field } from '../entities.ts';
import { idOf } from '../base/id.ts';
import { PICTURE_BODY_BYTES, PictureBytes } from '../media/picture.ts';
import { operation } from '../base/operation.ts';
import { NAME_LIMIT, text } from '../base/values.ts';

export const addFieldImage = operation({
  name: 'addFieldImage',
  method: 'POST',
  path: '/admin/field/{id}/add-image',
  summary: 'Adds a picture that explains a question: JPEG, PNG, WebP, GIF or BMP.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  bodyBytes: PICTURE_BODY_BYTES,
  input: z.strictObject({
    id: idOf('field'),
    base64: PictureBytes,
    path: text(NAME_LIMIT)
      .trim()
      .min(1, 'must not be empty')
      .describe('Name of the file at its origin; folders in it are removed.'),
    mimeType: text(200).optional().describe('Ignored: the type is detected from the content.'),
    imageId: idOf('fieldImage').optional().describe('Id for the new picture, made by the caller.'),
  }),
  output: Field,
  problems: ['notFound', 'badInput', 'tooLarge', 'storageFull', 'unsupportedMedia', 'alreadyExists', 'unavailable'],
});

export const removeFieldImage = operation({
  name: 'removeFieldImage',
  method: 'DELETE',
  path: '/admin/field/{id}/remove-image/{imageId}',
  summary: 'Removes a picture from a question.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({ id: idOf('field'), imageId: idOf('fieldImage') }),
  output: Field,
  problems: ['notFound'],
});

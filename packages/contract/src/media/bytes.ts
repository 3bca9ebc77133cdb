/** The bytes of photos and files, as `<img>` and links load them. */
import { z } from 'zod';
import { type IdKind, idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';

/**
 * Header by which a caller accepts a redirect to the store of an original: the answer may then be 307 with an address that needs no further
 * authorization and expires soon.
 */
export const DIRECT_HEADER = 'x-holdfast-direct';

/** Reference to the bytes to send: the host finds them by scope, hash and rendition. */
export const MediaAnswer = z
  .strictObject({
    scopeId: z.string().describe('Whose bytes.'),
    sha256: z.string().describe('Of the original.'),
    rendition: z
      .union([z.literal(320), z.literal(1280)])
      .nullable()
      .describe('Longest edge in pixels of an upright copy; null: the original as it was sent.'),
    mimeType: z.string().describe('As sniffed from the content; of the copy when it is one.'),
    filename: z.string().describe('As uploaded.'),
    size: z.number().int().describe('Size of the content in bytes.'),
  })
  .meta({ id: 'MediaAnswer' });

/** Reference to the bytes to send. */
export type MediaAnswer = z.infer<typeof MediaAnswer>;

const ext = z
  .string()
  .max(40)
  .regex(/^(?:\.[^/\\]*)?$/u, 'must be empty or begin with a dot')
  .describe("The file name's extension with its dot, or nothing. Ignored: the type is detected from the content.");

const size = z
  .enum(['320', '1280'])
  .optional()
  .describe('Longest edge of an upright copy. Absent: the original. A file that is no picture has no copies.');

function media<N extends string>(name: N, path: string, kind: IdKind, summary: string) {
  return {
    name,
    kind: 'media',
    method: 'GET',
    path,
    summary,
    effect: 'read',
    right: 'read',
    offline: true,
    input: z.strictObject({ id: idOf(kind), ext, size }),
    output: MediaAnswer,
    problems: ['notFound'],
  } as const;
}

export const getImage = operation(media('getImage', '/images/{id}{ext}', 'image', 'A photo.'));

export const getDeletedImage = operation(
  media('getDeletedImage', '/deleted-images/{id}{ext}', 'image', 'A photo that was removed and can be restored.'),
);

export const getFile = operation(media('getFile', '/files/{id}{ext}', 'file', 'A file.'));

export const getCompanyLogo = operation(
  media('getCompanyLogo', '/company-logos/{id}{ext}', 'companyLogo', 'The logo of a company.'),
);

export const getFieldImage = operation(
  media('getFieldImage', '/field-images/{id}{ext}', 'fieldImage', 'A picture that explains a question.'),
);

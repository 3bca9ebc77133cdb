/** Output of operations of the kind `download`. */
import { z } from 'zod';

/** A file for download. */
export const Download = z.strictObject({
  filename: z.string().describe('Name under which it is saved.'),
  mimeType: z.string().describe('As in the content-type.'),
  content: z
    .custom<AsyncIterable<Uint8Array>>(
      (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
    )
    .describe('Its bytes; can be read once.'),
});

/** A file for download. */
export type Download = z.infer<typeof Download>;

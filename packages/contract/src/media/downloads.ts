/** What operations of the kind `download` answer. */
import { z } from 'zod';

/** A file on its way to whoever asked. */
export const Download = z.strictObject({
  filename: z.string().describe('What it is called where it is saved.'),
  mimeType: z.string().describe('As the content-type says it.'),
  content: z
    .custom<AsyncIterable<Uint8Array>>(
      (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
    )
    .describe('Its bytes; can be read once.'),
});

/** A file on its way to whoever asked. */
export type Download = z.infer<typeof Download>;

import { callWithProgress } from './api.ts';
import { base64Of } from './base64.ts';
import type { ContentSave, SendOptions } from './outbox/index.ts';

/** Calls the operation of a save with its bytes, as base64 under their key (product.txt §7). */
export async function upload(
  { operation, input, content }: ContentSave,
  { onProgress, ...options }: SendOptions,
): Promise<unknown> {
  const whole: Record<string, unknown> = { ...input, [content.key]: await base64Of(content.bytes) };
  return callWithProgress(onProgress)(operation, whole as never, options);
}

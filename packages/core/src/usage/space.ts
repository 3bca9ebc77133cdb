import { LIBRARY_SCOPE, Problem } from '@holdfast/contract';
import type { LocalDb } from '../ctx.ts';
import type { Ports } from '../ports.ts';
import { sizeInWords } from './meter.ts';
import { storedBytes } from './queries.ts';

/**
 * Refuses bytes for which a company has no space. Of uploads at the same time each sees what was stored before them.
 * @throws {Problem} `storageFull`
 */
export async function mustHaveSpace(
  { local, ports }: { local: LocalDb; ports: Pick<Ports, 'quotas'> },
  scopeId: string,
  bytes: number,
): Promise<void> {
  const limitBytes = ports.quotas.storageBytes;
  if (limitBytes === null || scopeId === LIBRARY_SCOPE) return;
  const stored = (await storedBytes(local, scopeId)).get(scopeId) ?? 0;
  if (stored + bytes <= limitBytes) return;
  const reason = `Photos and files of this company may take ${sizeInWords(limitBytes)}, which they do. Ask your administrator for more.`;
  throw new Problem('storageFull', { reason, limitBytes });
}

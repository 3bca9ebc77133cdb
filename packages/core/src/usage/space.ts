import { LIBRARY_SCOPE, Problem } from '@holdfast/contract';
import type { LocalDb } from '../calls/ctx.ts';
import type { Ports } from '../ports.ts';
import { formatSize } from './meter.ts';
import { isStored, lockSpace, storedBytes } from './queries.ts';

/**
 * Refuses bytes for which a company, or the library, has no space, before they are processed. Simultaneous uploads do not count each other
 * here; `spaceMustLast` decides when their bytes are recorded.
 * @throws {Problem} `storageFull`
 */
export async function mustHaveSpace(
  { local, ports }: { local: LocalDb; ports: Pick<Ports, 'quotas'> },
  scopeId: string,
  bytes: number,
): Promise<void> {
  const limitBytes = ports.quotas.storageBytes;
  if (limitBytes === null) return;
  const stored = (await storedBytes(local, scopeId)).get(scopeId) ?? 0;
  if (stored + bytes <= limitBytes) return;
  const most = formatSize(limitBytes);
  const reason =
    scopeId === LIBRARY_SCOPE
      ? `Pictures and report templates for every company may take ${most}, which is not enough for these. Ask the operator of this server for more.`
      : `Photos and files of this company may take ${most}, which they do. Ask your administrator for more.`;
  throw new Problem('storageFull', { reason, limitBytes });
}

/**
 * Refuses to record the bytes of a content for which there is no space, within the transaction that records them. Transactions that record
 * contents of one scope follow each other, so that no two use the same space.
 * @throws {Problem} `storageFull`
 */
export async function spaceMustLast(
  { local, ports }: { local: LocalDb; ports: Pick<Ports, 'quotas'> },
  scopeId: string,
  { sha256, size }: { sha256: string; size: number },
): Promise<void> {
  if (ports.quotas.storageBytes === null) return;
  await lockSpace(local, scopeId);
  if (!(await isStored(local, scopeId, sha256))) await mustHaveSpace({ local, ports }, scopeId, size);
}

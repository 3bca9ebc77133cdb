import { LIBRARY_SCOPE } from '@holdfast/contract';
import { statements } from '@holdfast/sync';
import type { Actor, Caller, ReadCtx } from './ctx.ts';
import { registry } from '../db/registry.ts';
import { localDb, scopedDb } from '../db/scoped.ts';
import type { Handler } from './handler.ts';
import { companyOf, scopesSeen } from './scope.ts';
import type { Services } from '../services.ts';

/** A caller within the process. */
export const WITHIN: Caller = { address: null, device: 'within the process' };

/** The context of a read: the scopes that the caller may see, limited to those that concern the call. */
export async function readCtx<A extends Actor | null>(
  services: Services,
  { operation, reach }: Pick<Handler, 'operation' | 'reach'>,
  { actor, caller = WITHIN }: { actor: A; caller?: Caller | undefined },
  input: Record<string, unknown>,
): Promise<ReadCtx<A>> {
  const { read, engine, ports, events } = services;
  const scopes =
    reach === 'everywhere'
      ? await scopesSeen(read, actor)
      : scopesOf(actor === null || reach === 'library' ? null : await companyOf(read, actor, operation, input));
  return Object.freeze({
    actor,
    caller,
    now: ports.clock.now(),
    db: scopedDb({ db: read, texts: statements(engine, registry), isPool: engine === 'postgres' }, scopes),
    scopes,
    local: localDb(read),
    ports,
    events,
  });
}

/** The scopes that a call of a company sees: its own and the library. */
export function scopesOf(company: string | null): string[] {
  return company === null || company === LIBRARY_SCOPE ? [LIBRARY_SCOPE] : [company, LIBRARY_SCOPE];
}

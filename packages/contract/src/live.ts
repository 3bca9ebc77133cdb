/** Events sent to pages and devices (server-sent events). They name the scope of a change, never its content. */
import { z } from 'zod';
import { operation } from './base/operation.ts';
import { RevokeMode, Sha256 } from './base/values.ts';

const People = z.array(z.string()).describe('Ids of users.');

/**
 * One event. `hello`: the subscription has begun; for a device with the number of the last change of each of its scopes · `changed`: something
 * changed in these scopes; without scopes: in any, because events may have been missed · `wanted`: photos and files that the server lost and that a
 * device sends again if it has them · `account`: the role of the page's user changed · `logout`: the session ended, or on a device the sessions of these users · `revoked`: an administrator revoked
 * the device. `disabled`: the users of the device whose accounts are disabled.
 */
export const LiveEvent = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('hello'),
    data: z.object({ heads: z.record(z.string(), z.number()).optional(), disabled: People.optional() }),
  }),
  z.object({
    event: z.literal('wanted'),
    data: z.object({ contents: z.array(z.object({ scopeId: z.string(), sha256: Sha256 })) }),
  }),
  z.object({ event: z.literal('changed'), data: z.object({ scopes: z.array(z.string()) }) }),
  z.object({ event: z.literal('account'), data: z.object({}) }),
  z.object({ event: z.literal('logout'), data: z.object({ users: People.optional(), disabled: People.optional() }) }),
  z.object({ event: z.literal('revoked'), data: z.object({ mode: RevokeMode }) }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

/** Reads an event; null for one that this version does not have. Names that later versions add to an event are dropped. */
export function readLiveEvent(event: string | undefined, data: string): LiveEvent | null {
  return LiveEvent.safeParse({ event, data: parsedOrNull(data) }).data ?? null;
}

function parsedOrNull(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** A stream of events. */
const Events = z
  .custom<AsyncIterable<LiveEvent>>(
    (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
  )
  .describe('`LiveEvent`s, each under its name.');

export const watchChanges = operation({
  name: 'watchChanges',
  kind: 'events',
  method: 'GET',
  path: '/ext/events',
  summary: 'Notifies a page of changes it may see, of another role of its user and of the end of its session.',
  effect: 'read',
  right: 'signedIn',
  offline: false,
  input: z.strictObject({}),
  output: Events,
  problems: [],
});

export const watchChangesAsDevice = operation({
  name: 'watchChangesAsDevice',
  kind: 'events',
  method: 'GET',
  path: '/ext/sync/events',
  summary: 'Notifies a device of changes in its scopes and of changes to its users and its own access.',
  effect: 'read',
  right: 'device',
  offline: false,
  input: z.strictObject({}),
  output: Events,
  problems: ['deviceRevoked'],
});

/** Events sent to pages and devices as they happen (server-sent events). They name where something changed, never its content. */
import { z } from 'zod';
import { operation } from './base/operation.ts';

/**
 * One event. `hello`: listening has begun; to a device with the number of the last change of each of its scopes · `changed`: something changed in these scopes; no scope: look at everything, some may have been
 * missed · `wanted`: photos and files that the server lost and a device sends again if it holds them · `logout`: the session ended, or on a device those of these people · `revoked`: an administrator ended the use of the device. `disabled`: the people of the device whose accounts are disabled.
 */
export type LiveEvent =
  | { event: 'hello'; data: { heads?: Record<string, number>; disabled?: string[] } }
  | { event: 'wanted'; data: { contents: { scopeId: string; sha256: string }[] } }
  | { event: 'changed'; data: { scopes: string[] } }
  | { event: 'logout'; data: { users?: string[]; disabled?: string[] } }
  | { event: 'revoked'; data: { mode: 'signOut' | 'lock' | 'wipe' } };

/** Events, as they come. */
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
  summary: 'Notifies a page of changes it may see and of the end of its session.',
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

import type { DeviceSetting, Engine } from '@holdfast/sync';
import type { Kysely } from 'kysely';
import type { Database } from './db/schema.ts';
import type { EventBus } from './eventBus.ts';
import type { Ports } from './ports.ts';

/** Services of an application: its databases, its ports and what it caches. */
export interface Services {
  engine: Engine;
  /** Reads only; a connection of its own, so that uncommitted changes are not seen. */
  read: Kysely<Database>;
  write: Kysely<Database>;
  ports: Ports;
  /** The origin of changes in the change log: `server`, or the id of the device. */
  deviceId: string;
  /** On a desktop: how its changes are queued for the server; absent on the server itself. */
  device?: DeviceSetting;
  /** Called after the commit of a call that changed synced rows; absent where it is not needed. */
  changed?(): void;
  /** Names of people known to be stored in each scope, so that a save need not query for them. */
  knownPersons: Set<string>;
  /** Publishes events to subscribers. */
  events: EventBus;
}

/** A copy of the database that follows it, from which reads are answered. */
export interface Replica {
  /** Reads only. */
  read: Kysely<Database>;
  /** Resolves to true once the copy contains everything that was committed before the call; to false when it is behind, busy or unreachable. */
  isCurrent(): Promise<boolean>;
}

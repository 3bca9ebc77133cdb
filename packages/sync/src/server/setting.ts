import type { Membership } from '../rights.ts';
import type { TableRegistry } from '../registry.ts';
import type { TransactionalStore } from '../store.ts';

/** Dependencies of the server side, provided by the host. */
export interface ServerSetting {
  database: TransactionalStore;
  registry: TableRegistry;
  /** Returns the epoch of the database (`epoch.ts`). */
  epoch(): Promise<string>;
  /** Returns the current time in milliseconds UTC. */
  now(): number;
  /** The id of this server, used in place of the id of a device. */
  serverId: string;
  /** Returns the rights of the users enrolled on a device at this time, library included. Called for each message and repeatedly for a stream. */
  memberships(deviceId: string): Promise<Membership[]>;
  /** Reports an error of the program caused by a change; the change is refused, so that later changes are not blocked. */
  report(error: unknown): void;
  /** Returns true once the device no longer receives the answer; absent: never known. */
  isGone?(): boolean;
  /** Rows per mark; the limit of the wire by default. */
  chunk?: number;
  /** Least time in ms between two checks of the access of a device during a stream. */
  accessCheckMs?: number;
}

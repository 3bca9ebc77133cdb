import type { Membership } from '../rights.ts';
import type { TableRegistry } from '../registry.ts';
import type { TransactionalStore } from '../store.ts';

/** Dependencies of the server side, provided by the host. */
export interface ServerSetting {
  database: TransactionalStore;
  registry: TableRegistry;
  /** New each time the database was restored from a backup. */
  epoch: string;
  /** The name of this server where a device's name stands. */
  serverId: string;
  /** Returns the rights of the users enrolled on a device at this time, library included. Called once per message. */
  memberships(deviceId: string): Promise<Membership[]>;
  /** Receives the error of a change that made the program fail; the change is refused so that those behind it proceed. */
  report(error: unknown): void;
  /** Rows per mark; the limit of the wire by default. */
  chunk?: number;
}

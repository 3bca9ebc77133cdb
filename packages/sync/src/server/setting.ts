import type { Membership } from '../rights.ts';
import type { TableRegistry } from '../registry.ts';
import type { TransactionalStore } from '../store.ts';
import type { Versions } from '../versions.ts';

/** What the server side works with; the host fills it. */
export interface ServerSetting {
  database: TransactionalStore;
  registry: TableRegistry;
  versions: Versions;
  /** New each time the database was restored from a backup. */
  epoch: string;
  /** The name of this server where a device's name stands. */
  serverId: string;
  /** What the people enrolled on a device may do now, library included. Asked once per message. */
  memberships(deviceId: string): Promise<Membership[]>;
  /** Told of a change that made the program fail; it is refused so that those behind it go on. */
  report(error: unknown): void;
  /** Rows a mark; the limit of the wire unless told. */
  chunk?: number;
}

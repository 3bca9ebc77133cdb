import type { Role } from '@holdfast/contract';
import type { Change, ChangeOf, Clock, StoredRow } from '@holdfast/sync';
import type { ScopedDb, TypedLookup } from './db/scoped.ts';
import type { Database, LocalDb, SyncedTable, Tables } from './db/schema.ts';
import type { Services } from './services.ts';
import type { EventBus, BusEvent } from './eventBus.ts';
import type { Cancellation, Ports } from './ports.ts';

export type { LocalDb, TypedLookup };

/** Whoever calls. */
export interface Actor {
  userId: string;
  name: string;
  role: Role;
  /** null: staff of the operator of the system. */
  companyId: string | null;
  /** The token of this call. */
  tokenId: string;
}

/** Where a call comes from, as far as a host can tell. */
export interface Caller {
  /** Network address; null for calls within the process. */
  address: string | null;
  /** What the browser or device calls itself. */
  device: string;
  /** Tells that whoever asked waits no more; absent where a host does not know. */
  gone?: Cancellation;
  /** The page that calls, as it names itself: it is not told of its own changes. */
  page?: string | undefined;
  /** Told of a failure of ours that the call survived; absent where nobody keeps a log. */
  failed?(error: unknown): void;
}

/** A desktop that calls with a token of its own. */
export interface DeviceCaller {
  deviceId: string;
  /** How an administrator ended its use; null: it may be used. */
  revoked: 'signOut' | 'lock' | 'wipe' | null;
}

/** What a handler of a device's call gets. What such a call may see depends on the people known on the device, which the handler looks up. */
export interface DeviceCtx {
  readonly device: DeviceCaller;
  readonly caller: Caller;
  /** Milliseconds UTC, the same throughout the call. */
  readonly now: number;
  readonly ports: Ports;
  readonly application: Services;
}

/** What a handler that reads gets. */
export interface ReadCtx<A extends Actor | null = Actor> {
  readonly actor: A;
  readonly caller: Caller;
  /** Milliseconds UTC, the same throughout the call. */
  readonly now: number;
  /** Living rows of the scopes this call may see. */
  readonly db: ScopedDb;
  /** The scopes this call may see: a company's and the library. */
  readonly scopes: readonly string[];
  readonly local: LocalDb;
  readonly ports: Ports;
  readonly events: EventBus;
}

/** What a handler that writes gets: the same inside a transaction, and the one way to write. */
export interface WriteCtx<A extends Actor | null = Actor> extends ReadCtx<A> {
  /** The company this call writes to; `library` where the operation shapes the library. */
  readonly scopeId: string;
  /** Rows of synced tables as the transaction sees them, deleted ones included: for rules, not for answers. */
  readonly look: TypedLookup;
  /**
   * Makes one change to a synced row: stamps, history and change log follow. The scope of a new row is this call's unless said; columns that
   * are undefined stay as they are.
   * @throws {Problem} `forbidden` when the caller's role lacks a right that the table asks for
   */
  mutate<T extends SyncedTable>(table: T, change: ChangeOf<Tables[T]>): Promise<Database[T]>;
  /** The same for a change that is data itself: undo, and the rows of a setup. Its columns are checked when it is made. */
  replay(change: ScopedChange): Promise<StoredRow>;
  /** Adds the caller's name to the scope of this call, so that history can show it. `mutate` does so by itself. */
  ensurePersonInScope(): Promise<void>;
  /** The version the caller's edit was made on; `mutate` holds rows against it, whoever writes accounts does so himself. null: not said. */
  readonly ifMatch: Clock | null;
  /** Shared by every change of this call, so that they can be undone together. */
  readonly groupId: string;
  /** A new id, UUID version 7. */
  newId(): string;
  /** Tells whoever listens, once the transaction is kept. That rows changed is told without it. */
  publish(news: BusEvent): void;
  /** Runs once the transaction is kept; not at all when it is not. */
  afterCommit(work: () => Promise<void> | void): void;
}

/** A change whose table is known at run time alone and whose scope is that of the call unless said. */
export interface ScopedChange extends Change {
  table: SyncedTable;
}

import type { RevokeMode, Role } from '@holdfast/contract';
import type { Change, ChangeOf, Clock, StoredRow } from '@holdfast/sync';
import type { ScopedDb, TypedLookup } from '../db/scoped.ts';
import type { Database, LocalDb, SyncedTable, Tables } from '../db/schema.ts';
import type { Services } from '../services.ts';
import type { EventBus, BusEvent } from '../eventBus.ts';
import type { Cancellation, Ports } from '../ports.ts';

export type { LocalDb, TypedLookup };

/** The user who makes a call. */
export interface Actor {
  userId: string;
  name: string;
  role: Role;
  /** null: staff of the operator of the system. */
  companyId: string | null;
  /** The token of this call. */
  tokenId: string;
  /** Present when a second factor is required of the account and the session has none: only the own account is accessible. */
  lacksSecondFactor?: true;
}

/** Origin of a call, as far as a host knows it. */
export interface Caller {
  /** Network address; null for calls within the process. */
  address: string | null;
  /** Name of the browser or device, as it reports itself. */
  device: string;
  /** Aborted when the caller no longer waits; absent where a host cannot know it. */
  gone?: Cancellation;
  /** Id of the calling page, which receives no events about its own changes. */
  page?: string | undefined;
  /** Receives an internal failure that the call survived; absent where no log is kept. */
  failed?(error: unknown): void;
}

/** A desktop that calls with a token of its own. */
export interface DeviceCaller {
  deviceId: string;
  /** Access as revoked by an administrator; null: not revoked. */
  revoked: RevokeMode | null;
}

/** Context of a handler of a device's call. The data such a call may see depend on the users known on the device, which the handler reads. */
export interface DeviceCtx {
  readonly device: DeviceCaller;
  readonly caller: Caller;
  /** Milliseconds UTC, the same throughout the call. */
  readonly now: number;
  readonly ports: Ports;
  readonly application: Services;
}

/** Context of a handler that reads. */
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

/** Columns of a record in the audit log. */
export type Columns = Readonly<Record<string, unknown>>;

/** Facts of a call that only its handler knows. */
export interface AuditFacts {
  /** The account of a call without a signed-in user. */
  account?: { id: string; name: string; companyId: string | null };
  /** Name of what the call is about, e.g. the address of a sign-in. */
  subject?: string;
  /** The company concerned, where it is not the one the call writes to. */
  companyId?: string | null;
  /** The call was answered, but what it asked for was refused. */
  refused?: boolean;
  /** A changed record of a table that is not synced. Secrets among its columns are left out. */
  change?: { table: string; id: string; name: string; before: Columns | null; after: Columns | null };
}

/** Context of a handler that writes: that of a reader, inside a transaction, with `mutate` as the one way to write. */
export interface WriteCtx<A extends Actor | null = Actor> extends ReadCtx<A> {
  /** The company this call writes to; `library` where the operation shapes the library. */
  readonly scopeId: string;
  /** Rows of synced tables as the transaction sees them, deleted ones included: for rules, not for answers. */
  readonly lookup: TypedLookup;
  /**
   * Makes one change to a synced row: stamps, history and change log follow. The scope of a new row is this call's unless said; columns that
   * are undefined stay as they are.
   * @throws {Problem} `forbidden` when the caller's role lacks a right that the table asks for
   */
  mutate<T extends SyncedTable>(table: T, change: ChangeOf<Tables[T]>): Promise<Database[T]>;
  /** Makes a change that follows from the caller's edit of another row: `ifMatch` does not concern it. */
  follow<T extends SyncedTable>(table: T, change: ChangeOf<Tables[T]>): Promise<void>;
  /** The same for a change that is data itself: undo, and the rows of a setup. Its columns are checked when it is made. */
  replay(change: ScopedChange): Promise<StoredRow>;
  /** Adds the caller's name to the scope of this call, so that history can show it. `mutate` does so by itself. */
  ensurePersonInScope(): Promise<void>;
  /**
   * The version on which the caller's edit was made; `mutate` compares rows with it, operations on accounts compare it themselves. null:
   * none was sent.
   */
  readonly ifMatch: Clock | null;
  /** Shared by every change of this call, so that they can be undone together. */
  readonly groupId: string;
  /** A new id, UUID version 7. */
  newId(): string;
  /** Publishes an event after the commit. Changes of rows are published without it. */
  publish(news: BusEvent): void;
  /** Adds facts to the entry of this call in the audit log; ignored where its operation is not recorded. Changes of synced rows are added without it. */
  audit(facts: AuditFacts): void;
  /**
   * Copies the particulars of an account to the companies that know its person, once the transaction is kept.
   * @param former SHA-256 of the image that was its signature before and is not any more
   */
  publishParticulars(userId: string, former?: string | null): void;
  /** Runs once the transaction is kept; not at all when it is not. */
  afterCommit(work: () => Promise<void> | void): void;
}

/** A change whose table is known at run time alone and whose scope is that of the call by default. */
export interface ScopedChange extends Change {
  table: SyncedTable;
}

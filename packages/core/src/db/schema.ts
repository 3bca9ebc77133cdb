import type {
  LogEntry,
  ConfirmedRecord,
  DeviceRecord,
  Head,
  OutboxRecord,
  RowOf,
  SetAsideRecord,
  StageMarkRecord,
  StageRecord,
  SubscriptionRecord,
  SyncRunRecord,
  VerdictRecord,
} from '@holdfast/sync';
import type { Kysely } from 'kysely';
import type { tables } from './registry.ts';

/** Somebody with an account. E-mail address and password never leave the server (data decision 2). */
export interface UserRow {
  id: string;
  /** As written; compared by `emailKey`. */
  email: string;
  /** The address in lower case and Unicode normal form C: unique. */
  emailKey: string;
  name: string;
  role: 'inspector' | 'viewer' | 'administrator';
  /** null: staff of the operator of the system. */
  companyId: string | null;
  /** argon2id, in PHC form; null until a password was set. */
  passwordHash: string | null;
  disabledAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** A place somebody is signed in. The token itself is never stored. */
export interface TokenRow {
  id: string;
  /** SHA-256 of the token, hexadecimal. */
  hash: string;
  userId: string;
  /** What the browser or device called itself, shortened. */
  device: string;
  createdAt: number;
  lastUsedAt: number;
  /** Milliseconds UTC after which the token counts no more. */
  expiresAt: number;
  revokedAt: number | null;
}

/** A one-time link to set a new password. */
export interface PasswordResetRow {
  /** SHA-256 of the secret in the link, hexadecimal. */
  hash: string;
  userId: string;
  createdAt: number;
  expiresAt: number;
  usedAt: number | null;
}

/** Failed sign-ins of an account or an address, counted in a window (product decision 3). */
export interface SignInAttemptRow {
  /** `account:` or `address:` and a hash of it. */
  key: string;
  failures: number;
  /** When the window began, milliseconds UTC. */
  since: number;
}

/** A desktop that synchronises (docs/sync.md, "What is promised"): what the wire needs of it, and how it shows in the list of devices. */
export interface DeviceRow extends DeviceRecord {
  tokenHash: string;
  /** The device it was registered from, as a copy of its data; null for one that was registered by a sign-in. */
  originId: string | null;
  name: string;
  appVersion: string;
  createdAt: number;
}

/** Somebody who may use a device; tablets pass between shifts (data decision 5). */
export interface DeviceUserRow {
  deviceId: string;
  userId: string;
  enrolledAt: number;
}

/** A user's subscription to a scope; a new id each time it is granted anew (docs/sync.md, "What is promised"). */
export interface ScopeGrantRow {
  userId: string;
  scopeId: string;
  grantId: string;
}

/** Bytes by content, once per scope. */
export interface BlobRow {
  scopeId: string;
  sha256: string;
  size: number;
  mimeType: string;
  /** `stored`: the bytes are readable and match the hash. */
  state: 'pending' | 'stored';
  createdAt: number;
}

/** The answer of a write that came with an idempotency key (data decision 14). */
export interface SavedAnswerRow {
  userId: string;
  key: string;
  operation: string;
  /** SHA-256 of the input, so that a key cannot be used for something else. */
  inputHash: string;
  /** The output as JSON. */
  answer: string;
  createdAt: number;
}

/** A template a report has or had. */
export interface ReportVersionRow {
  reportId: string;
  /** From 1; the highest is the one in use. */
  number: number;
  sha256: string;
  size: number;
  createdAt: number;
  createdByUserId: string;
}

/** Facts of this database itself, e.g. its epoch. */
export interface InstanceRow {
  key: string;
  value: string;
}

/** The last weather that was read for a place. */
export interface WeatherReadingRow {
  /** Rounded latitude and longitude. */
  place: string;
  fetchedAt: number;
  /** The source's answer, reduced to what is shown. */
  reading: string;
}

/** Bytes on their way. */
export interface BlobQueueRow {
  scopeId: string;
  sha256: string;
  direction: 'up' | 'down';
  offset: number;
  /** `damaged`: the bytes on this device do not match the hash and were never sent; kept, and not sent by itself. */
  state: 'pending' | 'active' | 'failed' | 'missing' | 'done' | 'damaged';
  attempts: number;
  nextAt: number;
  error: string;
}

/** What happened: an entry of the change log, or on a desktop a change that waits to be sent, numbered above them all. */
export type LoggedChange = Omit<LogEntry, 'deviceId' | 'n' | 'storedAt'>;

/** A row that is the same in every database. */
export interface ConstantRow {
  id: string;
  name: string;
  order: number;
}

/** Every table. */
export type Database = { [K in keyof typeof tables]: RowOf<(typeof tables)[K]> } & {
  scopeHead: Head;
  change: LogEntry;
  loggedChange: LoggedChange;
  user: UserRow;
  token: TokenRow;
  passwordReset: PasswordResetRow;
  signInAttempt: SignInAttemptRow;
  device: DeviceRow;
  deviceUser: DeviceUserRow;
  scopeGrant: ScopeGrantRow;
  blob: BlobRow;
  savedAnswer: SavedAnswerRow;
  reportVersion: ReportVersionRow;
  instance: InstanceRow;
  weatherReading: WeatherReadingRow;
  condition: ConstantRow & { color: string };
  fieldType: ConstantRow;
  fieldsTemplateType: ConstantRow;
  reportType: ConstantRow;
  syncRun: SyncRunRecord;
  outbox: OutboxRecord;
  subscription: SubscriptionRecord;
  confirmed: ConfirmedRecord;
  stage: StageRecord;
  stageMark: StageMarkRecord;
  verdict: VerdictRecord;
  blobQueue: BlobQueueRow;
  setAside: SetAsideRecord;
};

/** The schemas of the synced tables by name. */
export type Tables = typeof tables;

/** The name of a synced table. */
export type SyncedTable = keyof typeof tables;

/** The tables that are not synced: accounts, tokens, logs. Their rows carry no scope, so each query names whose rows it reads. */
export type LocalDb = Kysely<Omit<Database, SyncedTable>>;

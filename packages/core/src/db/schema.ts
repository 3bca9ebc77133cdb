import type { RowOf } from '@holdfast/sync';
import type { Kysely } from 'kysely';
import type { LocalRows } from './localTables.ts';
import type { tables } from './registry.ts';

export type {
  AuditEntryRow,
  DeviceRow,
  FactorChallengeRow,
  IdentityProviderRow,
  SecondFactorRow,
  SingleSignOnRow,
  UserRow,
} from './localTables.ts';

/** Every table. */
export type Database = { [K in keyof typeof tables]: RowOf<(typeof tables)[K]> } & LocalRows;

/** The schemas of the synced tables by name. */
export type Tables = typeof tables;

/** The name of a synced table. */
export type SyncedTable = keyof typeof tables;

/** The tables that are not synced: accounts, tokens, logs. Their rows carry no scope, so each query names whose rows it reads. */
export type LocalDb = Kysely<Omit<Database, SyncedTable>>;

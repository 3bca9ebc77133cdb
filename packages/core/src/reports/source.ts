import type { ReadCtx } from '../calls/ctx.ts';
import type { DataCell, DataTable } from '../ports.ts';
import type { FieldColumns } from './fieldColumns.ts';
import { timeZoneAt, type ZonedInstallation } from '../installations/index.ts';
import { localTime } from '../localTime.ts';
import type { ReportScope } from './scope.ts';
import { slicesOf } from '../lists/slices.ts';

/** The rows of a table. */
export type Rows = DataTable['rows'];

/** An item with its place in the tree. */
export interface ScopeItem {
  id: string;
  installationId: string;
  parentItemId: string | null;
  name: string;
  path: string;
  depth: number;
  /** Place among all items of the data set. */
  order: number;
  typeName: string;
  isLocation: boolean;
  isQuestion: boolean;
  tag: string | null;
}

/** Data from which the rows of every table are made. */
export interface Source {
  readonly ctx: ReadCtx;
  readonly scope: ReportScope;
  readonly fields: FieldColumns;
  /** Names of people by the id of their account. */
  readonly names: ReadonlyMap<string, string>;
  /** The installations by id, with the time zones they have and had. */
  readonly zones: ReadonlyMap<string, ZonedInstallation>;
  /** The items of the scope by id, in their order. */
  readonly items: ReadonlyMap<string, ScopeItem>;
}

/** Number of rows that are read together with their answers: few, since no other call proceeds while SQLite answers. */
const CHUNK = 50;

/** A list in pieces: of as many rows as are read together, unless another size is given. */
export function chunks<T>(list: readonly T[], size = CHUNK): Generator<T[]> {
  return slicesOf(list, size);
}

/** A moment as it was shown at an installation at that time, whatever its time zone is now. */
export function momentAt({ zones }: Source, installationId: string | undefined, ms: number): DataCell {
  const installation = installationId === undefined ? undefined : zones.get(installationId);
  return new Date(localTime(ms, installation === undefined ? 'UTC' : timeZoneAt(installation, ms)));
}

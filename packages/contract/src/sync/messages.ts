/**
 * The messages between a device and the server. A push contains numbered changes and is answered with verdicts and images; a pull is answered with a
 * stream of JSON values, one per line. Every message is parsed by these schemas before any other code reads it.
 */
import { z } from 'zod';
import { predicateOf, readerOf } from '../base/reading.ts';
import { RevokeMode } from '../base/values.ts';

export { predicateOf, readerOf } from '../base/reading.ts';

/** Version of these messages. A server supports one; a device with another is refused with `upgrade_required`. */
export const PROTOCOL = 2;

/** Limits of one message. A group larger than a push is sent alone, up to the limit of a group. */
export const LIMITS = {
  changesPerPush: 500,
  bytesPerPush: 1_000_000,
  changesPerGroup: 10_000,
  bytesPerGroup: 8_000_000,
  scopes: 100,
  /** Rows between two progress marks of a stream. */
  rowsPerMark: 1_000,
  /** Buckets of a repair. */
  buckets: 256,
} as const;

/** An id: printable ASCII without spaces, which every database stores as it is. */
const Id = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[!-~]+$/);
const Count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const Name = z.string().regex(/^[a-zA-Z]\w{0,60}$/);
const PlainValue = z.union([z.string().max(1_000_000), z.number(), z.null()]);
/** Values by column; names with a special meaning in JavaScript were refused before. */
const PlainColumns = z.record(Name, PlainValue).refine((set) => Object.keys(set).length <= 200);
/** The largest counter of a clock: eight digits, so that it fits into an `If-Match` header. */
export const MOST_COUNTER = 99_999_999;

const WireClock = z.tuple([Count, Count.max(MOST_COUNTER), z.string().max(80)]);
const Digest = z.string().regex(/^[0-9a-f]{16}$/);
const Chain = z.string().regex(/^([0-9a-f]{64})?$/);

export { RevokeMode } from '../base/values.ts';

/** Kind of a change to a row. */
export const ChangeOp = z.enum(['ins', 'upd', 'del', 'restore']);
export type ChangeOp = z.infer<typeof ChangeOp>;

/** One change of a device. `noop` keeps the number of a change that can no longer be sent. */
export const WireChange = z.strictObject({
  n: Count.min(1),
  group: Id,
  atomic: z.boolean(),
  table: Name,
  id: Id,
  user: Id,
  op: z.enum([...ChangeOp.options, 'noop']),
  set: PlainColumns,
  base: z.record(z.string().max(60), WireClock.nullable()).describe('By field: the clock the edit was made on top of.'),
  seen: Count.nullable().describe('Number of the row on the device when it was sent; null: it had none.'),
  clock: WireClock,
});
export type WireChange = z.infer<typeof WireChange>;

/** Changes of one scope, in order of their numbers, without gaps. */
export const PushRequest = z
  .strictObject({
    protocol: Count,
    schema: Count,
    epoch: Id.nullable(),
    scopeId: Id,
    /** The device's clock now, milliseconds UTC. */
    now: z.number().int().min(0).max(8.64e15),
    /** The chain before the first change. */
    chain: Chain,
    waiting: Count,
    changes: z.array(WireChange).min(1).max(LIMITS.changesPerGroup),
  })
  .refine(({ changes }) => changes.every(({ n }, i) => n === changes[0]!.n + i), 'numbers follow one another')
  .refine(
    ({ changes }) =>
      changes.length <= LIMITS.changesPerPush || changes.every(({ group }) => group === changes[0]!.group),
    'a push beyond the limit is one group',
  );
export type PushRequest = z.infer<typeof PushRequest>;

/**
 * Verdict on a change. `merged`: later edits overrode a part of it; `lost`: later edits overrode all of it; `revived`: it restored a deleted row by
 * inserting it again; `rejected`: a rule forbids it, as named in the reason.
 */
export const VERDICTS = ['applied', 'merged', 'lost', 'revived', 'rejected', 'noop'] as const;
/** Verdict on one change of a push, with the reason of a refusal and the number under which the change was logged. */
export const Verdict = z.strictObject({
  n: Count,
  verdict: z.enum(VERDICTS),
  reason: z.string().max(200).nullable(),
  seq: Count.nullable(),
});
export type Verdict = z.infer<typeof Verdict>;

/** Columns that every synced row has in addition to its own. */
export const RowStamps = z.object({
  id: Id,
  scopeId: Id.describe('The company the row belongs to, or `library`. Never changes.'),
  _seq: Count.describe("Number of the row's last change within its scope."),
  _clk: z.string().describe('The clocks of its fields, as JSON.'),
  createdAt: z.number(),
  updatedAt: z.number(),
  createdByUserId: z.string(),
  updatedByUserId: z.string(),
  deletedAt: z.number().nullable().describe('The one delete mark: milliseconds UTC, null while the row lives.'),
});
export type RowStamps = z.infer<typeof RowStamps>;

/** The names of the stamps, in the order of their columns. */
export const STAMP_COLUMNS: readonly string[] = Object.keys(RowStamps.shape);

/** Returns true when an object has the stamps of a row. */
export const isStamped = predicateOf(RowStamps);

/** Returns true when a column can hold a value. */
export const isPlainValue = predicateOf(PlainValue);

const WireRow = RowStamps.catchall(PlainValue);

/** A row as the server has it. `short`: the device has the columns already. `gone`: there is no such row for this device. */
export const Image = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('full'), table: Name, row: WireRow }),
  z.strictObject({
    kind: z.literal('short'),
    table: Name,
    id: Id,
    seq: Count,
    clk: z.string(),
    createdAt: z.number(),
    updatedAt: z.number(),
    updatedBy: z.string(),
  }),
  z.strictObject({ kind: z.literal('gone'), table: Name, id: Id }),
]);
export type Image = z.infer<typeof Image>;

/** One entry of the change log, which serves history and the feed of changes. */
export const LogEntry = z.strictObject({
  scopeId: Id,
  seq: Count,
  groupId: z.string().describe('Shared by the changes of one action.'),
  deviceId: z.string(),
  n: Count.nullable().describe("The device's own number for it; null for changes made on the server itself."),
  userId: z.string(),
  tableName: Name,
  rowId: Id,
  op: z.enum([...ChangeOp.options, 'revive']),
  setJson: z.string().describe('JSON of the columns that changed, as they became.'),
  oldJson: z.string().describe('JSON of the same columns as they were.'),
  lostJson: z
    .string()
    .nullable()
    .describe('JSON of the columns whose edit lost against a later one; null when none did.'),
  overrodeJson: z
    .string()
    .nullable()
    .describe(
      'JSON of the columns in which it won against an edit it was not made on top of, as that edit had left them; null when there was none.',
    ),
  historyJson: z.string().nullable().describe('JSON of how it reads in history; null: it is not shown there.'),
  itemId: z.string().nullable(),
  installationInspectionId: z.string().nullable(),
  editedAt: z.number().describe('When the edit was made, skew-corrected milliseconds UTC.'),
  storedAt: z.number().describe('When it was stored here, milliseconds UTC.'),
});
export type LogEntry = z.infer<typeof LogEntry>;

/** The server processed the changes up to `lastN`, the last one of the push. */
export const Acknowledgement = z.strictObject({
  kind: z.literal('ack'),
  epoch: Id,
  lastN: Count,
  verdicts: z.array(Verdict),
  images: z.array(Image),
  changes: z.array(LogEntry).describe('What the log now says of these changes and of their effects.'),
  head: z
    .strictObject({ scopeId: Id, grantId: Id, before: Count, after: Count })
    .nullable()
    .describe('Numbers the scope went through; null when the device may not read it.'),
});
export type Acknowledgement = z.infer<typeof Acknowledgement>;

/** Reasons for which the server refuses a complete message, by name. */
export const Refusal = z.discriminatedUnion('code', [
  z.strictObject({ kind: z.literal('refused'), code: z.literal('malformed') }),
  z.strictObject({ kind: z.literal('refused'), code: z.literal('unknown_device') }),
  z.strictObject({
    kind: z.literal('refused'),
    code: z.literal('device_revoked'),
    mode: RevokeMode,
  }),
  z.strictObject({ kind: z.literal('refused'), code: z.literal('gap'), lastN: Count }),
  z.strictObject({
    kind: z.literal('refused'),
    code: z.literal('forked'),
    /** Number up to which the device and the server agree. */
    agreed: Count,
  }),
  z.strictObject({ kind: z.literal('refused'), code: z.literal('epoch'), epoch: Id, lastN: Count }),
  z.strictObject({ kind: z.literal('refused'), code: z.literal('upgrade_required'), minimum: Count }),
  z.strictObject({ kind: z.literal('refused'), code: z.literal('server_behind'), current: Count }),
]);
export type Refusal = z.infer<typeof Refusal>;

/** The only line of a refused stream. */
export const RefusedLine = z.strictObject({ kind: z.literal('refused'), refusal: Refusal });

/** The answer to a push. */
export const PushAnswer = z.discriminatedUnion('kind', [Acknowledgement, Refusal]);
export type PushAnswer = z.infer<typeof PushAnswer>;

/** State of a device and the scopes it subscribes to. */
export const PullRequest = z.strictObject({
  protocol: Count,
  schema: Count,
  /** Version of the program before its update, until the new tables and columns were received. */
  upgradedFrom: Count.nullable(),
  epoch: Id.nullable(),
  /** `beganAt`: when a stream from the beginning was cut at the cursor, the head at its beginning. */
  scopes: z
    .record(Id, z.strictObject({ cursor: Count, grantId: Id, beganAt: Count.optional() }))
    .refine((all) => Object.keys(all).length <= LIMITS.scopes),
});
export type PullRequest = z.infer<typeof PullRequest>;

const Column = z.string().regex(/^(_seq|_clk|[a-zA-Z]\w{0,60})$/);

/** Names the columns of the rows of a table that follow. */
export const ColumnsLine = z.strictObject({
  kind: z.literal('columns'),
  table: Column,
  columns: z
    .array(Column)
    .max(200)
    .refine((all) => new Set(all).size === all.length && STAMP_COLUMNS.every((stamp) => all.includes(stamp))),
});
export type ColumnsLine = z.infer<typeof ColumnsLine>;

/** A scope at the beginning of a stream. `from`: the cursor at which the stream begins; 0 when the rows of the device cannot be used. */
export const StreamScope = z.strictObject({ scopeId: Id, grantId: Id, from: Count, head: Count, rows: Count });
export type StreamScope = z.infer<typeof StreamScope>;

/**
 * One line of a pull. Between these lines are the rows, as arrays of values (`packages/sync/src/rowLines.ts`). A stream that does not end with `end`
 * or `refused` was cut off.
 */
export const PullLine = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('header'), epoch: Id, lastN: Count, scopes: z.array(StreamScope) }),
  ColumnsLine,
  z.strictObject({ kind: z.literal('change'), change: LogEntry }),
  z.strictObject({ kind: z.literal('mark'), scopeId: Id, cursor: Count }),
  z.strictObject({ kind: z.literal('proof'), scopeId: Id, head: Count, rows: Count, digest: Digest }),
  z.strictObject({ kind: z.literal('end') }),
  RefusedLine,
]);
export type PullLine = z.infer<typeof PullLine>;

/** The digests of a scope by bucket, from a device whose proof failed. The answer contains the complete rows of every bucket that differs. */
export const RepairRequest = z.strictObject({
  protocol: Count,
  schema: Count,
  scopeId: Id,
  grantId: Id,
  buckets: z.array(Digest).length(LIMITS.buckets),
});
export type RepairRequest = z.infer<typeof RepairRequest>;

/** One line of a repair: the list of buckets, one of their living rows, or the proof. */
export const RepairLine = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('buckets'), differing: z.array(Count.max(LIMITS.buckets - 1)) }),
  z.strictObject({ kind: z.literal('row'), table: Name, row: WireRow }),
  z.strictObject({ kind: z.literal('proof'), scopeId: Id, head: Count, rows: Count, digest: Digest }),
  RefusedLine,
]);
export type RepairLine = z.infer<typeof RepairLine>;

/** Reads a push. This and the following readers return null for an invalid message. */
export const readPush = readerOf(PushRequest);
/** Reads the answer to a push. */
export const readPushAnswer = readerOf(PushAnswer);
/** Reads the request of a pull. */
export const readPull = readerOf(PullRequest);
/** Reads a line of a pull's answer. */
export const readPullLine = readerOf(PullLine);
/** Reads the request of a repair. */
export const readRepair = readerOf(RepairRequest);

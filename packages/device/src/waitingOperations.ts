/** Reads, repeats, discards and exports changes that wait to be sent and changes that the server refused. */
import * as contract from '@holdfast/contract';
import { FIELD_TYPES, Problem } from '@holdfast/contract';
import { ChangeOp } from '@holdfast/contract/sync';
import {
  type Database,
  type Handler,
  handler,
  type LocalDb,
  mediaAnswer,
  placeOf,
  type ReadCtx,
  type ScopedDb,
  type SyncedTable,
  type WriteCtx,
} from '@holdfast/core';
import { type Columns, DISCARDED, type HistoryEntry, LOST, type StoredRow } from '@holdfast/sync';
import {
  damagedFiles,
  damagedImages,
  markRefused,
  putBlob,
  refusedChanges,
  removeRefused,
  unsentOf,
} from './queries.ts';
import { lostText, reasonText } from './reasons.ts';
import { type PrintedChange, WAITING_TEMPLATE, waitingDataSet } from './waitingReport.ts';

type OutboxEntry = Database['outbox'];
type Refused = { id: string; reason: string; entry: OutboxEntry };

/** Prefix of the id of a damaged photo or file in the list; the row of the photo or file follows. */
const DAMAGED = 'damaged:';

/** The tables whose rows a person sees as a photo or file. */
const MEDIA = ['image', 'file'] as const;

/** The handlers of these operations. @param server address of the server */
export function waitingOperations(server: string): Handler[] {
  return [
    handler(contract.getWaitingChanges, async ({ db, local, actor }) =>
      (await listed(db, local, actor)).map(({ change }) => change),
    ),
    handler(contract.resendChanges, async (ctx, { ids }) => {
      const refused = await refusedOf(ctx.local, ctx.actor, ids);
      // A note is made after the item it is of.
      for (const one of refused.toReversed()) await resend(ctx, one);
      const damaged = ids.filter((id) => id.startsWith(DAMAGED));
      for (const id of damaged) await sendAsItIs(ctx, id.slice(DAMAGED.length));
      return { count: refused.length + damaged.length };
    }),
    handler(contract.resendCorrected, async (ctx, { id, text }) => {
      const [refused] = await refusedOf(ctx.local, ctx.actor, [id]);
      if (refused === undefined) return { count: 0 };
      if ((await textOf(ctx.db, refused.entry)) === null) throw new Problem('notFound');
      await resend(ctx, { ...refused, entry: withText(refused.entry, text) });
      return { count: 1 };
    }),
    handler(contract.discardChanges, (ctx, { ids }) => mark(ctx, ids, DISCARDED, false)),
    handler(contract.takeBackDiscarded, (ctx, { ids }) => mark(ctx, ids, 'rejected', true)),
    handler(contract.exportChanges, async ({ db, local, actor, now }) => ({
      exportedAt: new Date(now).toISOString(),
      server,
      changes: (await listed(db, local, actor)).flatMap(({ change, entry }) =>
        entry === null
          ? []
          : {
              ...change,
              table: entry.tableName,
              rowId: entry.rowId,
              operation: entry.op,
              values: JSON.parse(entry.setJson) as Columns,
              before: JSON.parse(entry.oldJson) as Columns,
            },
      ),
    })),
    handler(contract.printChanges, (ctx) => printed(ctx, server)),
    handler(contract.getRefusedPicture, async ({ local, actor, ports }, { id }) => {
      const [refused] = await refusedOf(local, actor, [id]);
      return mediaAnswer(ports, refused === undefined ? undefined : contentOf(refused.entry), undefined);
    }),
  ];
}

/** A change in the list, with the entry it is made from; null for a damaged photo or file. */
interface Listed {
  change: contract.WaitingChange;
  entry: OutboxEntry | null;
}

/** The person who asks. */
type Person = Pick<ReadCtx['actor'], 'userId' | 'companyId'>;

/** The changes of one person that the server does not have; those of others are sent but not shown (data decision 5). */
async function listed(db: ScopedDb, local: LocalDb, person: Person): Promise<Listed[]> {
  const places = new Map<string, Promise<string>>();
  const present = async (entry: OutboxEntry, id: string, reason: string | null): Promise<Listed> => {
    const key = entry.itemId ?? entry.installationInspectionId ?? entry.rowId;
    const place = places.get(key) ?? placeOf(db, entry);
    places.set(key, place);
    const { what, lines } = JSON.parse(entry.historyJson ?? '{"what":"","lines":[]}') as HistoryEntry;
    const { itemId, installationInspectionId } = entry;
    return {
      entry,
      change: {
        id,
        place: await place,
        what,
        lines,
        itemId,
        installationInspectionId,
        at: new Date(entry.at).toISOString(),
        reason,
        kind: reason === null ? 'waiting' : 'refused',
        picture: pictureOf(entry, id, reason !== null),
        text: reason === null ? null : await textOf(db, entry),
      },
    };
  };
  const list: Listed[] = [];
  for (const change of await damaged(db)) list.push({ change, entry: null });
  for (const { id, reason, entry } of await refusedOf(local, person)) {
    const [author] = reason === LOST ? await db.rows('person', { userId: entry.userId }) : [];
    list.push(await present(entry, id, author === undefined ? reasonText(reason) : lostText(author.name)));
  }
  for (const entry of await unsentOf(local, person.userId)) list.push(await present(entry, String(entry.n), null));
  return list;
}

/**
 * The refused changes of one person, and those that a restored server lost of the person's company: newest first.
 * @param ids only these
 */
async function refusedOf(local: LocalDb, person: Person, ids?: readonly string[]): Promise<Refused[]> {
  return (await refusedChanges(local, { discarded: false, ids }))
    .map(({ id, change, reason }) => ({ id, reason, entry: JSON.parse(change) as OutboxEntry }))
    .filter(({ reason, entry }) => isFor(person, reason, entry));
}

/** Returns true for a change that a person decides about. */
function isFor({ userId, companyId }: Person, reason: string, entry: OutboxEntry): boolean {
  return entry.userId === userId || (reason === LOST && entry.scopeId === companyId);
}

/** Photos and files that changed on this device before they were sent. */
async function damaged(db: ScopedDb): Promise<contract.WaitingChange[]> {
  const images = await damagedImages(db);
  const files = await damagedFiles(db);
  const present = (
    row: (typeof files)[number],
    what: string,
    installationInspectionId: string | null,
  ): contract.WaitingChange => ({
    id: `${DAMAGED}${row.id}`,
    place: row.name,
    what,
    lines: [{ field: '', from: '', to: row.filename }],
    itemId: row.itemId,
    installationInspectionId,
    at: new Date(row.createdAt).toISOString(),
    reason: `The ${what.toLowerCase()} changed on this device after it was recorded, so the server did not accept it.`,
    kind: 'damaged',
    picture: what === 'Photo' ? `/images/${row.id}` : null,
    text: null,
  });
  return [
    ...images.map((row) => present(row, 'Photo', row.installationInspectionId)),
    ...files.map((row) => present(row, 'File', null)),
  ];
}

/** The content a change is about; undefined when it is about none. */
function contentOf({ tableName, scopeId, setJson }: OutboxEntry): Parameters<typeof mediaAnswer>[1] {
  const { sha256, filename = '', mimeType = '' } = JSON.parse(setJson) as Record<string, string | undefined>;
  const isMedia = MEDIA.some((table) => table === tableName);
  return isMedia && sha256 !== undefined ? { scopeId, sha256, filename, mimeType } : undefined;
}

function pictureOf(entry: OutboxEntry, id: string, isRefused: boolean): string | null {
  if (entry.tableName !== 'image' || contentOf(entry) === undefined) return null;
  return isRefused ? `/ext/desktop/refused/picture/${encodeURIComponent(id)}` : `/images/${entry.rowId}`;
}

/** Prints the changes of the caller with their photos. @throws {Problem} `reportFailed`, `unavailable` */
async function printed({ db, local, actor, now, ports }: ReadCtx, server: string): Promise<contract.Download> {
  const changes: PrintedChange[] = [];
  for (const { change, entry } of await listed(db, local, actor)) {
    const content = entry?.tableName === 'image' ? contentOf(entry) : undefined;
    const key = content === undefined ? null : { ...content, rendition: null };
    const photo = key === null ? null : ((await ports.blobs.file(key)) ?? (await ports.blobs.get(key)));
    changes.push({ change, photo });
  }
  const title = 'Changes the server does not have';
  const report = await ports.reports.print({
    template: ports.uploads.toUtf8(WAITING_TEMPLATE),
    dataSet: waitingDataSet(changes, { author: actor.name, server, now }),
    format: 'pdf',
    title,
    now,
    userId: actor.userId,
    companyId: actor.companyId,
    call: { operation: 'printChanges', input: {} },
    runId: undefined,
    gone: undefined,
  });
  if (report.kind === 'busy') throw new Problem('unavailable', { retryAfterSeconds: report.retryAfterSeconds });
  if (report.kind === 'failed') throw new Problem('reportFailed', { findings: [report.finding] });
  const day = new Date(now).toISOString().slice(0, 10);
  return { filename: `unsent-changes-${day}.pdf`, mimeType: 'application/pdf', content: report.content };
}

/** The columns of a table that hold one text a person wrote. */
const TEXT_COLUMNS: Readonly<Record<string, string>> = {
  note: 'content',
  item: 'name',
  image: 'caption',
  fieldResponse: 'value',
};

/** Types of question that are answered with a text. */
const TYPED: readonly string[] = [FIELD_TYPES.text.id, FIELD_TYPES.number.id];

/** Returns the text of a change that a person may correct; null when it holds none. */
async function textOf(db: ScopedDb, { tableName, rowId, op, setJson }: OutboxEntry): Promise<string | null> {
  if (op === 'del' || op === 'restore') return null;
  const set = JSON.parse(setJson) as Columns;
  const value = set[TEXT_COLUMNS[tableName] ?? ''];
  if (typeof value !== 'string' || value === '') return null;
  if (tableName !== 'fieldResponse') return value;
  const fieldId = set['fieldId'] ?? (await db.row('fieldResponse', rowId))?.fieldId;
  const field = typeof fieldId === 'string' ? await db.row('field', fieldId) : undefined;
  return field !== undefined && TYPED.includes(field.fieldTypeId) ? value : null;
}

/** A change with another text. An answer holds it twice: as its value and as it is shown. */
function withText(entry: OutboxEntry, text: string): OutboxEntry {
  const shown = entry.tableName === 'fieldResponse' ? { displayValue: text } : {};
  const set = { ...(JSON.parse(entry.setJson) as Columns), [TEXT_COLUMNS[entry.tableName]!]: text, ...shown };
  return { ...entry, setJson: JSON.stringify(set) };
}

/** Makes a refused change again as an edit of now. @throws {Problem} when a rule still forbids it */
async function resend(ctx: WriteCtx, { id, entry }: Refused): Promise<void> {
  const { tableName, rowId, scopeId, op, setJson } = entry;
  const { data: change } = ChangeOp.safeParse(op);
  if (change === undefined) throw new Problem('notFound');
  const set = JSON.parse(setJson) as Columns;
  await ctx.replay({ table: tableName as SyncedTable, op: change, id: rowId, scopeId, set });
  await removeRefused(ctx.local, id);
}

/**
 * Sends a damaged photo or file with the bytes it has now: under their own hash, in a row of its own in the place of the one that was recorded.
 * @throws {Problem} `notFound` when there is no such row, or its bytes are gone
 */
async function sendAsItIs(ctx: WriteCtx, rowId: string): Promise<void> {
  for (const table of MEDIA) {
    const row = await ctx.look.row(table, rowId);
    if (row === undefined || row.deletedAt !== null || row.scopeId !== ctx.scopeId) continue;
    const { scopeId } = row;
    const { blobs, uploads } = ctx.ports;
    const bytes = await blobs.open({ scopeId, sha256: row.sha256, rendition: null });
    const stored = bytes === null ? null : await blobs.put(scopeId, bytes, uploads.limits.fileBytes);
    if (stored === null) break;
    const { mimeType } = row;
    await putBlob(ctx.local, { scopeId, ...stored, mimeType, createdAt: ctx.now });
    const columns: StoredRow = row;
    const own: Columns = {};
    for (const column of OWN[table]) own[column] = columns[column] ?? null;
    await ctx.replay({ table, op: 'ins', id: ctx.newId(), scopeId, set: { ...own, ...stored } });
    await ctx.replay({ table, op: 'del', id: rowId, scopeId, set: {} });
    return;
  }
  throw new Problem('notFound');
}

/** The columns that a photo or file keeps when it is sent with other bytes. */
const OWN = {
  image: ['installationInspectionItemId', 'filename', 'mimeType', 'width', 'height', 'order', 'caption', 'edit'],
  file: ['itemId', 'filename', 'mimeType'],
} as const;

async function mark(
  { local, actor }: WriteCtx,
  ids: readonly string[],
  kind: string,
  isDiscarded: boolean,
): Promise<{ count: number }> {
  const found = await refusedChanges(local, { discarded: isDiscarded, ids });
  const own = found.filter(({ change, reason }) => isFor(actor, reason, JSON.parse(change) as OutboxEntry));
  await markRefused(
    local,
    own.map(({ id }) => id),
    kind,
  );
  return { count: own.length };
}

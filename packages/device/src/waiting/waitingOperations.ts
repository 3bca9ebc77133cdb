/** Reads, retries, discards and exports unsent changes and changes that the server refused. */
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
import { type Columns, DISCARDED, type HistoryEntry, LOST } from '@holdfast/sync';
import { DAMAGED, MEDIA, replaceDamaged, sendAsItIs } from '../contents/damagedContents.ts';
import {
  damagedFiles,
  damagedImages,
  itemsNotSent,
  markRefused,
  refusedChanges,
  removeRefused,
  unsentOf,
} from '../queries.ts';
import { lostChangeText, reasonText } from '../reasons.ts';
import { type PrintedChange, WAITING_TEMPLATE, waitingDataSet } from './waitingReport.ts';

type OutboxEntry = Database['outbox'];
type Refused = { id: string; reason: string; entry: OutboxEntry };

/** The handlers of these operations. @param server address of the server */
export function waitingOperations(server: string): Handler[] {
  return [
    handler(contract.getWaitingChanges, async ({ db, local, actor }) =>
      (await listed(db, local, actor)).map(({ change }) => change),
    ),
    handler(contract.getWaitingItems, ({ db, local, scopes }) => itemsNotSent(db, local, scopes)),
    handler(contract.resendChanges, async (ctx, { ids }) => {
      const refused = await refusedOf(ctx.local, ctx.actor, ids);
      // Oldest first: a note can be created only after its item.
      for (const one of refused.toReversed()) await resend(ctx, one);
      const damaged = ids.filter((id) => id.startsWith(DAMAGED));
      for (const id of damaged) await sendAsItIs(ctx, id);
      return { count: refused.length + damaged.length };
    }),
    handler(contract.resendCorrected, async (ctx, { id, text }) => {
      const [refused] = await refusedOf(ctx.local, ctx.actor, [id]);
      if (refused === undefined) return { count: 0 };
      if ((await textOf(ctx.db, refused.entry)) === null) throw new Problem('notFound');
      await resend(ctx, { ...refused, entry: withText(refused.entry, text) });
      return { count: 1 };
    }),
    replaceDamaged,
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

/** The calling user. */
type Person = Pick<ReadCtx['actor'], 'userId' | 'companyId'>;

/** Returns the changes of one user that the server does not have; changes of other users are sent but not shown (data decision 5). */
async function listed(db: ScopedDb, local: LocalDb, person: Person): Promise<Listed[]> {
  const places = new Map<string, Promise<string>>();
  const present = async (
    entry: OutboxEntry,
    id: string,
    kind: contract.WaitingChange['kind'],
    reason: string | null,
  ): Promise<Listed> => {
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
        kind,
        picture: pictureOf(entry, id, reason !== null),
        text: reason === null ? null : await textOf(db, entry),
      },
    };
  };
  const list: Listed[] = [];
  for (const change of await damaged(db)) list.push({ change, entry: null });
  for (const { id, reason, entry } of await refusedOf(local, person)) {
    const [author] = reason === LOST ? await db.rows('person', { userId: entry.userId }) : [];
    const text = author === undefined ? reasonText(reason) : lostChangeText(author.name);
    list.push(await present(entry, id, reason === LOST ? 'lost' : 'refused', text));
  }
  for (const entry of await unsentOf(local, person.userId))
    list.push(await present(entry, String(entry.n), 'waiting', null));
  return list;
}

/**
 * Returns the refused changes of one user, and the changes of the user's company that a restored server lost, newest first.
 * @param ids only these
 */
async function refusedOf(local: LocalDb, person: Person, ids?: readonly string[]): Promise<Refused[]> {
  return (await refusedChanges(local, { discarded: false, ids }))
    .map(({ id, change, reason }) => ({ id, reason, entry: JSON.parse(change) as OutboxEntry }))
    .filter(({ reason, entry }) => isFor(person, reason, entry));
}

/** Returns true when the user decides about a change. */
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
    reason: `The ${what.toLowerCase()} changed on this device after it was recorded and was not sent.`,
    kind: 'damaged',
    picture: what === 'Photo' ? `/images/${row.id}` : null,
    text: null,
  });
  return [
    ...images.map((row) => present(row, 'Photo', row.installationInspectionId)),
    ...files.map((row) => present(row, 'File', null)),
  ];
}

/** Returns the content that a change refers to; undefined when it refers to none. */
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
  if (report.kind === 'asked') throw new Error('The report of unsent changes has no dialogs.');
  if (report.kind === 'failed') throw new Problem('reportFailed', { findings: [report.finding] });
  const day = new Date(now).toISOString().slice(0, 10);
  return { filename: `unsent-changes-${day}.pdf`, mimeType: 'application/pdf', content: report.content };
}

/** Columns with a text that a user wrote, by table. */
const TEXT_COLUMNS: Readonly<Record<string, string>> = {
  note: 'content',
  item: 'name',
  image: 'caption',
  fieldResponse: 'value',
};

/** Types of fields that are answered with a text. */
const TYPED: readonly string[] = [FIELD_TYPES.text.id, FIELD_TYPES.number.id];

/** Returns the text in a change that the user may correct; null when there is none. */
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

/** Returns a change with another text. An answer contains it twice: as value and as display value. */
function withText(entry: OutboxEntry, text: string): OutboxEntry {
  const shown = entry.tableName === 'fieldResponse' ? { displayValue: text } : {};
  const set = { ...(JSON.parse(entry.setJson) as Columns), [TEXT_COLUMNS[entry.tableName]!]: text, ...shown };
  return { ...entry, setJson: JSON.stringify(set) };
}

/** Repeats a refused change as a new edit. @throws {Problem} when a rule still forbids it */
async function resend(ctx: WriteCtx, { id, entry }: Refused): Promise<void> {
  const { tableName, rowId, scopeId, op, setJson } = entry;
  const { data: change } = ChangeOp.safeParse(op);
  if (change === undefined) throw new Problem('notFound');
  const set = JSON.parse(setJson) as Columns;
  await ctx.replay({ table: tableName as SyncedTable, op: change, id: rowId, scopeId, set });
  await removeRefused(ctx.local, id);
}

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

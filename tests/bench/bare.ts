/**
 * The peer: a bare Fastify server whose handlers run only the prepared statements that the same calls need, with the same pragmas, and
 * answer the same bytes by JSON.stringify. No contract, no rights table, no invariants, no clocks, no digest. Saves that arrive within one
 * turn of the event loop share one commit, as they do in the product, and none is answered before its commit is on disk.
 */
import { createHash } from 'node:crypto';
import { CONDITIONS } from '@holdfast/contract';
import { SQLITE_PRAGMAS } from '@holdfast/core';
import Sqlite from 'better-sqlite3';
import Fastify from 'fastify';

const [file] = process.argv.slice(2);
const db = new Sqlite(file);
for (const pragma of SQLITE_PRAGMAS) db.pragma(pragma);

const token = db.prepare(
  `select t."lastUsedAt", t."expiresAt", t."revokedAt", u."id", u."companyId", u."role", u."disabledAt"
   from "token" t join "user" u on u."id" = t."userId" where t."hash" = ?`,
);
const head = db.prepare(`select "seq" from "scopeHead" where "scopeId" = ?`).pluck();
const saveHead = db.prepare(`update "scopeHead" set "seq" = ? where "scopeId" = ?`);
const member = db.prepare(
  `select * from "installationInspectionItem" where "installationInspectionId" = ? and "itemId" = ? and "scopeId" in (?, 'library') and "deletedAt" is null`,
);
const setCondition = db.prepare(
  `update "installationInspectionItem" set "_seq" = ?, "_clk" = ?, "updatedAt" = ?, "updatedByUserId" = ?, "conditionId" = ? where "id" = ?`,
);
const change = db.prepare(
  `insert into "change" ("scopeId", "seq", "groupId", "deviceId", "n", "userId", "tableName", "rowId", "op", "setJson", "oldJson", "lostJson",
   "historyJson", "itemId", "installationInspectionId", "editedAt", "storedAt") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);
const living = (table: string, column: string): Sqlite.Statement =>
  db.prepare(`select * from "${table}" where "scopeId" in (?, 'library') and "deletedAt" is null and "${column}" = ?`);
const answers = living('fieldResponse', 'ownerId');
const images = living('image', 'installationInspectionItemId');
const notes = living('note', 'installationInspectionItemId');
const files = living('file', 'itemId');
const installations = db.prepare(
  `select * from "installation" where "scopeId" in (?, 'library') and "deletedAt" is null and "archivedAt" is null`,
);
const inspections = db.prepare(
  `select i."id", i."installationId", i."inspectionId", i."startDate", i."expectedEndDate", t."name" as "inspectionName"
   from "installationInspection" i join "inspection" t on t."id" = i."inspectionId"
   where i."scopeId" in (?, 'library') and i."deletedAt" is null and i."installationId" in (?, ?, ?) order by i."startDate" desc, i."id"`,
);
const counts = db.prepare(
  `select i."id", nullif(c."conditionId", '') as "conditionId", c."count" from "installationInspection" i
   join "conditionCount" c on c."installationInspectionId" = i."id"
   where i."scopeId" in (?, 'library') and i."deletedAt" is null and i."id" in (select value from json_each(?))`,
);
const answersOfMany = db.prepare(
  `select * from "fieldResponse" where "scopeId" in (?, 'library') and "deletedAt" is null and "ownerId" in (?, ?, ?) order by "id"`,
);

interface Account {
  id: string;
  companyId: string;
  expiresAt: number;
}

function accountOf(authorization: string | undefined): Account {
  const hash = createHash('sha256')
    .update((authorization ?? '').slice('Bearer '.length))
    .digest('hex');
  const found = token.get(hash) as (Account & { revokedAt: number | null; disabledAt: number | null }) | undefined;
  if (found === undefined || found.revokedAt !== null || found.disabledAt !== null || found.expiresAt < Date.now())
    throw new Error('not signed in');
  return found;
}

interface Member {
  id: string;
  _clk: string;
  conditionId: string | null;
  order: number;
}

const conditions = new Map(Object.values(CONDITIONS).map((condition) => [condition.id as string, condition]));

interface Choice {
  installationInspectionId: string;
  itemId: string;
  conditionId: string | null;
}

/** Runs the statements of one save, within an open transaction. */
function save(account: Account, input: Choice): { row: Member; clock: string } {
  const seq = (head.get(account.companyId) as number) + 1;
  const row = member.get(input.installationInspectionId, input.itemId, account.companyId) as Member;
  const now = Date.now();
  const clocks = JSON.stringify({ ...(JSON.parse(row._clk) as object), conditionId: [now, 0, 'server'] });
  setCondition.run(seq, clocks, now, account.id, input.conditionId, row.id);
  const name = (id: string | null): string => (id === null ? 'Not Checked' : conditions.get(id)!.name);
  const history = JSON.stringify({
    what: 'Condition',
    lines: [{ field: 'Condition', from: name(row.conditionId), to: name(input.conditionId) }],
  });
  change.run(
    account.companyId,
    seq,
    'group',
    'server',
    null,
    account.id,
    'installationInspectionItem',
    row.id,
    'upd',
    JSON.stringify({ conditionId: input.conditionId }),
    JSON.stringify({ conditionId: row.conditionId }),
    null,
    history,
    input.itemId,
    input.installationInspectionId,
    now,
    now,
  );
  saveHead.run(seq, account.companyId);
  return { row, clock: `${now}.0.server` };
}

/** Answers that wait for the commit of the open transaction. */
let waiting: (() => void)[] = [];

/** Runs `work` in the transaction of this turn of the event loop; `answer` is called when it is on disk. */
function inSharedTransaction(work: () => void, answer: () => void): void {
  if (waiting.length === 0) {
    db.exec('begin immediate');
    setImmediate(() => {
      db.exec('commit');
      const answers = waiting;
      waiting = [];
      for (const each of answers) each();
    });
  }
  waiting.push(answer);
  work();
}

const app = Fastify();
app.post('/api/set-condition', (request, reply) => {
  const account = accountOf(request.headers.authorization);
  const input = request.body as Choice;
  let body = '';
  inSharedTransaction(
    () => {
      const { row, clock } = save(account, input);
      body = JSON.stringify({
        id: row.id,
        ...input,
        condition: input.conditionId === null ? null : conditions.get(input.conditionId),
        order: row.order,
        fieldResponses: answers.all(account.companyId, row.id),
        images: images.all(account.companyId, row.id),
        notes: notes.all(account.companyId, row.id),
        files: files.all(account.companyId, input.itemId),
        clock,
      });
    },
    () => void reply.type('application/json; charset=utf-8').send(body),
  );
});
app.get('/api/get-installations', (request, reply) => {
  const { companyId } = accountOf(request.headers.authorization);
  const rows = installations.all(companyId) as {
    id: string;
    name: string;
    latitude: number;
    longitude: number;
    timeZone: string;
    _clk: string;
    scopeId: string;
  }[];
  const ids = rows.map((row) => row.id);
  const found = inspections.all(companyId, ...ids) as { id: string; installationId: string }[];
  const counted = counts.all(companyId, JSON.stringify(found.map((row) => row.id))) as {
    id: string;
    conditionId: string | null;
    count: number;
  }[];
  const responses = answersOfMany.all(companyId, ...ids);
  void reply.type('application/json; charset=utf-8').send(
    JSON.stringify(
      rows.map(({ id, name, latitude, longitude, timeZone, _clk, scopeId }) => ({
        id,
        name,
        companyId: scopeId,
        latitude,
        longitude,
        timeZone,
        fieldResponses: responses,
        installationInspections: found
          .filter((inspection) => inspection.installationId === id)
          .map((inspection) => {
            const of = (conditionId: string | null): number =>
              counted.find((row) => row.id === inspection.id && row.conditionId === conditionId)?.count ?? 0;
            const { fitForPurpose, needsAttention, defective, notApplicable } = CONDITIONS;
            const each = {
              fitForPurpose: of(fitForPurpose.id),
              needsAttention: of(needsAttention.id),
              defective: of(defective.id),
              notApplicable: of(notApplicable.id),
            };
            return {
              ...inspection,
              totalItems: of(null) + each.fitForPurpose + each.needsAttention + each.defective + each.notApplicable,
              ...each,
            };
          }),
        weather: null,
        clock: _clk,
      })),
    ),
  );
});

const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`ready: ${address}\n`);

/** Databases of the first release: all tables with rows, written without the current code. */
import { CONDITIONS, FIELD_TYPES, FIELDS_TEMPLATE_TYPES, REPORT_TYPES } from '@holdfast/contract';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Engine } from '@holdfast/sync';
import type { Host } from '../db/migrate.ts';
import type { Database } from '../db/schema.ts';

/** The last migration that the first release had, by host. */
export const FIRST_RELEASE: Readonly<Record<Host, string>> = {
  server: '20261120-02-server',
  device: '20261120-03-device',
};

/** Rows of a table, as they were inserted. */
export type FirstRows = Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>>;

const NOW = 1_763_640_000_000;
const HASH = 'a'.repeat(64);
const uuid = (n: number): string => `019a9000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Ids that tests use. */
export const FIRST = {
  company: uuid(1),
  maren: uuid(2),
  administrator: uuid(3),
  installation: uuid(10),
  inspection: uuid(11),
  area: uuid(12),
  winch: uuid(13),
  question: uuid(14),
  installationInspection: uuid(15),
  // Derived from inspection and item (data decision 7).
  member: '019a9000-0000-8000-8384-003bfd40462a',
  note: uuid(17),
  report: uuid(18),
  device: uuid(30),
  grant: uuid(31),
} as const;

const COMPANY = { scopeId: FIRST.company, createdByUserId: FIRST.maren, updatedByUserId: FIRST.maren };
const LIBRARY = { scopeId: 'library', createdByUserId: FIRST.administrator, updatedByUserId: FIRST.administrator };

/** The stamps of a row that was never changed. */
function stamped(owner: typeof COMPANY | typeof LIBRARY, id: string, seq: number) {
  const _clk = JSON.stringify({ '*': [NOW + seq, 0, 'server'] });
  return { id, ...owner, _seq: seq, _clk, createdAt: NOW + seq, updatedAt: NOW + seq, deletedAt: null };
}

const library = (id: string, seq: number) => stamped(LIBRARY, id, seq);
const work = (id: string, seq: number) => stamped(COMPANY, id, seq);

const content = { mimeType: 'image/png', sha256: HASH, size: 3 };

/** The synced tables. */
const SYNCED: FirstRows = {
  fieldsTemplate: [
    { ...library(uuid(20), 1), name: 'Winch', fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.itemType.id },
    { ...library(uuid(21), 2), name: 'Site', fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.installationDetails.id },
  ],
  field: [
    {
      ...library(FIRST.question, 3),
      name: 'Rated load',
      shortName: 'Load',
      description: '',
      fieldTypeId: FIELD_TYPES.select.id,
      required: 1,
      order: 0,
      showInList: 1,
      fieldsTemplateId: uuid(20),
    },
  ],
  fieldOption: [{ ...library(uuid(22), 4), fieldId: FIRST.question, name: '5 t', order: 0, fieldsTemplateId: null }],
  fieldImage: [{ ...library(uuid(23), 5), fieldId: FIRST.question, filename: 'plate.png', ...content, order: 0 }],
  itemType: [
    { ...library(uuid(24), 6), name: 'Area', isQuestion: 0, isLocation: 1 },
    { ...library(uuid(25), 7), name: 'Winch', isQuestion: 0, isLocation: 0 },
  ],
  itemTypeParent: [
    { ...library('019a9000-0000-8000-b5ae-8587d071c616', 8), itemTypeId: uuid(25), parentItemTypeId: uuid(24) },
  ],
  itemTypeFieldsTemplate: [
    {
      ...library('019a9000-0000-8000-aa57-cb99f2fee749', 9),
      itemTypeId: uuid(25),
      fieldsTemplateId: uuid(20),
      order: 0,
    },
  ],
  inspection: [
    {
      ...library(FIRST.inspection, 10),
      name: 'Lifting equipment',
      shortName: 'LOLER',
      itemTypeListViewFieldNames: '[]',
      inspectionItemTypeListViewFieldNames: '[]',
    },
  ],
  inspectionItemType: [
    {
      ...library('019a9000-0000-8000-a59a-ba2eaff288a0', 11),
      inspectionId: FIRST.inspection,
      itemTypeId: uuid(25),
      fieldsTemplateId: null,
    },
  ],
  inspectionFieldsTemplate: [
    {
      ...library('019a9000-0000-8000-ba36-7016a4eeca9c', 12),
      inspectionId: FIRST.inspection,
      fieldsTemplateId: uuid(20),
      order: 0,
    },
  ],
  inspectionDefaultItem: [
    {
      ...library(uuid(32), 13),
      name: 'Winch 1',
      type: 'Item',
      order: 0,
      itemTypeId: uuid(25),
      fieldsTemplateId: null,
      itemFieldsTemplateId: null,
      parentDefaultItemId: null,
      inspectionId: FIRST.inspection,
    },
  ],
  company: [{ ...work(FIRST.company, 1), name: 'Northmere', shortName: 'NM', installationFieldsTemplateId: uuid(21) }],
  companyInspection: [
    { ...work('019a9000-0000-8000-9934-3f0a326dece6', 2), companyId: FIRST.company, inspectionId: FIRST.inspection },
  ],
  person: [{ ...work('019a9000-0000-8000-96c5-96968d8c0057', 3), userId: FIRST.maren, name: 'Maren Thorskild' }],
  installation: [
    {
      ...work(FIRST.installation, 4),
      name: 'Aurora',
      latitude: 58.5,
      longitude: 1.25,
      timeZone: 'Europe/Oslo',
      archivedAt: null,
    },
  ],
  installationInspection: [
    {
      ...work(FIRST.installationInspection, 5),
      installationId: FIRST.installation,
      inspectionId: FIRST.inspection,
      startDate: 1_763_596_800,
      expectedEndDate: 1_764_201_600,
    },
  ],
  item: [
    {
      ...work(FIRST.area, 6),
      installationId: FIRST.installation,
      itemTypeId: uuid(24),
      parentItemId: null,
      name: 'Drill floor',
      isLocation: 1,
      tagKind: null,
      tag: null,
      defaultItemId: null,
    },
    {
      ...work(FIRST.winch, 7),
      installationId: FIRST.installation,
      itemTypeId: uuid(25),
      parentItemId: FIRST.area,
      name: 'Winch 1',
      isLocation: 0,
      tagKind: 'epc',
      tag: 'E280116060000204',
      defaultItemId: uuid(32),
    },
  ],
  installationInspectionItem: [
    {
      ...work(FIRST.member, 8),
      installationInspectionId: FIRST.installationInspection,
      itemId: FIRST.winch,
      conditionId: CONDITIONS.fitForPurpose.id,
      order: 0,
    },
  ],
  fieldResponse: [
    {
      ...work(uuid(35), 9),
      ownerId: FIRST.winch,
      ownerTable: 'item',
      fieldId: FIRST.question,
      parentFieldOptionId: null,
      value: uuid(22),
      displayValue: '5 t',
      recordedDate: NOW,
    },
  ],
  note: [{ ...work(FIRST.note, 10), installationInspectionItemId: FIRST.member, content: 'Paint is flaking.' }],
  image: [
    {
      ...work(uuid(36), 11),
      installationInspectionItemId: FIRST.member,
      filename: 'hook.png',
      ...content,
      width: 1,
      height: 1,
      order: 0,
    },
  ],
  file: [{ ...work(uuid(37), 12), itemId: FIRST.winch, filename: 'certificate.pdf', ...content }],
  report: [
    {
      ...library(FIRST.report, 14),
      title: 'Inspection report',
      companyId: null,
      inspectionId: null,
      reportTypeId: REPORT_TYPES.installationInspection.id,
      sha256: HASH,
      size: 3,
    },
  ],
};

/** Rows of the tables beside the synced ones on either host. */
const KEPT: FirstRows = {
  scopeHead: [
    { scopeId: 'library', seq: 14, rows: 14, digest: '0000000000000001' },
    { scopeId: FIRST.company, seq: 12, rows: 12, digest: '0000000000000002' },
  ],
  change: [
    {
      scopeId: FIRST.company,
      seq: 8,
      groupId: uuid(40),
      deviceId: 'server',
      n: null,
      userId: FIRST.maren,
      tableName: 'installationInspectionItem',
      rowId: FIRST.member,
      op: 'upd',
      setJson: JSON.stringify({ conditionId: CONDITIONS.fitForPurpose.id }),
      oldJson: JSON.stringify({ conditionId: null }),
      lostJson: null,
      historyJson: JSON.stringify({
        what: 'Condition',
        lines: [{ field: 'Condition', from: 'Not Checked', to: 'Fit for purpose' }],
      }),
      itemId: FIRST.winch,
      installationInspectionId: FIRST.installationInspection,
      editedAt: NOW,
      storedAt: NOW,
    },
  ],
  user: [
    {
      id: FIRST.maren,
      email: 'Maren@example.test',
      emailKey: 'maren@example.test',
      name: 'Maren Thorskild',
      role: 'inspector',
      companyId: FIRST.company,
      passwordHash: 'test:maren-password',
      disabledAt: null,
      createdAt: NOW,
      updatedAt: NOW,
    },
  ],
  token: [
    {
      id: uuid(41),
      hash: HASH,
      userId: FIRST.maren,
      device: 'Firefox',
      createdAt: NOW,
      lastUsedAt: NOW,
      expiresAt: NOW + 1_000,
      revokedAt: null,
    },
  ],
  passwordReset: [{ hash: HASH, userId: FIRST.maren, createdAt: NOW, expiresAt: NOW + 1_000, usedAt: null }],
  signInAttempt: [{ key: 'account:1', failures: 2, since: NOW }],
  savedAnswer: [
    { userId: FIRST.maren, key: 'k', operation: 'setCondition', inputHash: HASH, answer: '{}', createdAt: NOW },
  ],
  weatherReading: [{ place: '58.5,1.25', fetchedAt: NOW, reading: '{}' }],
  blob: [
    { scopeId: FIRST.company, sha256: HASH, size: 3, mimeType: 'image/png', state: 'stored', createdAt: NOW },
    { scopeId: 'library', sha256: HASH, size: 3, mimeType: 'image/png', state: 'stored', createdAt: NOW },
  ],
};

const SERVER: FirstRows = {
  instance: [{ key: 'epoch', value: uuid(42) }],
  device: [
    {
      id: FIRST.device,
      tokenHash: HASH,
      name: 'Tablet 1',
      lastN: 1,
      chain: HASH,
      lastSeenAt: NOW,
      appVersion: '0.1.0',
      schema: 1,
      waiting: 0,
      createdAt: NOW,
      revokedAt: null,
      revokeMode: null,
    },
  ],
  verdict: [
    {
      deviceId: FIRST.device,
      n: 1,
      verdict: 'applied',
      reason: null,
      scopeId: FIRST.company,
      tableName: 'note',
      rowId: FIRST.note,
      seq: 10,
      chain: HASH,
    },
  ],
  deviceUser: [{ deviceId: FIRST.device, userId: FIRST.maren, enrolledAt: NOW }],
  scopeGrant: [{ userId: FIRST.maren, scopeId: FIRST.company, grantId: FIRST.grant }],
};

/** An unsent change of a condition on a device. */
const WAITING = {
  n: 2,
  groupId: uuid(43),
  atomic: 0,
  tableName: 'installationInspectionItem',
  rowId: FIRST.member,
  scopeId: FIRST.company,
  userId: FIRST.maren,
  op: 'upd',
  setJson: JSON.stringify({ conditionId: CONDITIONS.defective.id }),
  oldJson: JSON.stringify({ conditionId: CONDITIONS.fitForPurpose.id }),
  baseJson: JSON.stringify({ conditionId: [NOW + 8, 0, 'server'] }),
  clock: JSON.stringify([NOW + 20, 0, FIRST.device]),
  at: NOW + 20,
  historyJson: JSON.stringify({
    what: 'Condition',
    lines: [{ field: 'Condition', from: 'Fit for purpose', to: 'Defective' }],
  }),
  itemId: FIRST.winch,
  installationInspectionId: FIRST.installationInspection,
  chain: HASH,
  sentAt: null,
};

const DEVICE: FirstRows = {
  instance: [
    {
      key: 'syncState',
      value: JSON.stringify({
        deviceId: FIRST.device,
        nextN: 3,
        chain: HASH,
        ackedN: 1,
        ackedChain: HASH,
        clock: [NOW + 20, 0, FIRST.device],
        epoch: uuid(42),
        schema: 1,
        upgradedFrom: null,
        lease: null,
      }),
    },
  ],
  outbox: [{ ...WAITING, n: 1, setJson: '{}', oldJson: '{}', historyJson: null, sentAt: NOW }, WAITING],
  confirmed: [{ tableName: WAITING.tableName, rowId: FIRST.member, scopeId: FIRST.company, rowJson: '{}' }],
  stage: [{ scopeId: 'library', tableName: 'itemType', rowId: uuid(24), json: '{}' }],
  stageMark: [{ scopeId: 'library', grantId: FIRST.grant, epoch: uuid(42), fromCursor: 0, mark: 6 }],
  subscription: [
    {
      scopeId: FIRST.company,
      grantId: FIRST.grant,
      cursor: 12,
      epoch: uuid(42),
      headRows: 12,
      headDigest: '0000000000000002',
    },
  ],
  blobQueue: [
    {
      scopeId: FIRST.company,
      sha256: HASH,
      direction: 'up',
      offset: 1,
      state: 'failed',
      attempts: 1,
      nextAt: NOW,
      error: 'The line broke.',
    },
  ],
  setAside: [
    {
      id: `${FIRST.device}.0`,
      n: 0,
      kind: 'rejected',
      change: JSON.stringify(WAITING),
      reason: 'notFound',
      serverRow: null,
      at: NOW,
    },
  ],
  syncRun: [
    {
      id: uuid(44),
      target: 'http://example.test',
      trigger: 'User',
      recordsIn: 26,
      recordsOut: 1,
      bytesIn: 1,
      bytesOut: 1,
      startTime: NOW,
      endTime: NOW + 1_000,
      status: 'Success',
      message: '',
    },
  ],
};

/** The rows of a host's first release. */
export const firstRows: Readonly<Record<Host, FirstRows>> = {
  server: { ...SYNCED, ...KEPT, ...SERVER },
  device: { ...SYNCED, ...KEPT, ...DEVICE },
};

/** Inserts the rows of the first release into its tables, in one transaction. */
export async function fillFirstRelease(db: Kysely<Database>, engine: Engine, host: Host): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const [table, rows] of Object.entries(firstRows[host])) {
      for (const row of rows) {
        const columns = Object.keys(row).map((column) => `"${column}"`);
        const places = columns.map((_, i) => (engine === 'sqlite' ? '?' : `$${i + 1}`));
        const text = `insert into "${table}" (${columns.join(', ')}) values (${places.join(', ')})`;
        await trx.executeQuery(CompiledQuery.raw(text, Object.values(row)));
      }
    }
  });
}

/** Factories of rows for tests, including their parents. Overrides are the last argument. */
import { randomBytes } from 'node:crypto';
import { FIELD_TYPES, FIELDS_TEMPLATE_TYPES, LIBRARY_SCOPE } from '@holdfast/contract';
import { type Columns, type StoredRow, uuidV7 } from '@holdfast/sync';
import type { ScopedChange } from '../calls/ctx.ts';
import { registry } from '../db/registry.ts';
import type { SyncedTable } from '../db/schema.ts';
import { COMPANIES } from './companies.ts';

type Write = (changes: readonly ScopedChange[]) => Promise<StoredRow[]>;

/** The company that something belongs to. */
export interface Owner {
  company?: keyof typeof COMPANIES;
}

const newId = (): string => uuidV7(Date.UTC(2026, 0, 1), randomBytes(10));
const scopeOf = ({ company = 'northmere' }: Owner): string => COMPANIES[company];

/** The factories. Each returns the created row. */
export type Build = ReturnType<typeof buildFrom>;

/** Creates the factories over a function that writes rows. */
export function buildFrom(write: Write) {
  const one = async (table: SyncedTable, scopeId: string, set: Columns): Promise<StoredRow> => {
    const id = registry.get(table)!.naturalKey === undefined ? { id: newId() } : {};
    return (await write([{ table, op: 'ins', scopeId, set, ...id }]))[0]!;
  };
  const library = (table: SyncedTable, set: Columns): Promise<StoredRow> => one(table, LIBRARY_SCOPE, set);
  const build = {
    /** Many rows of one table in one transaction. */
    many: (table: SyncedTable, company: keyof typeof COMPANIES, count: number, set: (i: number) => Columns) =>
      write(
        Array.from({ length: count }, (_, i) => ({
          table,
          op: 'ins' as const,
          scopeId: COMPANIES[company],
          set: set(i),
          ...(registry.get(table)!.naturalKey === undefined ? { id: newId() } : {}),
        })),
      ),
    itemType: (set: Columns = {}) => library('itemType', { name: 'Floodlight', isQuestion: 0, isLocation: 0, ...set }),
    fieldsTemplate: (set: Columns = {}) =>
      library('fieldsTemplate', {
        name: 'Identification',
        fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.itemType.id,
        version: 1,
        evidence: '',
        ...set,
      }),
    async field(set: Columns = {}) {
      const fieldsTemplateId = set['fieldsTemplateId'] ?? (await build.fieldsTemplate()).id;
      return library('field', {
        name: 'Tag number',
        shortName: '',
        description: '',
        fieldTypeId: FIELD_TYPES.text.id,
        required: 0,
        order: 0,
        showInList: 0,
        rules: '',
        formerShortNames: '',
        fieldsTemplateId,
        ...set,
      });
    },
    async fieldOption(set: Columns = {}) {
      const fieldId = set['fieldId'] ?? (await build.field({ fieldTypeId: FIELD_TYPES.selectWithSubfields.id })).id;
      return library('fieldOption', { fieldId, name: 'Bolted', order: 0, fieldsTemplateId: null, ...set });
    },
    /** An inspection type that the company may start. */
    async inspection(set: Columns = {}, owner: Owner = {}) {
      const inspection = await library('inspection', {
        name: 'Dropped Object Survey',
        shortName: 'DROPS',
        itemTypeListViewFieldNames: '[]',
        inspectionItemTypeListViewFieldNames: '[]',
        ...set,
      });
      await build.allow(inspection, owner);
      return inspection;
    },
    /** A template of the own questions of an item type. */
    templateOfType: (set: Columns & { itemTypeId: string; fieldsTemplateId: string }) =>
      library('itemTypeFieldsTemplate', { order: 0, ...set }),
    /** A possible parent type of an item type. */
    parentOfType: (set: Columns & { itemTypeId: string; parentItemTypeId: string }) => library('itemTypeParent', set),
    /** An item type of an inspection type. */
    typeOfInspection: (set: Columns & { inspectionId: string; itemTypeId: string }) =>
      library('inspectionItemType', { fieldsTemplateId: null, ...set }),
    /** A default item of an inspection type. */
    async defaultItem(set: Columns & { inspectionId: string }) {
      const itemTypeId = set['itemTypeId'] ?? (await build.itemType()).id;
      return library('inspectionDefaultItem', {
        name: 'Floodlight',
        type: 'Item',
        order: 0,
        fieldsTemplateId: null,
        itemFieldsTemplateId: null,
        parentDefaultItemId: null,
        ...set,
        itemTypeId,
      });
    },
    async allow(inspection: StoredRow, owner: Owner = {}) {
      const scopeId = scopeOf(owner);
      return one('companyInspection', scopeId, { companyId: scopeId, inspectionId: inspection.id });
    },
    installation: (set: Columns = {}, owner: Owner = {}) =>
      one('installation', scopeOf(owner), {
        name: 'Northmere Tarn',
        latitude: 57.9312,
        longitude: 1.418,
        timeZone: 'Europe/London',
        formerTimeZones: '',
        archivedAt: null,
        ...set,
      }),
    async installationInspection(set: Columns = {}, owner: Owner = {}) {
      const installationId = set['installationId'] ?? (await build.installation({}, owner)).id;
      const inspectionId = set['inspectionId'] ?? (await build.inspection({}, owner)).id;
      return one('installationInspection', scopeOf(owner), {
        startDate: Date.UTC(2026, 0, 10) / 1000,
        expectedEndDate: Date.UTC(2026, 0, 20) / 1000,
        ...set,
        installationId,
        inspectionId,
      });
    },
    async item(set: Columns = {}, owner: Owner = {}) {
      const installationId = set['installationId'] ?? (await build.installation({}, owner)).id;
      const itemTypeId = set['itemTypeId'] ?? (await build.itemType()).id;
      return one('item', scopeOf(owner), {
        name: 'Floodlight, port fwd leg, girt 6',
        parentItemId: null,
        isLocation: 0,
        tagKind: null,
        tag: null,
        defaultItemId: null,
        ...set,
        installationId,
        itemTypeId,
      });
    },
    /** The row of an item in an inspection. */
    member: (set: Columns & { installationInspectionId: string; itemId: string }, owner: Owner = {}) =>
      one('installationInspectionItem', scopeOf(owner), { conditionId: null, order: 0, ...set }),
    /** One item in one inspection of one installation. */
    async itemInInspection(owner: Owner = {}) {
      const installation = await build.installation({}, owner);
      const drops = await build.installationInspection({ installationId: installation.id }, owner);
      const item = await build.item({ installationId: installation.id }, owner);
      const member = await build.member({ installationInspectionId: drops.id, itemId: item.id }, owner);
      return { installation, drops, item, member };
    },
    /** One item that is in two inspections of its installation. */
    async itemInTwoInspections(owner: Owner = {}) {
      const made = await build.itemInInspection(owner);
      const inspection = await build.inspection(
        { name: 'Lifting Equipment Thorough Examination', shortName: 'LOLER' },
        owner,
      );
      const loler = await build.installationInspection(
        { installationId: made.installation.id, inspectionId: inspection.id },
        owner,
      );
      await build.member({ installationInspectionId: loler.id, itemId: made.item.id }, owner);
      return { ...made, loler };
    },
  };
  return build;
}

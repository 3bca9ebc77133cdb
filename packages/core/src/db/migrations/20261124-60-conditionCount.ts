/**
 * Items of each inspection by condition. On a server the engine itself keeps the numbers with every change of a row, whatever writes it; a desktop,
 * which holds one company, counts.
 */
export const name = '20261124-60-conditionCount';

const MEMBERS = '"installationInspectionItem"';
const KEY = '"installationInspectionId", "conditionId"';

/** A location counts once a condition was set on it (product decision 12). */
const COUNTS = '("item"."isLocation" = 0 or "row"."conditionId" is not null)';

/** The items of an inspection with a condition. @param rows the rows to count, named "row" @param sign 1 or -1 */
function counted(rows: string, sign = '1'): string {
  return `select "row"."installationInspectionId", coalesce("row"."conditionId", '') as "conditionId", ${sign} as "count"
    from ${rows} "row" inner join "item" on "item"."id" = "row"."itemId" where "row"."deletedAt" is null and ${COUNTS}`;
}

/** Adds numbers to those that are kept. */
function add(numbers: string): string {
  return `insert into "conditionCount" (${KEY}, "count")
    select ${KEY}, sum("count") from (${numbers}) as "numbers" where true group by ${KEY} having sum("count") <> 0 order by ${KEY}
    on conflict (${KEY}) do update set "count" = "conditionCount"."count" + excluded."count"`;
}

/** The rows of an item, as they counted with another value of `isLocation`, and as they count now. */
function recounted(sign: string, isLocation: string): string {
  return `select "installationInspectionId", coalesce("conditionId", '') as "conditionId", ${sign} as "count" from ${MEMBERS}
    where "itemId" = new."id" and "deletedAt" is null and (${isLocation} = 0 or "conditionId" is not null)`;
}

const MOVED = `${recounted('-1', 'old."isLocation"')} union all ${recounted('1', 'new."isLocation"')}`;

/** A row of a trigger as a table of one row. */
function one(row: 'old' | 'new'): string {
  const columns = ['installationInspectionId', 'itemId', 'conditionId', 'deletedAt'];
  return `(select ${columns.map((column) => `${row}."${column}" as "${column}"`).join(', ')})`;
}

const SQLITE = [
  `create trigger "conditionCount_inserted" after insert on ${MEMBERS} when new."deletedAt" is null
   begin ${add(counted(one('new')))}; end`,
  `create trigger "conditionCount_updated" after update of "conditionId", "deletedAt" on ${MEMBERS}
   when old."conditionId" is not new."conditionId" or (old."deletedAt" is null) <> (new."deletedAt" is null)
   begin ${add(`${counted(one('old'), '-1')} union all ${counted(one('new'))}`)}; end`,
  `create trigger "conditionCount_deleted" after delete on ${MEMBERS} when old."deletedAt" is null
   begin ${add(counted(one('old'), '-1'))}; end`,
  `create trigger "conditionCount_item" after insert on "item"
   begin ${add(recounted('1', 'new."isLocation"'))}; end`,
  `create trigger "conditionCount_location" after update of "isLocation" on "item" when old."isLocation" <> new."isLocation"
   begin ${add(MOVED)}; end`,
];

/** Each statement counts its rows together: one that writes thousands would otherwise leave as many versions of a number. */
function postgres(): string[] {
  const trigger = (title: string, body: string, when: string, each = 'statement'): string[] => [
    `create function "${title}"() returns trigger language plpgsql as $$ begin ${body}; return null; end $$`,
    `create trigger "${title}" after ${when} for each ${each} execute function "${title}"()`,
  ];
  const added = 'referencing new table as added';
  const removed = 'referencing old table as removed';
  const both = 'referencing old table as removed new table as added';
  const standing = `select "member"."installationInspectionId", coalesce("member"."conditionId", '') as "conditionId", 1 as "count"
    from added inner join ${MEMBERS} as "member" on "member"."itemId" = added."id"
    where "member"."deletedAt" is null and (added."isLocation" = 0 or "member"."conditionId" is not null)`;
  return [
    ...trigger('conditionCount_inserted', add(counted('added')), `insert on ${MEMBERS} ${added}`),
    ...trigger(
      'conditionCount_updated',
      add(`${counted('removed', '-1')} union all ${counted('added')}`),
      `update on ${MEMBERS} ${both}`,
    ),
    ...trigger('conditionCount_deleted', add(counted('removed', '-1')), `delete on ${MEMBERS} ${removed}`),
    ...trigger('conditionCount_item', add(standing), `insert on "item" ${added}`),
    ...trigger('conditionCount_location', add(MOVED), 'update of "isLocation" on "item"', 'row'),
  ];
}

/** The statements, in order. */
export function statements(engine: 'sqlite' | 'postgres', host: 'server' | 'device'): string[] {
  const all = counted(MEMBERS);
  if (host === 'device')
    return [
      `create view "conditionCount" as select ${KEY}, sum("count") as "count" from (${all}) as "numbers" group by ${KEY}`,
    ];
  return [
    `create table "conditionCount" (
      "installationInspectionId" text not null, "conditionId" text not null, "count" bigint not null, primary key (${KEY}))`,
    add(all),
    ...(engine === 'sqlite' ? SQLITE : postgres()),
  ];
}

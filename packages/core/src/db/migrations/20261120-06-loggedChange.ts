/** View of all changes for history and undo: the change log, and on a desktop the changes waiting to be sent as well. */
export const name = '20261120-06-loggedChange';

const COLUMNS = [
  'scopeId',
  'seq',
  'groupId',
  'userId',
  'tableName',
  'rowId',
  'op',
  'setJson',
  'oldJson',
  'lostJson',
  'historyJson',
  'itemId',
  'installationInspectionId',
  'editedAt',
];

/** Above every number a server gives, and exact in JavaScript with a million million changes on top. */
const ABOVE_ALL = 2 ** 52;

/** The statements, in order. */
export function statements(_engine: 'sqlite' | 'postgres', host: 'server' | 'device'): string[] {
  const logged = `select ${COLUMNS.map((column) => `"${column}"`).join(', ')} from "change"`;
  const own: Record<string, string> = {
    seq: `${ABOVE_ALL} + "n" as "seq"`,
    lostJson: 'null as "lostJson"',
    editedAt: '"at" as "editedAt"',
  };
  const waiting = `select ${COLUMNS.map((column) => own[column] ?? `"${column}"`).join(', ')} from "outbox"
    where "sentAt" is null and "op" <> 'noop'`;
  const view = host === 'server' ? logged : `${logged} union all ${waiting}`;
  return [
    ...(host === 'device' ? ['create index "outbox_item" on "outbox" ("itemId")'] : []),
    `create view "loggedChange" as ${view}`,
  ];
}

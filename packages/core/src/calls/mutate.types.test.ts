/** Type tests: each line under `@ts-expect-error` fails the type check when it compiles. */
import { expect, it } from 'vitest';
import type { WriteCtx } from './ctx.ts';
import type { Database } from '../db/schema.ts';

/** Never called: it is only compiled. */
export async function refusedByTheCompiler({ mutate, lookup }: WriteCtx, id: string): Promise<void> {
  await mutate('installationInspectionItem', { op: 'upd', id, set: { conditionId: null } });
  // @ts-expect-error a misspelt column
  await mutate('installationInspectionItem', { op: 'upd', id, set: { conditonId: null } });
  // @ts-expect-error a column of another type
  await mutate('installationInspectionItem', { op: 'upd', id, set: { conditionId: 42 } });
  // @ts-expect-error a column the id follows from
  await mutate('installationInspectionItem', { op: 'upd', id, set: { itemId: id } });
  // @ts-expect-error a column that never changes
  await mutate('note', { op: 'upd', id, set: { installationInspectionItemId: id } });
  // @ts-expect-error a row that lacks a column
  await mutate('note', { op: 'ins', id, set: { content: 'Paint is flaking.' } });
  // @ts-expect-error a new row without an id where none follows from its columns
  await mutate('note', { op: 'ins', set: { installationInspectionItemId: id, content: 'Paint is flaking.' } });
  // @ts-expect-error an id where it follows from the columns
  await mutate('companyInspection', { op: 'ins', id, set: { companyId: id, inspectionId: id } });
  // @ts-expect-error a deletion that names half of the key
  await mutate('companyInspection', { op: 'del', set: { companyId: id } });
  // @ts-expect-error a table that is not synced
  await mutate('user', { op: 'del', id });
  // @ts-expect-error an operation that does not exist
  await mutate('note', { op: 'delete', id });
  // @ts-expect-error a value of an enumeration that does not exist
  await mutate('item', { op: 'upd', id, set: { tagKind: 'barcode' } });
  // @ts-expect-error a boolean, which the databases keep as 0 and 1
  await mutate('itemType', { op: 'upd', id, set: { isLocation: true } });

  const row: Database['note'] = await mutate('note', { op: 'restore', id });
  // @ts-expect-error a misspelt column of the row that comes back
  void row.contents;
  // @ts-expect-error a misspelt column to look for
  await lookup.find('item', { installationID: id });
}

it('is typed by table and operation, as the compiler shows', () => {
  expect(refusedByTheCompiler).toBeTypeOf('function');
});

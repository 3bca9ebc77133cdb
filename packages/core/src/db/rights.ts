import type { TableRights } from '@holdfast/sync';

/** Rights of rows that only administrators write. */
export const ADMINISTERED: TableRights = {
  insert: 'administer',
  update: 'administer',
  delete: 'administer',
  restore: 'administer',
};

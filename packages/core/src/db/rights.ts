import type { TableRights } from '@holdfast/sync';

/** Rows that administrators shape and nobody else. */
export const ADMINISTERED: TableRights = {
  insert: 'administer',
  update: 'administer',
  delete: 'administer',
  restore: 'administer',
};

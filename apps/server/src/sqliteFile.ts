import { join } from 'node:path';

/** The SQLite file in a data folder. */
export function sqliteFile(dataFolder: string): string {
  return join(dataFolder, 'holdfast.db');
}

/** The cloud host, for those who start it from within another process: tests and benchmarks. */
export { type Config, readConfig } from './config.ts';
export { openDatabases } from './databases.ts';
export { type RunningServer, startServer } from './server.ts';
export { sqliteFile } from './sqliteFile.ts';
export { backUp, restore } from './backup/backup.ts';

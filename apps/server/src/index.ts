/** The cloud host, for those who start it from within another process: tests and benchmarks. */
export { type Config, ConfigError, readConfig, variables } from './config.ts';
export { type Databases, openDatabases, sqliteFile } from './databases.ts';
export { openLog } from './log.ts';
export { type RunningServer, startServer } from './server.ts';

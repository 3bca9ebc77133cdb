/** What happened: reading the change log as people do. */
export { inspectionItemHistory, valueLine } from './lines.ts';

/** RFID readers of the desktop. */
export { nearestTag, tagInWords, tagsRead, useTags } from './tagReads.ts';
export { useBulkScanning, useReaders, useScanning } from './useReaders.ts';

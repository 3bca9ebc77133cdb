/** RFID readers of the desktop and of the browser. */
export { nearestTag, tagInWords, tagsRead, useTags } from './tagReads.ts';
export { useKeyboardReader } from './useKeyboardReader.ts';
export { useBulkScanning, useReaders, useScanning } from './useReaders.ts';

/** Cells whose bytes are in files, read by the thread that prints. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Row } from '../data/types.ts';
import type { FileCell } from './renderMessages.ts';

/**
 * Number of bytes allocated at a time. The system releases all blocks of this size when the thread ends; memory of smaller allocations stays with
 * the process, hundreds of megabytes after a few reports with photos.
 */
const BLOCK_BYTES = 48 * 1024 * 1024;

/** Replaces cells that name a file by the bytes of the file; null for a missing file. */
export function fileReader(): (rows: readonly Row[]) => void {
  const bytesOf = reader();
  return (rows) => {
    for (const row of rows)
      if (Array.isArray(row)) for (const [i, cell] of row.entries()) if (isFile(cell)) row[i] = bytesOf(cell);
  };
}

function isFile(cell: unknown): cell is FileCell {
  return typeof cell === 'object' && cell !== null && 'file' in cell;
}

/** Reads files, one after the other into large blocks of memory. */
function reader(): (cell: FileCell) => Uint8Array | null {
  let block = new Uint8Array();
  let used = 0;
  return ({ file }) => {
    const handle = openOrNull(file);
    if (handle === null) return null;
    try {
      const { size } = fstatSync(handle);
      if (size > block.length - used) {
        block = new Uint8Array(Math.max(size, BLOCK_BYTES));
        used = 0;
      }
      const start = used;
      for (let read = -1; read !== 0 && used < start + size; used += read)
        read = readSync(handle, block, used, start + size - used, null);
      return block.subarray(start, used);
    } finally {
      closeSync(handle);
    }
  };
}

function openOrNull(file: string): number | null {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

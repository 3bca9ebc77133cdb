/** A fault planted into the sources while they are loaded. The stories of photos and files must find every one. */
export interface ContentFault {
  name: string;
  /** A seed that finds the fault. */
  foundAt: number;
  /** Path from the root of the repository. */
  file: string;
  find: string;
  replace: string;
}

const QUEUE = 'packages/device/src/contents/blobQueue.ts';
const BLOBS = 'packages/device/src/contents/blobs.ts';

/** The planted faults by name. */
export const contentFaults: readonly ContentFault[] = [
  {
    name: 'a full sync removes damaged contents that were never sent',
    foundAt: 18,
    file: BLOBS,
    find: '} else await quarantine(write, blob);',
    replace: '} else await forget(write, blobs, blob);',
  },
  {
    name: 'contents that the server found damaged are not sent again',
    foundAt: 2,
    file: QUEUE,
    find: 'if (here === undefined) continue;',
    replace: 'if (here === undefined || sha256.length > 0) continue;',
  },
  {
    name: 'contents are not offered again to a restored server',
    foundAt: 1,
    file: 'packages/device/src/runs/runner.ts',
    find: 'again: full || epoch !== null,',
    replace: 'again: full,',
  },
  {
    name: 'contents of refused changes are removed when the server had them',
    foundAt: 3,
    file: 'packages/device/src/runs/runner.ts',
    find: 'await keepContentsWithoutRow(write);\n      await keepContentsSetAside(write);',
    replace: ';',
  },
  {
    name: 'contents that a restored server may lack are removed with their rows',
    foundAt: 10,
    file: 'packages/device/src/runs/runner.ts',
    find: 'await keepContentsWithoutRow(write);',
    replace: ';',
  },
  {
    name: 'a replacement takes no place',
    foundAt: 1,
    file: 'packages/device/src/contents/damagedContents.ts',
    find: 'await putInPlace(ctx, medium, { ...edit, ...stored, filename: baseName(filename) });',
    replace: 'await removeDamaged(ctx.local, { scopeId, sha256 });',
  },
];

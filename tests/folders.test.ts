import { describe, expect, it } from 'vitest';
import { crowdedFolders, FOLDER_LIMIT, sourceFiles } from '../scripts/checks/folders.mjs';

describe('the size of folders', () => {
  const filesOf = (folder: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${folder}/file${index}.ts`);

  it('is at most the limit, without what lies in subfolders', () => {
    const files = [...filesOf('packages/a/src', FOLDER_LIMIT), ...filesOf('packages/a/src/deeper', FOLDER_LIMIT)];
    expect(crowdedFolders(files)).toEqual([]);
  });

  it('is refused with the folder and its count when one file is too many', () => {
    const files = [...filesOf('packages/a/src/calls', FOLDER_LIMIT + 1), 'packages/a/src/index.ts'];
    expect(crowdedFolders(files)).toEqual([{ folder: 'packages/a/src/calls', files: FOLDER_LIMIT + 1 }]);
  });

  it('is counted over the sources of every package and application, styles and tests included', () => {
    const files = sourceFiles();
    expect(files).toContain('packages/core/src/calls/dispatch.test.ts');
    expect(files).toContain('apps/web/src/ui/dialogs/Dialog.module.css');
    expect(files.filter((file) => file.includes('node_modules'))).toEqual([]);
  });
});

import { readCoverage, readFontNames, readFrom } from '../text/sfnt.ts';
import type { FontSource } from '../text/index.ts';

/** The faces in font files that are in memory; a file that is not a font has none. */
export function facesInFiles(files: readonly { readonly name: string; readonly bytes: Uint8Array }[]): FontSource[] {
  return files.flatMap(({ name, bytes }) =>
    readFontNames(readFrom(bytes)).map((face) => {
      let coverage: ((codePoint: number) => boolean) | undefined;
      const covers = (codePoint: number): boolean => {
        coverage ??= readCoverage(readFrom(bytes), face.directory);
        return coverage(codePoint);
      };
      return { ...face, name, bytes: () => bytes, covers };
    }),
  );
}

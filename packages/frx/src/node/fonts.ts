/** Font files on this machine: the set that is part of the package, folders given by the caller, and installed fonts. */
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import { createFonts } from '../text/index.ts';
import { readCoverage, readFontNames } from '../text/sfnt.ts';
import type { ReadBytes } from '../text/sfnt.ts';
import type { AdvanceTable, FontSource, Fonts } from '../text/types.ts';
import { SHIPPED } from './shippedFonts.ts';

const FONT_FILE = /\.(?:ttf|otf|ttc|otc)$/i;
const DEEPEST = 6;
const MAX_FILES = 20_000;

/** Returns the folders in which operating systems keep fonts. */
function installedFolders(): string[] {
  const home = homedir();
  if (platform() === 'win32') {
    const windows = process.env['WINDIR'] ?? 'C:\\Windows';
    return [join(windows, 'Fonts'), join(home, 'AppData', 'Local', 'Microsoft', 'Windows', 'Fonts')];
  }
  if (platform() === 'darwin') return ['/System/Library/Fonts', '/Library/Fonts', join(home, 'Library', 'Fonts')];
  return ['/usr/share/fonts', '/usr/local/share/fonts', join(home, '.local', 'share', 'fonts'), join(home, '.fonts')];
}

function* filesBelow(folder: string, depth = 0): Generator<string> {
  if (depth > DEEPEST || !existsSync(folder)) return;
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path, depth + 1);
    else if (FONT_FILE.test(entry.name)) yield path;
  }
}

/** Reads ranges of an open file. */
function readFromFile(file: number): ReadBytes {
  const size = fstatSync(file).size;
  return (offset, length) => {
    const wanted = Math.max(0, Math.min(length, size - offset));
    const buffer = new Uint8Array(wanted);
    const got = readSync(file, buffer, 0, wanted, offset);
    return new DataView(buffer.buffer, 0, got);
  };
}

/** Returns the coverage of a face, empty when its file can no longer be read. */
function coverageOf(path: string, directory: number): (codePoint: number) => boolean {
  try {
    const file = openSync(path, 'r');
    try {
      return readCoverage(readFromFile(file), directory);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && 'code' in error)) return () => false;
    throw error;
  }
}

/** The faces in one file; none when it is not a font or cannot be read. */
function facesOf(path: string): FontSource[] {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = onFirstUse(() => readFileSync(path));
      return readFontNames(readFromFile(file)).map((face) => {
        const coverage = onFirstUse(() => coverageOf(path, face.directory));
        return { ...face, name: path, bytes, covers: (codePoint) => coverage()(codePoint) };
      });
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return [];
    throw error;
  }
}

function onFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Faces of all font files in these folders and below, in order of folder and name. */
export function fontsInFolders(folders: readonly string[]): FontSource[] {
  const faces: FontSource[] = [];
  let files = 0;
  for (const folder of folders) {
    for (const path of filesBelow(folder)) {
      if (++files > MAX_FILES) return faces;
      faces.push(...facesOf(path));
    }
  }
  return faces;
}

interface TableFile {
  readonly faces: readonly (Omit<AdvanceTable, 'advances'> & { readonly runs: readonly (readonly number[])[] })[];
}

/** Tables of advances that are part of the package. */
function shippedTables(): AdvanceTable[] {
  return ['tahoma.json', 'arialNarrow.json'].flatMap((name) => {
    const file = JSON.parse(readFileSync(join(SHIPPED, name), 'utf8')) as TableFile;
    return file.faces.map(({ runs, ...face }) => ({
      ...face,
      advances: new Map(
        runs.flatMap(([first = 0, ...advances]) =>
          advances.map((advance, index): [number, number] => [first + index, advance]),
        ),
      ),
    }));
  });
}

/** Selects the fonts of a report. */
export interface FontChoice {
  /** Folders that are searched before everything else. */
  readonly folders?: readonly string[] | undefined;
  /** Use the fonts installed on this machine; without them the result is the same on every machine. Default true. */
  readonly installed?: boolean | undefined;
}

/**
 * The fonts of this machine. A family is taken from the given folders, then from the set of the package, so that its
 * substitutes are the same everywhere, then from the installed fonts.
 */
export function loadFonts(choice: FontChoice = {}): Fonts {
  const given = fontsInFolders(choice.folders ?? []);
  const installed = choice.installed === false ? [] : fontsInFolders(installedFolders());
  return createFonts([...given, ...fontsInFolders([SHIPPED]), ...installed], shippedTables());
}

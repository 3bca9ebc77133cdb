/** Archives of the report corpus: the files of one kind by name, as one JSON object, compressed with Brotli. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';

/** Contents by file name. */
export type Files = ReadonlyMap<string, string>;

/** The folder of the archives. */
export const CORPUS = fileURLToPath(new URL('../../../corpus/', import.meta.url));

const LAYOUT_SUFFIX = '.layout.json.gz';

/** Reads an archive of the corpus, for example `probes`. */
export function readArchive(kind: string): Files {
  const bytes = brotliDecompressSync(readFileSync(join(CORPUS, `${kind}.json.br`)));
  return new Map(Object.entries(JSON.parse(bytes.toString('utf8')) as Record<string, string>));
}

/** The bytes of an archive; the same files give the same bytes. */
export function archiveOf(files: Files): Uint8Array {
  const json = Buffer.from(JSON.stringify(Object.fromEntries([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)))));
  return brotliCompressSync(json, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: json.length,
    },
  });
}

/** Reads the text files of a folder; unpacks `*.layout.json.gz`, leaves out pictures. */
export function readFolder(folder: string): Files {
  const files = new Map<string, string>();
  for (const name of readdirSync(folder).toSorted()) {
    const bytes = (): Buffer => readFileSync(join(folder, name));
    if (name.endsWith(LAYOUT_SUFFIX))
      files.set(
        name.slice(0, -'.gz'.length),
        JSON.stringify(JSON.parse(withoutMark(gunzipSync(bytes()).toString('utf8')))),
      );
    else if (/\.(?:frx|json|txt|xml|tsv)$/.test(name)) files.set(name, bytes().toString('utf8'));
  }
  return files;
}

/** A text without its byte order mark. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/u, '');
}

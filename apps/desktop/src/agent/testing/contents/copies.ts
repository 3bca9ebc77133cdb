/** The copies of photos and files on a server and its desktops. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blobFile } from '@holdfast/host';

/** A photo or file that a person added. */
export interface Content {
  scopeId: string;
  sha256: string;
  name: string;
  /** True when another content was sent in its place. */
  isGivenUp: boolean;
}

/** Places that have a content undamaged, and places that have it damaged, as its file or set aside. */
export interface Copies {
  whole: readonly string[];
  damaged: readonly string[];
}

/** Returns the file of a content in a data folder. */
export function fileOf(folder: string, { scopeId, sha256 }: Content): string {
  return blobFile(join(folder, 'blobs'), scopeId, sha256);
}

/** Looks for the copies of a content. @param folders data folders by name; `server` is one of them */
export async function copiesOf(folders: ReadonlyMap<string, string>, content: Content): Promise<Copies> {
  const whole: string[] = [];
  const damaged: string[] = [];
  for (const [name, folder] of folders) {
    const aside = join(folder, 'blobs', '.damaged', `${content.scopeId}.${content.sha256}`);
    for (const file of [fileOf(folder, content), aside]) {
      const bytes = await readFile(file).catch(() => null);
      if (bytes === null) continue;
      const isWhole = createHash('sha256').update(bytes).digest('hex') === content.sha256;
      (isWhole ? whole : damaged).push(name);
    }
  }
  return { whole, damaged };
}

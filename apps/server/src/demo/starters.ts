/** The setups that come with Holdfast. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Ports } from '@holdfast/core';

const ENDING = '.holdfast.json';
/** Folder of the setups. The demo uses the same inspection types. */
const STARTERS = fileURLToPath(new URL('../../../../packages/demo/starters/', import.meta.url));

/** Reads the setups of a folder at the first request. */
export function startersIn(folder = STARTERS): Ports['starters'] {
  let known: Promise<ReadonlyMap<string, string>> | null = null;
  return {
    all() {
      known ??= readAll(folder).catch((error: unknown) => {
        known = null;
        throw error;
      });
      return known;
    },
  };
}

async function readAll(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ENDING)).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return new Map(names.map((name, place) => [name.slice(0, -ENDING.length), texts[place]!]));
}

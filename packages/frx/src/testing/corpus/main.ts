/**
 * Compares the report corpus with the reference engine: `npm run corpus`. Names of archives select some; a folder of templates with their
 * `.layout.json.gz` is compared instead of the corpus.
 *   --update           removes cases that no longer differ from the list of known differences
 *   --accept           replaces the list by the current differences
 *   --unpack <folder>  unpacks each archive into a folder
 *   --pack <folder>    creates archives from such folders
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { archiveOf, CORPUS, readArchive, readFolder } from './archive.ts';
import { casesOf, KINDS, type Kind, KNOWN, type KnownDifferences, knownText, readKnown } from './run.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    update: { type: 'boolean', default: false },
    accept: { type: 'boolean', default: false },
    unpack: { type: 'string' },
    pack: { type: 'string' },
  },
});

const print = (line: string): void => void process.stdout.write(`${line}\n`);

if (values.unpack !== undefined) unpack(values.unpack);
else if (values.pack !== undefined) pack(values.pack);
else await compare();

async function compare(): Promise<void> {
  const folders = positionals.filter((name) => !isKind(name));
  const missing = folders.filter((folder) => !existsSync(folder));
  if (missing.length > 0) throw new Error(`${missing.join(', ')}: neither an archive of the corpus nor a folder`);
  const kinds = positionals.length === 0 ? [...KINDS] : positionals.filter(isKind);
  const known = readKnown();
  const next: KnownDifferences = { ...known };
  let unknown = 0;
  for (const [title, kind, files] of [
    ...kinds.map((each) => [each, each, readArchive(each)] as const),
    ...folders.map((folder) => [folder, null, readFolder(folder)] as const),
  ]) {
    const cases = casesOf(kind ?? 'probes', files);
    const listed = new Set(kind === null ? [] : known[kind]);
    const differing: string[] = [];
    for (const { name, run } of cases) {
      const found = await run();
      if (found === null) {
        if (listed.has(name)) print(`  ${title}/${name}: no longer differs`);
        continue;
      }
      differing.push(name);
      const isNew = kind !== null && !listed.has(name);
      if (isNew) unknown += 1;
      print(`  ${title}/${name}: ${isNew ? 'NOT KNOWN: ' : ''}${JSON.stringify(found.deviation)}`);
      for (const detail of found.details) print(`      ${detail}`);
    }
    if (kind !== null) next[kind] = values.accept ? differing : differing.filter((name) => listed.has(name));
    print(`${title}: ${cases.length - differing.length} of ${cases.length} as the reference\n`);
  }
  if (values.update || values.accept) writeFileSync(KNOWN, knownText(next));
  if (unknown > 0 && !values.accept) {
    print(`${unknown} differ and are not known to.`);
    process.exitCode = 1;
  }
}

function isKind(name: string): name is Kind {
  return (KINDS as readonly string[]).includes(name);
}

function unpack(folder: string): void {
  for (const archive of readdirSync(CORPUS).filter((file) => file.endsWith('.json.br'))) {
    const kind = archive.slice(0, -'.json.br'.length);
    const target = resolve(folder, kind);
    mkdirSync(target, { recursive: true });
    for (const [name, text] of readArchive(kind)) writeFileSync(join(target, name), text);
  }
}

function pack(folder: string): void {
  for (const kind of readdirSync(folder))
    writeFileSync(join(CORPUS, `${kind}.json.br`), archiveOf(readFolder(join(folder, kind))));
}

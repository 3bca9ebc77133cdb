/** Runs the corpus and compares the output with the results of the reference engine. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageJson } from '../../export/layout.ts';
import { type DataSet, prepare, readTemplate, ReportError, readXmlDataSet } from '../../index.ts';
import { loadFonts } from '../../node/fonts.ts';
import { describeImage } from '../../text/index.ts';
import { CORPUS, type Files, readArchive } from './archive.ts';
import { type Difference, difference, type Layout } from './compare.ts';

/** Archives of templates with the pages of the reference. */
export const PAGED = ['probes', 'minimal', 'field', 'generated', 'documents'] as const;
/** Archives of cases whose reference result is pages, an error, or the result of a script. */
export const KINDS = [...PAGED, 'errors', 'scripts'] as const;
/** Name of an archive. */
export type Kind = (typeof KINDS)[number];

/** Deviation of a case: as numbers, or as a sentence. */
type Deviation = Difference | string;
/** Names of the cases that are known to differ, by archive. */
export type KnownDifferences = Partial<Record<Kind, readonly string[]>>;

/** A case of the corpus. */
export interface Case {
  readonly name: string;
  /** Runs the case. @returns the deviation from the reference, with readable details; null when there is none */
  run(): Promise<{ deviation: Deviation; details: readonly string[] } | null>;
}

/** A script with the result of its function `F` in .NET. */
interface ScriptCase {
  readonly name: string;
  readonly members: string;
  readonly result: string;
}

/** Maximum number of pages that the reference keeps, and the time of its printing. */
const KEPT_PAGES = 200;
const NOW = Date.UTC(2026, 0, 15, 12);
/** Path of the list of known differences. */
export const KNOWN = join(CORPUS, 'known-differences.json');

/** The cases of an archive, or of a folder with the same structure. */
export function casesOf(kind: Kind, files: Files = readArchive(kind)): Case[] {
  if (kind === 'scripts')
    return (JSON.parse(files.get('cases.json')!) as ScriptCase[]).map((script) => ({
      name: script.name,
      run: () => runScript(script),
    }));
  const suffix = kind === 'errors' ? '.error.txt' : '.layout.json';
  return [...files.keys()]
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length))
    .map((name) => ({ name, run: () => (kind === 'errors' ? runFailing(files, name) : runPaged(files, name)) }));
}

async function runPaged(files: Files, name: string): ReturnType<Case['run']> {
  const expected = JSON.parse(files.get(`${name}.layout.json`)!) as Layout;
  try {
    const { layout } = await print(files.get(`${name}.frx`)!, files);
    const found = difference(expected, layout);
    return found && { deviation: found.counts, details: found.first };
  } catch (error) {
    return { deviation: 'does not print', details: [String(error)] };
  }
}

/** Runs a case at which the reference stops, as a run with `stopOnError` must. */
async function runFailing(files: Files, name: string): ReturnType<Case['run']> {
  try {
    await print(files.get(`${name}.frx`)!, files, true);
  } catch (error) {
    if (error instanceof ReportError) return null;
    throw error;
  }
  return { deviation: 'prints without an error', details: [files.get(`${name}.error.txt`)!] };
}

async function runScript({ members, result }: ScriptCase): ReturnType<Case['run']> {
  const script = `using System;using System.Collections;using System.Collections.Generic;using System.Linq;using System.Text;using System.Globalization;
    namespace FastReport { public class ReportScript { ${members} } }`;
  const template = `<Report ScriptLanguage="CSharp"><ScriptText>${escaped(script)}</ScriptText><ReportPage Name="P"><DataBand Name="D" Width="718" Height="20">
    <TextObject Name="T" Width="700" Height="18" WordWrap="false" Text="[F()]"/></DataBand></ReportPage></Report>`;
  let text: string;
  try {
    text = (await print(template, new Map())).layout.pages[0]?.objects?.[0]?.children?.[0]?.text ?? '';
  } catch (error) {
    return { deviation: 'does not run', details: [String(error)] };
  }
  return text === result ? null : { deviation: 'another result', details: [`${text} instead of ${result}`] };
}

async function print(template: string, files: Files, stopOnError = false): Promise<{ layout: Layout }> {
  const read = readTemplate(Buffer.from(template), {
    baseReport: (name) => (files.has(name) ? Buffer.from(files.get(name)!) : undefined),
  });
  const report = prepare(read, dataSets(), { fonts: fonts(), describeImage, now: () => NOW, stopOnError });
  const pages: object[] = [];
  for await (const page of report.pages)
    pages.push(pages.length < KEPT_PAGES ? (pageJson(page) as object) : { objects: [] });
  return { layout: { pages } };
}

const fonts = once(() => loadFonts());
const dataSets = once((): DataSet[] => {
  const data = readArchive('data');
  return Object.entries({ nwind: 'NorthWind', micro: 'Micro', field: 'Field' }).map(([file, name]) => ({
    name,
    tables: readXmlDataSet(Buffer.from(data.get(`${file}.xml`)!)),
  }));
});

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Reads the list of known differences. */
export function readKnown(): KnownDifferences {
  return JSON.parse(readFileSync(KNOWN, 'utf8')) as KnownDifferences;
}

/** The contents of the list file: sorted, one line for each case, without empty archives. */
export function knownText(known: KnownDifferences): string {
  const kinds = KINDS.flatMap((kind) => {
    const names = [...(known[kind] ?? [])].toSorted();
    return names.length === 0 ? [] : [[kind, names] as const];
  });
  return `${JSON.stringify(Object.fromEntries(kinds), null, 2)}\n`;
}

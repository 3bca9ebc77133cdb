#!/usr/bin/env node
/** Prints templates from the command line: `frx pdf TEMPLATE --data NAME=FILE -o OUT`. */
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { checkTemplate } from './check.ts';
import { readCsv } from './data/csv.ts';
import { readJson } from './data/json.ts';
import type { DataSet, DataTable } from './data/types.ts';
import { readXmlDataSet } from './data/xml.ts';
import { exportReport, FORMATS } from './node/exportReport.ts';
import type { Format } from './node/exportReport.ts';
import { loadFonts } from './node/fonts.ts';
import { keepMemorySmall } from './node/memory.ts';
import { LimitError } from './limits.ts';
import type { Warning } from './page.ts';
import { prepare } from './prepare.ts';
import type { PreparedReport } from './prepare.ts';
import { readTemplate } from './template/read.ts';
import type { Template, TemplateObject } from './template/model.ts';
import { parseFont } from './template/properties.ts';
import { describeImage } from './text/index.ts';
import type { Fonts } from './text/index.ts';

const USAGE = `usage: frx layout|pdf|png|html|xlsx|docx|csv TEMPLATE --data NAME=FILE … -o OUT
       frx check TEMPLATE [--data NAME=FILE …]

TEMPLATE  a .frx file, or a folder of them; OUT is then a folder, and a report that fails does not stop the others
--data    a data set and its file: .xml (data set of .NET), .json or .csv; may be given several times
--fonts   a folder of font files to use before the installed ones; may be given several times
--shipped-fonts   use only the given folders and the fonts that come with frx, so that every machine prints the same
--now     what the clock shows: 2026-01-15T12:00:00
--culture name of the culture, default en-US
--param   NAME=VALUE, a report parameter; may be given several times
--archival        PDF/A-2b
`;

interface Settings {
  readonly dataSets: readonly DataSet[];
  readonly fonts: Fonts;
  readonly now: Date;
  readonly culture: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly archival: boolean;
}

const OPTIONS = {
  data: { type: 'string', multiple: true },
  fonts: { type: 'string', multiple: true },
  'shipped-fonts': { type: 'boolean' },
  now: { type: 'string' },
  culture: { type: 'string' },
  param: { type: 'string', multiple: true },
  archival: { type: 'boolean' },
  out: { type: 'string', short: 'o' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The command line is invalid. */
class UsageError extends Error {}

function pairs(given: readonly string[] | undefined, option: string): [string, string][] {
  return (given ?? []).map((pair) => {
    const at = pair.indexOf('=');
    if (at <= 0) throw new UsageError(`--${option} wants NAME=VALUE, not "${pair}".`);
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
}

/** Parses a moment; one without a zone is in UTC, as the report's own calendar is. */
function momentOf(text: string | undefined): Date {
  if (text === undefined) {
    const now = new Date();
    return new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  }
  const moment = new Date(
    /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text.includes('T') ? text : `${text}T00:00:00`}Z`,
  );
  if (Number.isNaN(moment.getTime()))
    throw new UsageError(`--now wants a moment like 2026-01-15T12:00:00, not "${text}".`);
  return moment;
}

async function readTables(name: string, path: string): Promise<readonly DataTable[]> {
  const bytes = await readFile(path);
  const ending = extname(path).toLowerCase();
  if (ending === '.json') return readJson(name, bytes);
  return ending === '.csv' ? [readCsv(name, bytes)] : readXmlDataSet(bytes);
}

async function readTemplateFile(path: string): Promise<Template> {
  const baseReport = (name: string): Uint8Array | undefined => {
    try {
      return readFileSync(join(dirname(path), basename(name.replaceAll('\\', '/'))));
    } catch {
      return undefined;
    }
  };
  return readTemplate(await readFile(path), { baseReport });
}

/** Requests every font that a template names, so that substitutes are reported even where no text is measured. */
function requestFonts(object: TemplateObject, fonts: Fonts): void {
  for (const [name, value] of object.attributes)
    if (name === 'Font' || name.endsWith('.Font')) fonts.face(parseFont(value));
  for (const child of object.children) requestFonts(child, fonts);
}

function start(template: Template, settings: Settings): PreparedReport {
  const { dataSets, culture, parameters, now } = settings;
  requestFonts(template.root, settings.fonts);
  return prepare(template, dataSets, {
    fonts: settings.fonts,
    describeImage,
    culture,
    parameters,
    now: () => now.getTime(),
  });
}

/** The message of an error; for a limit with the object at which it was reached. */
function messageOf(error: unknown): string {
  if (error instanceof LimitError && error.object !== undefined)
    return `${error.message} It ended at ${error.object}, line ${String(error.line)}.`;
  return error instanceof Error ? error.message : String(error);
}

function log(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Writes to a temporary name and renames the file when it is complete. */
async function writeAtomically(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const unfinished = `${path}.part`;
  try {
    await pipeline(content, createWriteStream(unfinished));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** `line 12, Text5: `, or the known part of it. */
function prefixOf({ line, object }: Warning): string {
  const parts = [line === undefined ? '' : `line ${line}`, object ?? ''].filter((part) => part !== '');
  return parts.length === 0 ? '' : `${parts.join(', ')}: `;
}

async function printOne(path: string, format: Format, base: string, settings: Settings): Promise<void> {
  const template = await readTemplateFile(path);
  const report = start(template, settings);
  const title = template.root.attributes.get('ReportInfo.Name') ?? basename(path, extname(path));
  const language = settings.culture;
  for await (const file of exportReport(report, format, { ...settings, title, language })) {
    await writeAtomically(base + file.ending, file.content);
  }
  const name = basename(path);
  for (const warning of report.warnings()) log(`${name}: ${prefixOf(warning)}${warning.message}`);
  for (const { family, used, quality } of report.substitutions())
    if (quality === 'near') log(`${name}: ${family} is replaced by ${used}; lines may break elsewhere.`);
}

/** Prints every template of a folder; returns the number of failures. */
async function printFolder(folder: string, format: Format, out: string, settings: Settings): Promise<number> {
  await mkdir(out, { recursive: true });
  const names = (await readdir(folder)).filter((name) => name.toLowerCase().endsWith('.frx')).toSorted();
  let failed = 0;
  for (const name of names) {
    try {
      await printOne(join(folder, name), format, join(out, name.slice(0, -4)), {
        ...settings,
        fonts: settings.fonts.again(),
      });
    } catch (error) {
      failed++;
      log(`${name}: ${messageOf(error)}`);
    }
  }
  return failed;
}

/** Prints the findings about a template; with data, the report is also run and its pages are discarded. */
async function check(path: string, settings: Settings): Promise<number> {
  const { dataSets, fonts, culture, parameters, now } = settings;
  const findings = await checkTemplate(await readTemplateFile(path), dataSets, {
    fonts,
    describeImage,
    culture,
    parameters,
    now: () => now.getTime(),
    pages: dataSets.length === 0 ? 0 : undefined,
  });
  const lines = findings.map(({ message, line }) => (line === undefined ? message : `line ${line}: ${message}`));
  process.stdout.write(lines.length === 0 ? 'Nothing to report.\n' : `${lines.join('\n')}\n`);
  return findings.some(({ kind }) => kind !== 'font') ? 1 : 0;
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const [command, path] = positionals;
  if (values.help === true || command === undefined || path === undefined) {
    process.stdout.write(USAGE);
    return values.help === true ? 0 : 2;
  }
  const dataSets: DataSet[] = [];
  for (const [name, file] of pairs(values.data, 'data')) dataSets.push({ name, tables: await readTables(name, file) });
  const settings: Settings = {
    dataSets,
    fonts: loadFonts({ folders: values.fonts, installed: values['shipped-fonts'] !== true }),
    now: momentOf(values.now),
    culture: values.culture ?? 'en-US',
    parameters: Object.fromEntries(pairs(values.param, 'param')),
    archival: values.archival ?? false,
  };
  if (command === 'check') return check(path, settings);
  const format = FORMATS.find((name) => name === command);
  if (format === undefined) throw new UsageError(`There is no command "${command}".`);
  if (values.out === undefined) throw new UsageError('Name the output with -o.');
  if ((await stat(path)).isDirectory()) return (await printFolder(path, format, values.out, settings)) === 0 ? 0 : 1;
  const ending = format === 'layout' ? '.layout.json' : `.${format}`;
  const base = values.out.toLowerCase().endsWith(ending) ? values.out.slice(0, -ending.length) : values.out;
  await printOne(path, format, base, settings);
  return 0;
}

keepMemorySmall();
try {
  process.exitCode = await run();
} catch (error) {
  const usage = error instanceof UsageError || (error instanceof TypeError && 'code' in error);
  log(messageOf(error));
  if (usage) log(USAGE);
  process.exitCode = usage ? 2 : 1;
}

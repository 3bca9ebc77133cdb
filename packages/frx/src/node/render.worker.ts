/** The thread or process that checks and prints reports, one after the other. */
import { type FileHandle, open } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { checkTemplate } from '../check.ts';
import type { DataSet, Row } from '../data/types.ts';
import { prepare } from '../prepare.ts';
import type { Template, TemplateObject } from '../template/model.ts';
import { readTemplate } from '../template/read.ts';
import { describeImage } from '../text/index.ts';
import type { Fonts } from '../text/index.ts';
import { exportReport } from './exportReport.ts';
import { fileReader } from './fileCells.ts';
import { type FontChoice, loadFonts } from './fonts.ts';
import type { CheckOrder, DataSetShape, FromRenderer, RenderOrder, ToRenderer } from './renderMessages.ts';

if (parentPort === null && process.send === undefined)
  throw new Error('This module prints reports inside a worker thread or a child process.');

function post(message: FromRenderer): void {
  if (parentPort === null) process.send!(message);
  else parentPort.postMessage(message, []);
}

/** How many pieces may be under way to the host: it reads one while the next is made. */
const AHEAD = 4;

/** A report that is printed. */
class Printing {
  readonly #order: RenderOrder;
  readonly #gathered: Row[][] = [];
  readonly #complete = Promise.withResolvers<void>();
  readonly #readFiles = fileReader();
  #underWay = 0;
  #goOn = (): void => undefined;

  constructor(order: RenderOrder) {
    this.#order = order;
    // A failure before the rows are waited for is reported by `print`.
    this.#complete.promise.catch(() => undefined);
  }

  addRows(table: number, rows: readonly Row[]): void {
    try {
      this.#readFiles(rows);
      (this.#gathered[table] ??= []).push(...rows);
    } catch (error) {
      this.#complete.reject(error);
    }
  }

  complete(): void {
    this.#complete.resolve();
  }

  taken(): void {
    this.#underWay -= 1;
    this.#goOn();
  }

  async print(): Promise<void> {
    const { request, into } = this.#order;
    const { format, now, culture = 'en-US', title, parameters, limits, archival } = request;
    const template = readTemplate(request.template, { limits });
    post({ kind: 'mentions', words: mentionedIn(template, request.dataSets) });
    const fonts = fontsFor(request.fonts);
    await this.#complete.promise;
    const report = prepare(template, this.#dataSets(), {
      fonts,
      describeImage,
      culture,
      parameters,
      limits,
      now: () => now,
      onProgress: ({ pass, pages }) => post({ kind: 'progress', pass, pages }),
    });
    const settings = { fonts, now: new Date(now), title, language: culture, archival, pixels: limits?.pixels };
    for await (const { ending, content } of exportReport(report, format, settings)) {
      post({ kind: 'file', ending });
      if (into === undefined) await this.#hand(content);
      else await write(content, into);
      if (into !== undefined) break;
    }
    post({ kind: 'done', warnings: report.warnings(), substitutions: report.substitutions() });
  }

  /** The data sets of the order with the rows that followed it. */
  #dataSets(): DataSet[] {
    let index = 0;
    return this.#order.request.dataSets.map(({ name, tables }) => ({
      name,
      tables: tables.map((table) => ({ ...table, rows: this.#gathered[index++] ?? [] })),
    }));
  }

  async #hand(content: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const piece of content) {
      await this.#untilTaken();
      this.#underWay += 1;
      // Of a view of something larger everything would be copied.
      const bytes = piece.length === piece.buffer.byteLength ? piece : piece.slice();
      post({ kind: 'bytes', bytes });
    }
  }

  /** Waits while the host has too much to take, so that pages are not made faster than they are read. */
  async #untilTaken(): Promise<void> {
    if (this.#underWay < AHEAD) return;
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
    });
  }
}

/** How much is written at a time. */
const PIECE_BYTES = 512 * 1024;

/** Writes a file; what there is of it is written while more is made. */
async function write(content: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    let waiting: Uint8Array[] = [];
    let bytes = 0;
    let written = Promise.resolve();
    for await (const piece of content) {
      waiting.push(piece);
      bytes += piece.length;
      if (bytes < PIECE_BYTES) continue;
      await written;
      written = writeAll(file, waiting);
      // Awaited with the next page or the end; until then a failure would count as unhandled.
      written.catch(() => undefined);
      waiting = [];
      bytes = 0;
    }
    await written;
    await writeAll(file, waiting);
  } finally {
    await file.close();
  }
}

/** Writes pieces at once, and what a full disk left of them in the end, so that its error is thrown. */
async function writeAll(file: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  let { bytesWritten } = await file.writev(pieces);
  for (const piece of pieces) {
    if (bytesWritten < piece.length) await file.writeFile(piece.subarray(bytesWritten));
    bytesWritten = Math.max(0, bytesWritten - piece.length);
  }
}

async function check({ template: bytes, dataSets, limits, fonts: choice }: CheckOrder): Promise<void> {
  const template = readTemplate(bytes, { limits });
  const tables = dataSets.map((set) => ({ ...set, tables: set.tables.map((table) => ({ ...table, rows: [] })) }));
  const findings = await checkTemplate(template, tables, {
    fonts: fontsFor(choice),
    describeImage,
    now: () => 0,
    limits,
    pages: 0,
  });
  post({ kind: 'checked', findings });
}

let loaded: { readonly choice: string; readonly fonts: Fonts } | undefined;

/** Fonts are read once for all runs. */
function fontsFor(choice: FontChoice | undefined): Fonts {
  const key = JSON.stringify(choice ?? {});
  if (loaded?.choice !== key) loaded = { choice: key, fonts: loadFonts(choice) };
  return loaded.fonts.anew();
}

/** Names of tables, and of columns as `Table.Column`, that occur in a template. */
function mentionedIn(template: Template, dataSets: readonly DataSetShape[]): Set<string> {
  const text = textOf(template);
  const words = dataSets.flatMap(({ tables }) =>
    tables.flatMap(({ name, columns = [] }) => [name, ...columns.map((column) => `${name}.${column.name}`)]),
  );
  return new Set(words.filter((word) => text.includes(word)));
}

/** Everything a template says, in one text. */
function textOf({ root, script }: Template): string {
  const words = [script];
  const waiting: TemplateObject[] = [root];
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    words.push(...object.attributes.values(), object.text);
    waiting.push(...object.children);
  }
  return words.join('\n');
}

let printing: Printing | undefined;

async function execute(order: RenderOrder | CheckOrder): Promise<void> {
  try {
    if (order.kind === 'check') await check(order);
    else {
      // A thread has a priority of its own on Linux alone; elsewhere it would be that of the whole process.
      if (order.background && (parentPort === null || process.platform === 'linux'))
        setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
      printing = new Printing(order);
      await printing.print();
    }
  } catch (error) {
    fail(error);
  } finally {
    printing = undefined;
    parentPort?.close();
  }
}

function fail(error: unknown): void {
  const failure = error instanceof Error ? error : new Error(String(error));
  const line = 'line' in failure && typeof failure.line === 'number' ? failure.line : undefined;
  const object = 'object' in failure && typeof failure.object === 'string' ? failure.object : undefined;
  post({ kind: 'failed', name: failure.name, message: failure.message, line, object });
}

function take(message: ToRenderer): void {
  switch (message.kind) {
    case 'rows':
      printing?.addRows(message.table, message.rows);
      break;
    case 'complete':
      printing?.complete();
      break;
    case 'taken':
      printing?.taken();
      break;
    default:
      void execute(message);
  }
}

if (parentPort === null) {
  process.on('message', take);
  process.once('disconnect', () => process.exit());
} else parentPort.on('message', take);

/** The thread or process that checks and prints reports, one after the other. */
import { type FileHandle, open } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { checkTemplate } from '../check.ts';
import type { Row } from '../data/types.ts';
import { ReportError } from '../engine/reportError.ts';
import { prepare } from '../prepare.ts';
import type { Template } from '../template/model.ts';
import { readTemplate } from '../template/read.ts';
import { describeImage } from '../text/index.ts';
import type { Fonts } from '../text/index.ts';
import { exportReport } from './exportReport.ts';
import { fileReader } from './fileCells.ts';
import { type FontChoice, loadFonts } from './fonts.ts';
import { type Needs, ReportRows, RowsMissing } from './neededRows.ts';
import type { CheckOrder, FromRenderer, RenderOrder, ToRenderer } from './renderMessages.ts';

if (parentPort === null && process.send === undefined)
  throw new Error('This module prints reports inside a worker thread or a child process.');

function post(message: FromRenderer): void {
  if (parentPort === null) process.send!(message);
  else parentPort.postMessage(message, []);
}

/** Maximum number of pieces sent and not yet read: the host reads one while the next is made. */
const AHEAD = 4;

/** The printing of one report. */
class Printing {
  readonly #order: RenderOrder;
  readonly #rows: ReportRows;
  readonly #readFiles = fileReader();
  /** Resolves when the rows requested last have arrived. */
  #gathering = Promise.withResolvers<void>();
  #unread = 0;
  #resume = (): void => undefined;
  /** Number of bytes sent to the host, of all files together. */
  #sent = 0;
  /** Number of files announced to the host. */
  #files = 0;

  constructor(order: RenderOrder) {
    this.#order = order;
    this.#rows = new ReportRows(order.request.dataSets);
  }

  addRows(table: number, rows: readonly Row[]): void {
    try {
      this.#readFiles(rows);
      this.#rows.add(table, rows);
    } catch (error) {
      this.#gathering.reject(error);
    }
  }

  complete(): void {
    this.#gathering.resolve();
  }

  taken(): void {
    this.#unread -= 1;
    this.#resume();
  }

  /**
   * Reads the template once and runs it. A run that reads rows that were not gathered, because its script composed their name, is started again with
   * them. Up to that read the rows had no effect, so the new run produces the same bytes, and those that were sent are not sent again.
   */
  async print(): Promise<void> {
    const template = readTemplate(this.#order.request.template, { limits: this.#order.request.limits });
    let needs = this.#rows.namedIn(template);
    for (;;) {
      await this.#gather(needs);
      needs = await this.#run(template);
      if (needs.size === 0) return;
    }
  }

  async #gather(needs: Needs): Promise<void> {
    this.#gathering = Promise.withResolvers<void>();
    post({ kind: 'needs', tables: this.#rows.expect(needs) });
    await this.#gathering.promise;
  }

  /** Runs the template over the gathered rows. @returns the rows that were missing */
  async #run(template: Template): Promise<Needs> {
    const { request, into } = this.#order;
    const {
      format,
      now,
      culture = 'en-US',
      title,
      creator,
      parameters,
      limits,
      archival,
      stopOnError,
      answers,
    } = request;
    const lacking: Needs = new Map();
    const ending = new AbortController();
    const dataSets = this.#rows.dataSets((table, column) => {
      const columns = lacking.get(table) ?? new Set();
      lacking.set(table, columns);
      if (column !== null) columns.add(column);
      ending.abort(new RowsMissing());
    });
    const fonts = fontsFor(request.fonts);
    try {
      const report = prepare(template, dataSets, {
        fonts,
        describeImage,
        culture,
        parameters,
        limits,
        stopOnError,
        answers,
        now: () => now,
        signal: ending.signal,
        onProgress: ({ pass, pages }) => post({ kind: 'progress', pass, pages }),
      });
      const form = report.asked();
      ending.signal.throwIfAborted();
      if (form) {
        post({ kind: 'asked', form });
        return lacking;
      }
      const settings = {
        fonts,
        now: new Date(now),
        title,
        creator,
        language: culture,
        archival,
        pixels: limits?.pixels,
      };
      let files = 0;
      let position = 0;
      for await (const { ending: name, content } of exportReport(report, format, settings)) {
        if (files++ === this.#files) {
          post({ kind: 'file', ending: name });
          this.#files = files;
        }
        if (into !== undefined) {
          await write(content, into);
          break;
        }
        position = await this.#send(content, position, ending.signal);
      }
      ending.signal.throwIfAborted();
      post({ kind: 'done', warnings: report.warnings(), substitutions: report.substitutions() });
    } catch (error) {
      // The errors of a run that lacked rows are ignored.
      if (lacking.size === 0) throw error;
    }
    return lacking;
  }

  /** Sends a file, except for the bytes that were sent before. @param position bytes of the previous files @returns bytes including this file */
  async #send(content: AsyncIterable<Uint8Array>, position: number, signal: AbortSignal): Promise<number> {
    let at = position;
    for await (const piece of content) {
      const known = Math.max(0, this.#sent - at);
      at += piece.length;
      if (known >= piece.length) continue;
      await this.#untilRead();
      signal.throwIfAborted();
      this.#unread += 1;
      this.#sent = at;
      const left = piece.subarray(known);
      // A view is sent with its complete buffer: copies the part that is needed.
      const bytes = left.length === left.buffer.byteLength ? left : left.slice();
      post({ kind: 'bytes', bytes });
    }
    return at;
  }

  /** Waits while too many pieces are unread, so that pages are not made faster than they are read. */
  async #untilRead(): Promise<void> {
    if (this.#unread < AHEAD) return;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
    });
  }
}

/** Number of bytes written at a time. */
const PIECE_BYTES = 512 * 1024;

/** Writes a file; the finished part is written while more is generated. */
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

/** Writes pieces in one call, then what a full disk left of them, so that its error is thrown. */
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

/** Loads fonts once for all runs. */
function fontsFor(choice: FontChoice | undefined): Fonts {
  const key = JSON.stringify(choice ?? {});
  if (loaded?.choice !== key) loaded = { choice: key, fonts: loadFonts(choice) };
  return loaded.fonts.again();
}

let printing: Printing | undefined;

async function execute(order: RenderOrder | CheckOrder): Promise<void> {
  try {
    if (order.kind === 'check') await check(order);
    else {
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
  const message = failure instanceof ReportError ? failure.reason : failure.message;
  post({ kind: 'failed', name: failure.name, message, line, object });
}

function receive(message: ToRenderer): void {
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
  process.on('message', receive);
  process.once('disconnect', () => process.exit());
} else parentPort.on('message', receive);

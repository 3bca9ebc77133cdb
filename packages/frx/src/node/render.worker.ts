/** The thread that prints one report and ends. */
import { type FileHandle, open } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { DataSet, Row } from '../data/types.ts';
import { prepare } from '../prepare.ts';
import { readTemplate } from '../template/read.ts';
import { describeImage } from '../text/index.ts';
import { exportReport } from './exportReport.ts';
import { fileReader } from './fileCells.ts';
import { loadFonts } from './fonts.ts';
import type { DataSetToPrint, RenderEvent, RenderFailure, RenderOrder, ToThread } from './renderMessages.ts';

const port = parentPort;
if (port === null) throw new Error('This module prints reports inside a worker thread.');

const say = (event: RenderEvent | RenderFailure): void => port.postMessage(event);

/** How many pieces may be under way to the host: it reads one while the next is made. */
const AHEAD = 4;
let underWay = 0;
let goOn = (): void => undefined;

/** Waits while the host has too much to take, so that pages are not made faster than they are read. */
async function untilTaken(): Promise<void> {
  if (underWay < AHEAD) return;
  await new Promise<void>((resolve) => {
    goOn = resolve;
  });
}

async function print({ request, into }: RenderOrder): Promise<void> {
  const { dataSets, format, now, culture = 'en-US', title, parameters, limits, archival } = request;
  const fonts = loadFonts(request.fonts);
  const template = readTemplate(request.template, { limits });
  await complete.promise;
  const report = prepare(template, withRows(dataSets), {
    fonts,
    describeImage,
    culture,
    parameters,
    limits,
    now: () => now,
    onProgress: ({ pass, pages }) => say({ kind: 'progress', pass, pages }),
  });
  const settings = { fonts, now: new Date(now), title, language: culture, archival };
  for await (const { ending, content } of exportReport(report, format, settings)) {
    say({ kind: 'file', ending });
    if (into === undefined) await hand(content);
    else await write(content, into);
    if (into !== undefined) break;
  }
  say({ kind: 'done', warnings: report.warnings(), substitutions: report.substitutions() });
}

async function hand(content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of content) {
    await untilTaken();
    underWay += 1;
    // Of a view of something larger everything would be copied.
    const bytes = piece.length === piece.buffer.byteLength ? piece : piece.slice();
    say({ kind: 'bytes', bytes });
  }
}

/** How much is written at a time. */
const PIECE_BYTES = 512 * 1024;

/** Writes a file; what there is of it is written while more is made. */
async function write(content: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  const file = await open(path, 'w');
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
      // Looked at with the next page or the end; until then nobody would have taken note of a failure.
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

/** Writes pieces at once, and what a full disk left of them in the end, so that it says so. */
async function writeAll(file: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  let { bytesWritten } = await file.writev(pieces);
  for (const piece of pieces) {
    if (bytesWritten < piece.length) await file.writeFile(piece.subarray(bytesWritten));
    bytesWritten = Math.max(0, bytesWritten - piece.length);
  }
}

async function obey(order: RenderOrder): Promise<void> {
  try {
    // Elsewhere this would be the priority of the whole process.
    if (order.background && process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    await print(order);
    port!.close();
  } catch (error) {
    fail(error);
  }
}

/** Says why nothing comes any more, and listens no longer. */
function fail(error: unknown): void {
  const failure = error instanceof Error ? error : new Error(String(error));
  const line = 'line' in failure && typeof failure.line === 'number' ? failure.line : undefined;
  const object = 'object' in failure && typeof failure.object === 'string' ? failure.object : undefined;
  say({ kind: 'failed', name: failure.name, message: failure.message, line, object });
  port!.close();
}

/** Rows by the place of their table. */
const gathered: Row[][] = [];
const complete = Promise.withResolvers<void>();
const readFiles = fileReader();

/** The data sets of an order with the rows that followed it. */
function withRows(dataSets: readonly DataSetToPrint[]): DataSet[] {
  let place = 0;
  return dataSets.map(({ name, tables }) => ({
    name,
    tables: tables.map((table) => ({ ...table, rows: gathered[place++] ?? [] })),
  }));
}

function take(table: number, rows: readonly Row[]): void {
  try {
    readFiles(rows);
    (gathered[table] ??= []).push(...rows);
  } catch (error) {
    fail(error);
  }
}

port.on('message', (message: ToThread) => {
  if (message === 'complete') complete.resolve();
  else if (message === 'taken') {
    underWay -= 1;
    goOn();
  } else if ('table' in message) take(message.table, message.rows);
  else void obey(message);
});

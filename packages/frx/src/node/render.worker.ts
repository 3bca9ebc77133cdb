/** The thread that prints one report and ends. */
import { open } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { DataSet, Row } from '../data/types.ts';
import { prepare } from '../prepare.ts';
import { readTemplate } from '../template/read.ts';
import { describeImage } from '../text/index.ts';
import { exportReport } from './exportReport.ts';
import { withFiles } from './fileCells.ts';
import { loadFonts } from './fonts.ts';
import type { RenderEvent, RenderFailure, RenderOrder, RowsAhead } from './renderMessages.ts';

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
  const { template, dataSets, format, now, culture = 'en-US', title, parameters, limits, archival } = request;
  const fonts = loadFonts(request.fonts);
  const report = prepare(readTemplate(template, { limits }), withFiles(withRows(dataSets)), {
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
  for await (const bytes of content) {
    await untilTaken();
    underWay += 1;
    say({ kind: 'bytes', bytes });
  }
}

/** Writes a file; a page is written while the next is made. */
async function write(content: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    let written = Promise.resolve();
    for await (const bytes of content) {
      await written;
      written = file.writeFile(bytes);
      // Looked at with the next page or the end; until then nobody would have taken note of a failure.
      written.catch(() => undefined);
    }
    await written;
  } finally {
    await file.close();
  }
}

async function obey(order: RenderOrder): Promise<void> {
  try {
    // Elsewhere this would be the priority of the whole process.
    if (order.background && process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    await print(order);
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    const line = 'line' in failure && typeof failure.line === 'number' ? failure.line : undefined;
    const object = 'object' in failure && typeof failure.object === 'string' ? failure.object : undefined;
    say({ kind: 'failed', name: failure.name, message: failure.message, line, object });
  }
  port!.close();
}

/** Rows by the place of their table. */
const ahead: Row[][] = [];

/** The data sets of a request with the rows that went ahead. */
function withRows(dataSets: readonly DataSet[]): DataSet[] {
  let place = 0;
  return dataSets.map(({ name, tables }) => ({
    name,
    tables: tables.map((table) => ({ ...table, rows: ahead[place++] ?? [] })),
  }));
}

port.on('message', (message: RowsAhead | RenderOrder | 'taken') => {
  if (message === 'taken') {
    underWay -= 1;
    goOn();
  } else if ('table' in message) (ahead[message.table] ??= []).push(...message.rows);
  else void obey(message);
});

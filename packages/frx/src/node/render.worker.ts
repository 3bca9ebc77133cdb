/** The thread that prints one report and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { prepare } from '../prepare.ts';
import { readTemplate } from '../template/read.ts';
import { describeImage } from '../text/index.ts';
import { exportReport } from './exportReport.ts';
import { loadFonts } from './fonts.ts';
import type { RenderEvent, RenderFailure, RenderRequest } from './renderMessages.ts';

const port = parentPort;
if (port === null) throw new Error('This module prints reports inside a worker thread.');

const say = (event: RenderEvent | RenderFailure): void => port.postMessage(event);

/** Waits until the host has taken what was sent, so that pages are not made faster than they are read. */
const taken = (): Promise<void> => new Promise((resolve) => void port.once('message', () => resolve()));

async function print(request: RenderRequest): Promise<void> {
  const { template, dataSets, format, now, culture = 'en-US', title, parameters, limits, archival } = request;
  const fonts = loadFonts(request.fonts);
  const report = prepare(readTemplate(template, { limits }), dataSets, {
    fonts,
    describeImage,
    culture,
    parameters,
    limits,
    now: () => now,
    onProgress: ({ pass, pages }) => say({ kind: 'progress', pass, pages }),
  });
  for await (const { ending, content } of exportReport(report, format, {
    fonts,
    now: new Date(now),
    title,
    language: culture,
    archival,
  })) {
    say({ kind: 'file', ending });
    for await (const bytes of content) {
      const next = taken();
      say({ kind: 'bytes', bytes });
      await next;
    }
  }
  say({ kind: 'done', warnings: report.warnings(), substitutions: report.substitutions() });
}

try {
  await print(workerData as RenderRequest);
} catch (error) {
  const failure = error instanceof Error ? error : new Error(String(error));
  const line = 'line' in failure && typeof failure.line === 'number' ? failure.line : undefined;
  const object = 'object' in failure && typeof failure.object === 'string' ? failure.object : undefined;
  say({ kind: 'failed', name: failure.name, message: failure.message, line, object });
}
port.close();

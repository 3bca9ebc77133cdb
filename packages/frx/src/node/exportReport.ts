/** Exports a printed report in a format, with the fonts and picture decoders of this machine. */
import { exportCsv } from '../export/csv.ts';
import { exportDocx } from '../export/docx.ts';
import { objectDrawer } from '../export/grid/drawObject.ts';
import { exportHtml } from '../export/html.ts';
import { exportLayout } from '../export/layout.ts';
import { exportPdf } from '../export/pdf/index.ts';
import type { PrintedReport } from '../export/report.ts';
import { exportPng } from '../export/png.ts';
import { exportXlsx } from '../export/xlsx.ts';
import type { Fonts } from '../text/index.ts';
import { imageDecoder } from './images.ts';

/** Output formats of a report. */
export const FORMATS = ['layout', 'pdf', 'png', 'html', 'xlsx', 'docx', 'csv'] as const;
/** An output format of a report. */
export type Format = (typeof FORMATS)[number];

/** One file of an export; only PNG makes several. */
export interface ReportFile {
  /** Appended to the base name: `.pdf`, `.page-1.png` … */
  readonly ending: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Settings of an export that do not depend on the format. */
export interface ExportSettings {
  readonly fonts: Fonts;
  readonly now: Date;
  readonly title?: string | undefined;
  /** Name of the program that a PDF states as its creator. */
  readonly creator?: string | undefined;
  /** BCP 47. */
  readonly language?: string | undefined;
  readonly archival?: boolean | undefined;
  /** Maximum number of pixels of all pictures together; more throws `LimitError`. */
  readonly pixels?: number | undefined;
}

/** Writes a report; each file must be read to its end before the next one is requested. */
export async function* exportReport(
  report: PrintedReport,
  format: Format,
  settings: ExportSettings,
): AsyncGenerator<ReportFile> {
  const options = { ...settings, decodeImage: imageDecoder(settings.pixels) };
  if (format === 'pdf') yield { ending: '.pdf', content: exportPdf(report, options) };
  else if (format === 'layout') yield { ending: '.layout.json', content: encoded(exportLayout(report.pages)) };
  else if (format === 'html') yield { ending: '.html', content: encoded(exportHtml(report, options)) };
  else if (format === 'csv') yield { ending: '.csv', content: encoded(exportCsv(report.pages)) };
  else if (format === 'xlsx')
    yield { ending: '.xlsx', content: exportXlsx(report.pages, { ...options, drawObject: objectDrawer(options) }) };
  else if (format === 'docx')
    yield { ending: '.docx', content: exportDocx(report.pages, { ...options, drawObject: objectDrawer(options) }) };
  else {
    for await (const { number, bytes } of exportPng(report.pages, options))
      yield { ending: `.page-${number}.png`, content: once(bytes) };
  }
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

import type { PrintedReport } from '../report.ts';
import type { PdfOptions } from './write.ts';

export type { PdfOptions };

/**
 * Returns the file in pieces; each page is returned when the next one begins. The PDF library is loaded with the first file: a process that
 * prepares pages for something else saves its memory.
 */
export async function* exportPdf(report: PrintedReport, options: PdfOptions): AsyncGenerator<Uint8Array> {
  const { writePdf } = await import('./write.ts');
  yield* writePdf(report, options);
}

/** Worker of a browser that prints a template over data as pages of HTML, without a server. */
import { exportHtml } from '../export/html.ts';
import type { DataSet } from '../data/types.ts';
import type { Limits } from '../limits.ts';
import type { Warning } from '../page.ts';
import { prepare } from '../prepare.ts';
import { readTemplate } from '../template/read.ts';
import { createFonts, describeImage } from '../text/index.ts';
import { facesInFiles } from './fontFiles.ts';

/** A report to print. */
export interface PrintOrder {
  readonly template: Uint8Array;
  readonly dataSets: readonly DataSet[];
  /** Font files, at least one; a family that none of them contains is substituted. */
  readonly fonts: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** Current time of the report: milliseconds since 1970-01-01 00:00 of its own calendar. */
  readonly now: number;
  readonly culture?: string | undefined;
  readonly title?: string | undefined;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** Messages of the worker: pieces of an HTML file, in order, then the result of the run. */
export type PrintAnswer =
  | { readonly kind: 'html'; readonly text: string }
  | { readonly kind: 'done'; readonly warnings: readonly Warning[] }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly object: string | undefined;
      readonly line: number | undefined;
    };

/** Facilities of a worker that are used here. */
interface WorkerScope {
  addEventListener(type: 'message', listener: (event: { readonly data: PrintOrder }) => void): void;
  postMessage(answer: PrintAnswer, transferred: readonly ArrayBuffer[]): void;
}

declare const self: WorkerScope;

self.addEventListener('message', ({ data }) => void print(data));

async function print({ template, dataSets, fonts: files, now, culture, ...order }: PrintOrder): Promise<void> {
  try {
    const { title, parameters, limits } = order;
    const fonts = createFonts(facesInFiles(files));
    const report = prepare(readTemplate(template, { limits }), dataSets, {
      fonts,
      describeImage,
      culture,
      parameters,
      limits,
      now: () => now,
    });
    for await (const text of exportHtml(report, { fonts, title, language: culture }))
      self.postMessage({ kind: 'html', text }, []);
    self.postMessage({ kind: 'done', warnings: report.warnings() }, []);
  } catch (error) {
    const { message, object, line } = error as { message?: unknown; object?: unknown; line?: unknown };
    self.postMessage(
      {
        kind: 'failed',
        message: typeof message === 'string' ? message : String(error),
        object: typeof object === 'string' ? object : undefined,
        line: typeof line === 'number' ? line : undefined,
      },
      [],
    );
  }
}

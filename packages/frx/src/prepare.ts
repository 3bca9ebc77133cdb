import type { DataSet } from './data/types.ts';
import type { DialogAnswers, DialogForm } from './dialogs.ts';
import { compileAll, refuseUncompiled } from './engine/values/expressions.ts';
import { createImages } from './engine/build/images.ts';
import { isBackPage } from './engine/pages/pages.ts';
import { createRun, runReport, startReport } from './engine/report.ts';
import type { Limits } from './limits.ts';
import { loadLibraries } from './objects/index.ts';
import type { BookmarkTarget, ImageResource, OutlineNode, Page, Warning } from './page.ts';
import type { Template } from './template/model.ts';
import type { Fonts, FontSubstitution } from './text/index.ts';

/** Settings of a run. */
export interface PrepareOptions {
  readonly fonts: Fonts;
  /** Detects format and size of a picture from its bytes. */
  readonly describeImage: (bytes: Uint8Array) => Pick<ImageResource, 'format' | 'width' | 'height'>;
  /** BCP 47 name; default en-US. Decides formats, sort order and names of months. */
  readonly culture?: string | undefined;
  /** Returns the current time, as milliseconds since 1970-01-01 00:00 of the report's own calendar. */
  readonly now: () => number;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /**
   * Ends the run with a `ReportError` at the first expression or script that fails, before the first page if it cannot be compiled.
   * Otherwise its object is marked, a warning is recorded and the rest is printed. Default false.
   */
  readonly stopOnError?: boolean | undefined;
  /** Ends the run with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Answers to the report's dialogs. The first dialog without one is returned by `asked`, and there are no pages. Without this option no dialog is
   * asked: its controls have the values of the template.
   */
  readonly answers?: DialogAnswers | undefined;
  /** Called at intervals with the number of pages made so far, and at the end with that of all. */
  readonly onProgress?: ((progress: { readonly pass: 1 | 2; readonly pages: number }) => void) | undefined;
}

/** A report while it is printed. Outline, bookmarks and substitutions are complete once all pages have been read. */
export interface PreparedReport {
  /**
   * Starts the report, unless it has started, and returns the dialog that waits for an answer; undefined when the report can be printed.
   * @throws as `prepare`
   */
  readonly asked: () => DialogForm | undefined;
  /** Finished pages in their order; can be read once. */
  readonly pages: AsyncIterable<Page>;
  readonly outline: () => readonly OutlineNode[];
  readonly bookmarks: () => ReadonlyMap<string, BookmarkTarget>;
  readonly warnings: () => readonly Warning[];
  /** Expressions that cannot be compiled, even if they are not evaluated while the report is printed. */
  readonly uncompiled: () => readonly Warning[];
  readonly substitutions: () => readonly FontSubstitution[];
  /** The reason why pages stay in memory until the end of the run; undefined when they do not. */
  readonly held: string | undefined;
}

/** ms of work before control returns to the event loop. */
const slice = 25;

/**
 * Prints a template with data. A page is returned as soon as it can no longer change; its memory is freed when the consumer requests the next one.
 * @throws TemplateError, LimitError, ReportError, DataError or the reason of the signal, while the pages are read
 */
export function prepare(template: Template, dataSets: readonly DataSet[], options: PrepareOptions): PreparedReport {
  const { signal } = options;
  const run = createRun(template, {
    dataSets,
    parameters: options.parameters ?? {},
    fonts: options.fonts,
    images: createImages(options.describeImage),
    culture: options.culture ?? 'en-US',
    now: options.now,
    limits: options.limits ?? {},
    stopOnError: options.stopOnError ?? false,
    answers: options.answers,
    cancelled: () => (signal?.aborted ? abortError(signal) : undefined),
  });

  let started: { readonly form: DialogForm | undefined } | undefined;
  const asked = (): DialogForm | undefined => {
    if (!started) {
      if (options.stopOnError) refuseUncompiled(run);
      started = { form: startReport(run) };
    }
    return started.form;
  };

  async function* pages(): AsyncGenerator<Page> {
    let worked = performance.now();
    let reported = -1;
    const report = (): void => {
      const count = run.prepared.sheets.length;
      if (count !== reported) options.onProgress?.({ pass: run.firstPass && run.doublePass ? 1 : 2, pages: count });
      reported = count;
    };
    await loadLibraries(template);
    if (asked()) return;
    const steps = runReport(run);
    while (!steps.next().done) {
      const { finished } = run.prepared;
      while (finished.length > 0) yield finished.shift()!;
      if (performance.now() - worked < slice) continue;
      report();
      await new Promise((resolve) => {
        setTimeout(resolve, 0);
      });
      if (signal?.aborted) throw abortError(signal);
      worked = performance.now();
    }
    // The pages made since the last slice of time; of a short report, all of them.
    report();
    while (run.prepared.finished.length > 0) yield run.prepared.finished.shift()!;
  }

  return {
    asked,
    pages: pages(),
    outline: () => run.outline.root,
    bookmarks: () => run.bookmarks,
    warnings: () => run.warnings,
    uncompiled: () => compileAll(run),
    substitutions: () => options.fonts.substitutions(),
    get held() {
      if (run.doublePass) return 'the report is printed in two passes';
      if (run.holdsAll) return 'TotalPages# is known at the end';
      return run.pages.some(isBackPage) ? 'a page is the back of those before it' : undefined;
    },
  };
}

function abortError(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new DOMException('The report was cancelled.', 'AbortError');
}

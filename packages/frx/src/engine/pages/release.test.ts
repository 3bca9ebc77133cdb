import { describe, expect, it } from 'vitest';
import { testFonts } from '../../objects/testing/testFonts.ts';
import { readTemplate } from '../../template/read.ts';
import { dataSetOf, numbers, templateOf, textObject, type TestReport } from '../../testing/testReport.ts';
import { createImages } from '../build/images.ts';
import { createRun, runReport, startReport } from '../report.ts';

/** A list that reports each time that one of its entries is read. */
const watched = <Entry>(list: Entry[], onRead: () => void): Entry[] =>
  new Proxy(list, {
    get: (target, key, receiver) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) onRead();
      return Reflect.get(target, key, receiver) as unknown;
    },
  });

class WatchedLists<Key, Entry> extends Map<Key, Entry[]> {
  readonly #onRead: () => void;
  constructor(onRead: () => void) {
    super();
    this.#onRead = onRead;
  }
  override set(key: Key, list: Entry[]): this {
    return super.set(key, watched(list, this.#onRead));
  }
}

/** Prints a report, and counts its pages and how often sheets and waiting texts are accessed meanwhile. */
function visitsOf(report: TestReport): { pages: number; sheets: number; texts: number } {
  const run = createRun(readTemplate(new TextEncoder().encode(templateOf(report))), {
    dataSets: [dataSetOf(report)],
    parameters: {},
    fonts: testFonts,
    images: createImages(() => ({ format: 'unknown', width: 0, height: 0 })),
    culture: 'en-US',
    now: () => 0,
    limits: {},
    stopOnError: false,
    answers: undefined,
    cancelled: () => undefined,
  });
  const count = { pages: 0, sheets: 0, texts: 0 };
  startReport(run);
  const steps = runReport(run);
  steps.next();
  run.prepared = { ...run.prepared, sheets: watched([...run.prepared.sheets], () => (count.sheets += 1)) };
  const waiting = new WatchedLists<
    Parameters<typeof run.pending.set>[0],
    Parameters<typeof run.pending.set>[1][number]
  >(() => (count.texts += 1));
  for (const [processAt, texts] of run.pending) waiting.set(processAt, texts);
  run.pending = waiting;
  while (!steps.next().done);
  count.pages = run.prepared.finished.length;
  return count;
}

/** Each page has a text that waits for the end, and rows that are kept together and move to the next one. */
const waitingPages = (rows: number): TestReport => ({
  data: { Items: numbers(rows) },
  bands:
    `<PageHeaderBand Name="PH" Height="20">${textObject('Sum', '[Items.Id]', 'Width="50" Height="20" ProcessAt="ReportFinished"')}</PageHeaderBand>` +
    `<DataBand Name="D" Height="60" DataSource="Items" KeepChild="true">${textObject('A', '[Items.Id]', 'Width="50" Height="20" ProcessAt="ReportFinished"')}` +
    `<ChildBand Name="C" Height="60"/></DataBand>`,
});

describe('pages that wait for a text', () => {
  it('are visited as often in a long report as in a short one', () => {
    const short = visitsOf(waitingPages(40));
    const long = visitsOf(waitingPages(160));
    expect(short.pages).toBe(40);
    expect(long.pages).toBe(160);
    expect(long.sheets / long.pages).toBeLessThan((1.1 * short.sheets) / short.pages);
    expect(long.texts / long.pages).toBeLessThan((1.1 * short.texts) / short.pages);
  });
});

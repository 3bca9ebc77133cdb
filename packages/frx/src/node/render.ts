/** Printing and checking in a separate thread or process with its own limits. */
import { setImmediate } from 'node:timers/promises';
import type { Finding } from '../check.ts';
import type { Row } from '../data/types.ts';
import type {
  CheckOrder,
  DataSetShape,
  DataSetToPrint,
  FromRenderer,
  RenderEvent,
  RenderFailure,
  RenderRequest,
  TableToPrint,
} from './renderMessages.ts';
import { type Renderer, threadRenderer } from './renderer.ts';

/** Limits and callbacks of the thread that prints. */
export interface RenderHost {
  /** Ends the run with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Memory of the thread in MB; default 1024. */
  readonly megabytes?: number | undefined;
  /** URL of the thread's module, if the host is bundled. */
  readonly thread?: URL | undefined;
  /** Provides a process to run in, instead of a thread. */
  readonly renderer?: (() => Renderer) | undefined;
  /** Path of the first file, which the renderer writes itself; no bytes are sent then, and no further file is written. */
  readonly into?: string | undefined;
}

/** A run ended early. `name` is that of the original error: `TemplateError`, `LimitError`, `DataError` … */
export class RenderError extends Error {
  /** 1-based line of the template. */
  readonly line: number | undefined;
  /** Name of the template object. */
  readonly object: string | undefined;
  constructor(failure: Omit<RenderFailure, 'kind'>) {
    super(failure.message);
    this.name = failure.name;
    this.line = failure.line;
    this.object = failure.object;
  }
}

const DEFAULT_MEGABYTES = 1024;
/** Number of rows sent at a time; other work of the process runs in between. */
const ROWS_AT_ONCE = 50;

/**
 * Prints a report. Events arrive on demand: a file, its bytes, at the end the warnings; or the dialog that waits for an answer. The run ends when the consumer stops reading. Files named
 * by rows are read while further rows are gathered.
 * @throws RenderError when the run fails or exceeds its memory, the signal's reason when it is aborted, and errors of gathering rows
 */
export async function* render(request: RenderRequest, host: RenderHost = {}): AsyncGenerator<RenderEvent> {
  const { into } = host;
  const run = begin(host);
  try {
    const shapes = request.dataSets.map(shapeOf);
    await run.send({ kind: 'print', request: { ...request, dataSets: shapes }, into });
    let isFirst = true;
    for (;;) {
      const event = await run.next();
      if (event.kind === 'checked') continue;
      if (event.kind === 'needs') {
        await sendRows(request.dataSets, event.tables, isFirst, run);
        isFirst = false;
        continue;
      }
      const isLast = event.kind === 'done' || event.kind === 'asked';
      if (isLast) run.finish();
      yield event;
      if (event.kind === 'bytes') await run.send({ kind: 'taken' });
      if (isLast) return;
    }
  } finally {
    await run.end();
  }
}

/**
 * Checks a template against tables without printing it.
 * @throws RenderError when it cannot be read or exceeds a limit, and the signal's reason when it is aborted
 */
export async function check(order: Omit<CheckOrder, 'kind'>, host: RenderHost = {}): Promise<readonly Finding[]> {
  const run = begin(host);
  try {
    await run.send({ kind: 'check', ...order });
    for (;;) {
      const event = await run.next();
      if (event.kind !== 'checked') continue;
      run.finish();
      return event.findings;
    }
  } finally {
    await run.end();
  }
}

interface Run {
  readonly send: Renderer['send'];
  /** Returns true when the run has failed or ended, so that nothing more needs to be sent. */
  isOver(): boolean;
  /** @throws RenderError, the signal's reason */
  next(): Promise<Exclude<FromRenderer, RenderFailure>>;
  /** Marks the run as finished. */
  finish(): void;
  end(): Promise<void>;
}

function begin({ signal, megabytes, thread, renderer: provided }: RenderHost): Run {
  signal?.throwIfAborted();
  const renderer = provided?.() ?? threadRenderer(megabytes ?? DEFAULT_MEGABYTES, thread);
  const events: FromRenderer[] = [];
  let failure: Error | undefined;
  let exited = false;
  let finished = false;
  let wake = (): void => undefined;
  const abort = (): void => {
    failure = signal?.reason instanceof Error ? signal.reason : new Error('The report was cancelled.');
    wake();
  };
  signal?.addEventListener('abort', abort, { once: true });
  renderer.listen({
    message(event) {
      events.push(event);
      wake();
    },
    exit(error) {
      exited = true;
      if (error !== undefined) failure ??= new RenderError({ name: error.name, message: error.message });
      wake();
    },
  });
  return {
    send: (message) => renderer.send(message),
    isOver: () => failure !== undefined || exited || events.some(({ kind }) => kind === 'failed'),
    async next() {
      for (;;) {
        if (failure !== undefined) throw failure;
        const event = events.shift();
        if (event?.kind === 'failed') {
          finished = true;
          throw new RenderError(event);
        }
        if (event !== undefined) return event;
        if (exited) throw new RenderError({ name: 'Error', message: 'The report ended without a result.' });
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    finish() {
      finished = true;
    },
    async end() {
      signal?.removeEventListener('abort', abort);
      await renderer.release(finished && !exited);
    },
  };
}

function shapeOf({ name, tables }: DataSetToPrint): DataSetShape {
  return { name, tables: tables.map(({ rows, ...shape }) => ({ ...shape, onDemand: typeof rows === 'function' })) };
}

/**
 * Sends rows as they are gathered, until the run is over: rows on demand when they are needed, the others the first time.
 * @param needed the columns that are needed, by the index of the table
 */
async function sendRows(
  dataSets: readonly DataSetToPrint[],
  needed: ReadonlyMap<number, ReadonlySet<string>>,
  isFirst: boolean,
  run: Run,
): Promise<void> {
  for (const [table, { rows }] of dataSets.flatMap(({ tables }) => tables).entries()) {
    const columns = needed.get(table);
    const isOnDemand = typeof rows === 'function';
    if (isOnDemand ? columns === undefined : !isFirst) continue;
    const gathered = isOnDemand ? rows((column) => columns!.has(column)) : rows;
    for await (const piece of pieces(gathered)) {
      if (run.isOver()) return;
      await run.send({ kind: 'rows', table, rows: piece });
      await setImmediate();
    }
  }
  if (!run.isOver()) await run.send({ kind: 'complete' });
}

function pieces(
  rows: Exclude<TableToPrint['rows'], () => unknown>,
): AsyncIterable<readonly Row[]> | Iterable<readonly Row[]> {
  return Symbol.asyncIterator in rows ? rows : chunks(rows as Iterable<Row>);
}

function* chunks(rows: Iterable<Row>): Generator<Row[]> {
  let piece: Row[] = [];
  for (const row of rows) {
    if (piece.push(row) < ROWS_AT_ONCE) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

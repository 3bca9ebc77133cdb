/** Printing beside the host's own work: a thread of its own, with a bound on its memory. */
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Row } from '../data/types.ts';
import type {
  DataSetToPrint,
  RenderEvent,
  RenderFailure,
  RenderRequest,
  TableToPrint,
  ToThread,
} from './renderMessages.ts';

export interface RenderHost {
  /** The run ends with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Memory of the thread; default 1024. */
  readonly megabytes?: number | undefined;
  /** Where the thread's module is, if the host is bundled. */
  readonly thread?: URL | undefined;
  /** The thread gives way to whatever else runs on this machine. Only Linux lets a thread be less urgent than its process. */
  readonly background?: boolean | undefined;
  /** Where the thread writes the first file itself; no bytes come then, and no further file is made. */
  readonly into?: string | undefined;
}

/** A run in another thread ended early. `name` is that of the error there: `TemplateError`, `LimitError`, `DataError` … */
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
/** Room for what lives shortly: more of it is taken as pages come faster, and gives nothing. */
const YOUNG_MEGABYTES = 24;
/** So many rows are copied to the thread at a time; then others have their turn. */
const ROWS_AT_ONCE = 50;

/**
 * Prints a report in a thread of its own. Events come as they are read: a file, its bytes, in the end the warnings. Whoever stops reading ends
 * the thread. It gets ready, and reads the files of rows, while further rows are gathered.
 * @throws RenderError when the run fails or its memory is spent, the signal's reason when it is aborted, and what gathering rows throws
 */
export async function* render(request: RenderRequest, host: RenderHost = {}): AsyncGenerator<RenderEvent> {
  const { signal, megabytes, thread: module, background, into } = host;
  signal?.throwIfAborted();
  const thread = new Worker(module ?? new URL('./render.worker.ts', import.meta.url), {
    resourceLimits: {
      maxOldGenerationSizeMb: megabytes ?? DEFAULT_MEGABYTES,
      maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
    },
  });
  const events: (RenderEvent | RenderFailure)[] = [];
  let failure: Error | undefined;
  let ended = false;
  let wake = (): void => undefined;
  const notify = (): void => wake();
  const abort = (): void => {
    failure = signal?.reason instanceof Error ? signal.reason : new Error('The report was cancelled.');
    notify();
  };
  signal?.addEventListener('abort', abort, { once: true });
  thread.on('message', (event: RenderEvent | RenderFailure) => {
    events.push(event);
    notify();
  });
  thread.on('error', (error: Error) => {
    failure = new RenderError({ name: error.name, message: error.message });
    notify();
  });
  thread.on('exit', () => {
    ended = true;
    notify();
  });
  const say = (message: ToThread): void => thread.postMessage(message, []);
  try {
    const dataSets = request.dataSets.map(withoutRows);
    say({ request: { ...request, dataSets }, background: background ?? false, into });
    await sendRows(request.dataSets, say, () => failure !== undefined || ended);
    for (;;) {
      if (failure !== undefined) throw failure;
      const event = events.shift();
      if (event === undefined) {
        if (ended) throw new RenderError({ name: 'Error', message: 'The report ended without a result.' });
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      if (event.kind === 'failed') throw new RenderError(event);
      yield event;
      if (event.kind === 'bytes') say('taken');
      if (event.kind === 'done') return;
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    await thread.terminate();
  }
}

function withoutRows({ name, tables }: DataSetToPrint): DataSetToPrint {
  return { name, tables: tables.map((table) => ({ ...table, rows: [] })) };
}

/**
 * Copies rows to a thread as they come.
 * @param isOver whether nobody waits for them any more
 */
async function sendRows(
  dataSets: readonly DataSetToPrint[],
  say: (message: ToThread) => void,
  isOver: () => boolean,
): Promise<void> {
  for (const [table, { rows }] of dataSets.flatMap(({ tables }) => tables).entries()) {
    for await (const piece of pieces(rows)) {
      if (isOver()) return;
      say({ table, rows: piece });
      await setImmediate();
    }
  }
  say('complete');
}

function pieces(rows: TableToPrint['rows']): AsyncIterable<readonly Row[]> | Iterable<readonly Row[]> {
  return Symbol.asyncIterator in rows ? rows : chunks(rows);
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

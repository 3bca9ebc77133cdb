/** Printing beside the host's own work: a thread of its own, with a bound on its memory. */
import { Worker } from 'node:worker_threads';
import type { RenderEvent, RenderFailure, RenderRequest } from './renderMessages.ts';

export interface RenderHost {
  /** The run ends with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Memory of the thread; default 1024. */
  readonly megabytes?: number | undefined;
  /** Where the thread's module is, if the host is bundled. */
  readonly thread?: URL | undefined;
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

/**
 * Prints a report in a thread of its own. Events come as they are read: a file, its bytes, in the end the warnings. Whoever stops reading
 * ends the thread.
 * @throws RenderError when the run fails or its memory is spent, the signal's reason when it is aborted
 */
export async function* render(request: RenderRequest, host: RenderHost = {}): AsyncGenerator<RenderEvent> {
  host.signal?.throwIfAborted();
  const thread = new Worker(host.thread ?? new URL('./render.worker.ts', import.meta.url), {
    workerData: request,
    resourceLimits: {
      maxOldGenerationSizeMb: host.megabytes ?? DEFAULT_MEGABYTES,
      maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
    },
  });
  const events: (RenderEvent | RenderFailure)[] = [];
  let failure: Error | undefined;
  let ended = false;
  let wake = (): void => undefined;
  const notify = (): void => wake();
  const abort = (): void => {
    failure = host.signal?.reason instanceof Error ? host.signal.reason : new Error('The report was cancelled.');
    notify();
  };
  host.signal?.addEventListener('abort', abort, { once: true });
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
  try {
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
      if (event.kind === 'bytes') thread.postMessage('taken', []);
      if (event.kind === 'done') return;
    }
  } finally {
    host.signal?.removeEventListener('abort', abort);
    await thread.terminate();
  }
}

/** Renderers, which check and print reports: threads, or processes of a host that run `render.worker`. */
import { Worker } from 'node:worker_threads';
import type { FromRenderer, ToRenderer } from './renderMessages.ts';

/** Events for the user of a renderer. */
interface RendererEvents {
  message(message: FromRenderer): void;
  /** The renderer has ended, immediately or after its last message. */
  exit(error: Error | undefined): void;
}

/** A thread or process that runs `render.worker`, reserved for one run. */
export interface Renderer {
  /** Resolves when further messages can be sent without filling memory. */
  send(message: ToRenderer): Promise<void>;
  /** Called once, before anything is sent. */
  listen(events: RendererEvents): void;
  /** Releases the renderer. One whose run has not finished is killed. */
  release(finished: boolean): Promise<void>;
}

/** The module of the thread or process; a bundler replaces it by its bundle. */
export const RENDER_WORKER = new URL('./render.worker.ts', import.meta.url);

/** Space for short-lived objects: more of it would be allocated as pages are made faster, without a gain. */
const YOUNG_MEGABYTES = 24;

/**
 * A worker thread, ended with its run. The limit on its memory counts JavaScript objects only: hosts that print untrusted templates provide
 * processes instead.
 * @param module the bundled `render.worker`, if the caller is bundled
 */
export function threadRenderer(megabytes: number, module?: URL): Renderer {
  const thread = new Worker(module ?? RENDER_WORKER, {
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
  return {
    send(message) {
      thread.postMessage(message, []);
      return Promise.resolve();
    },
    listen({ message, exit }) {
      thread.on('message', message);
      thread.on('error', exit);
      thread.on('exit', () => exit(undefined));
    },
    async release() {
      await thread.terminate();
    },
  };
}

/** Live events of the server while it can be reached: that something changed, and changes to users and to this device. */
import { type LiveEvent, readLiveEvent } from '@holdfast/contract';
import { addressOf, retryPause } from '@holdfast/contract/client';
import { createParser } from 'eventsource-parser';
import { idleTimeout } from './idleTimeout.ts';

/** Time in ms without a heartbeat after which the connection counts as broken; the server sends one every fifteen seconds. */
const SILENCE_MS = 40_000;
/** Maximum delay in ms before the next attempt, doubled with each failure. */
const RETRY_MS = { first: 1_000, longest: 30_000 };

/** Number of failures that a server without an event stream counts as, so that it is called every few seconds. */
const NO_STREAM_FAILURES = 2;

/** Dependencies of the live connection. */
export interface LiveSetting {
  server: string;
  token(): Promise<string>;
  /** Resolves to true when this device is registered at the server. */
  isKnown(): Promise<boolean>;
  random(): number;
  received(event: LiveEvent): void;
  /** Called when the connection is established or lost. */
  connection(connected: boolean): void;
}

/** Connection to the events of the server. */
export interface Live {
  /** Retries at once, for example after a sign-in. */
  wake(): void;
  stop(): Promise<void>;
}

/** Receives events until it is stopped; a broken connection is opened again. */
export function openLive(setting: LiveSetting): Live {
  const ending = new AbortController();
  let wake = (): void => undefined;
  let failures = 0;

  const pause = async (ms: number): Promise<void> => {
    const woken = Promise.withResolvers<void>();
    const timer = setTimeout(woken.resolve, ms);
    wake = woken.resolve;
    if (!ending.signal.aborted) await woken.promise;
    clearTimeout(timer);
  };

  const loop = (async () => {
    while (!ending.signal.aborted) {
      if (await setting.isKnown()) {
        const end = await listen(setting, ending.signal);
        if (end !== 'noStream') setting.connection(false);
        failures = end === 'unreachable' ? failures + 1 : end === 'cut' ? 0 : NO_STREAM_FAILURES;
      }
      const bound = retryPause(failures, RETRY_MS);
      await pause(bound * (0.5 + setting.random() / 2));
    }
  })();

  return {
    wake() {
      failures = 0;
      wake();
    },
    async stop() {
      ending.abort();
      wake();
      await loop;
    },
  };
}

/** Runs one connection from its opening to its end. `noStream`: the server answered without a stream, as older servers do. */
async function listen(
  { server, token, received, connection }: LiveSetting,
  signal: AbortSignal,
): Promise<'unreachable' | 'cut' | 'noStream'> {
  const idle = idleTimeout(SILENCE_MS);
  let stood = false;
  try {
    const answer = await fetch(`${server}${addressOf('watchChangesAsDevice', {})}`, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${await token()}`,
        'user-agent': 'Holdfast desktop',
      },
      signal: AbortSignal.any([signal, idle.signal]),
    });
    if (!answer.ok || answer.body === null) {
      await answer.body?.cancel();
      if (answer.status >= 500) return 'unreachable';
      connection(true);
      return 'noStream';
    }
    stood = true;
    connection(true);
    const parser = createParser({
      onEvent({ event, data }) {
        const read = readLiveEvent(event, data);
        if (read !== null) received(read);
      },
    });
    const decoder = new TextDecoder();
    for await (const piece of answer.body) {
      idle.arrived();
      parser.feed(decoder.decode(piece, { stream: true }));
    }
  } catch {
    // A broken connection is opened again.
  } finally {
    idle.end();
  }
  return stood ? 'cut' : 'unreachable';
}

/** Transport of synchronisation over HTTP: sends the requests of a run to the server and returns the answers. */
import { bytesWithin, linesOf, routes } from '@holdfast/contract/client';
import type { Effect, Reply } from '@holdfast/sync';
import { type IdleTimeout, idleTimeout } from './idleTimeout.ts';
import type { Platform } from './platform.ts';
import { smallText } from './remote.ts';

/** Time in ms without traffic after which a connection counts as broken. */
const SILENCE_MS = 45_000;
/** Maximum size in bytes of the answer to a push, which contains a result for each change. */
const PUSH_ANSWER_BYTES = 64 * 1024 * 1024;

/** Connection to the server. */
export interface TransportSetting extends Pick<Platform, 'gzip'> {
  server: string;
  /** The secret by which the server identifies this device. */
  token(): Promise<string>;
  /** Registers a new name and secret of this device at the server, and stores the secret. @returns the name; null when there was no answer */
  registerAgain(): Promise<string | null>;
  /** Cancels all requests. */
  signal: AbortSignal;
}

/** Traffic in bytes of bodies before compression. */
interface Traffic {
  bytesIn: number;
  bytesOut: number;
  /** Delay in ms that the server requested; 0: none. */
  retryAfter: number;
}

/** An answer of the server; null when there was none or it came from another program. */
type Answer = Response | null;

/** Performs the effects of a run. */
export interface Transport {
  readonly traffic: Traffic;
  answer(effect: Effect): Promise<Reply>;
  /** Cancels a stream that is not read to its end. */
  end(): void;
}

/** Size in bytes from which a push is compressed; changes compress well, because they are similar. */
const WORTH_PACKING = 1_000;

const PATHS = {
  push: routes.pushChanges.path,
  pull: routes.pullChanges.path,
  repair: routes.repairScope.path,
} as const;

/** Opens a transport for one run. */
export function openTransport({ server, token, registerAgain, signal, gzip }: TransportSetting): Transport {
  const traffic: Traffic = { bytesIn: 0, bytesOut: 0, retryAfter: 0 };
  const encoder = new TextEncoder();
  let streaming: IdleTimeout | null = null;

  function end(): void {
    streaming?.cut();
    streaming = null;
  }

  async function post(path: string, message: unknown, idle: IdleTimeout): Promise<Answer> {
    const plain = encoder.encode(JSON.stringify(message));
    traffic.bytesOut += plain.length;
    const isPacked = path === PATHS.push && plain.length >= WORTH_PACKING;
    const body = isPacked ? await gzip(plain) : plain;
    try {
      const response = await fetch(server + path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await token()}`,
          'content-type': 'application/json',
          ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
          'user-agent': 'Holdfast desktop',
        },
        body,
        signal: AbortSignal.any([signal, idle.signal]),
      });
      const seconds = Number(response.headers.get('retry-after') ?? 0);
      if (Number.isFinite(seconds)) traffic.retryAfter = Math.max(traffic.retryAfter, seconds * 1000);
      return response;
    } catch {
      return null;
    }
  }

  /** Returns the answer to a push; null when there is none. A message of another program, such as a proxy, is ignored. */
  async function ask(path: string, message: unknown): Promise<unknown> {
    const idle = idleTimeout(SILENCE_MS);
    try {
      const response = await post(path, message, idle);
      if (response === null) return null;
      const bytes = await bytesWithin(response.body, PUSH_ANSWER_BYTES);
      if (bytes === null) return null;
      traffic.bytesIn += bytes.length;
      return answerIn(response, new TextDecoder().decode(bytes))?.answer ?? null;
    } catch {
      return null;
    } finally {
      idle.end();
    }
  }

  async function stream(path: string, message: unknown): Promise<Reply> {
    const idle = idleTimeout(SILENCE_MS);
    streaming = idle;
    const response = await post(path, message, idle);
    if (response?.body == null) {
      idle.end();
      return null;
    }
    if (!(response.headers.get('content-type') ?? '').startsWith('application/x-ndjson')) {
      const text = await smallText(response).catch(() => '');
      idle.end();
      const word = answerIn(response, text);
      return word === null ? null : { lines: only({ kind: 'refused', refusal: word.answer }) };
    }
    return { lines: linesOf(textOf(response.body, idle, traffic)) };
  }

  return {
    traffic,
    end,
    async answer(effect) {
      // A new request needs nothing more from the previous stream.
      if (effect.kind === 'push' || effect.kind === 'pull' || effect.kind === 'repair') end();
      switch (effect.kind) {
        case 'push':
          return { answer: ask(PATHS.push, effect.request) };
        case 'pull':
          return stream(PATHS.pull, effect.request);
        case 'repair':
          return stream(PATHS.repair, effect.request);
        case 'register': {
          const deviceId = await registerAgain();
          return deviceId === null ? null : { answer: { deviceId } };
        }
        default:
          // Steps and progress send no request.
          return null;
      }
    },
  };
}

/** Returns the message in an answer of one JSON value; null when it is not a message of synchronisation. */
function answerIn(response: Response, text: string): { answer: unknown } | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const { kind, code } = (value ?? {}) as { kind?: unknown; code?: unknown };
  if (kind === 'ack' || kind === 'refused') return { answer: value };
  // The server does not recognise the secret and refuses the call like one without authentication.
  if (response.status === 401 && code === 'notSignedIn') return { answer: { kind: 'refused', code: 'unknown_device' } };
  return null;
}

async function* textOf(
  body: ReadableStream<Uint8Array>,
  idle: IdleTimeout,
  traffic: Traffic,
): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder();
  try {
    for await (const piece of body) {
      idle.arrived();
      traffic.bytesIn += piece.length;
      yield decoder.decode(piece, { stream: true });
    }
  } finally {
    idle.end();
  }
}

async function* only(line: unknown): AsyncGenerator<readonly string[], void, void> {
  yield [JSON.stringify(line)];
}

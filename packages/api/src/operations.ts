import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BODY_LIMIT, operationList, type Operation, placeholders } from '@holdfast/contract';
import { dispatch, type Application, type Meter } from '@holdfast/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptsCookie, admit, cookieOfToken, tokenCookie, tokenWithoutCookie } from './authentication.ts';
import { openBodies } from './limits/bytesInFlight.ts';
import { endUnread, openAnswers, openStreams } from './limits/answers.ts';
import { acceptedFormat, sendDownload, disconnectSignal } from './downloads.ts';
import { sendEvents } from './events.ts';
import { sendMedia } from './media.ts';
import { refuseUnrouted } from './pages.ts';
import { countCall, countRefusal } from './limits/quotas.ts';
import { serializerOf } from './serializer.ts';
import { sendLines } from './streams.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for an operation whose caller a browser may name by a cookie alone. */
    acceptsCookie?: boolean;
  }
}

/** Sends the answer of an operation. */
type Sender = (
  answer: unknown,
  reply: FastifyReply,
  request: FastifyRequest,
  application: Application,
) => Promise<void>;

/** Senders of answers that are not JSON, by the kind of their operation. */
const SENDERS: Readonly<Record<Exclude<Operation['kind'], 'json' | 'upload'>, Sender>> = {
  media: sendMedia,
  download: sendDownload,
  stream: sendLines,
  events: sendEvents,
};

/** Kinds of operations whose work ends when the caller disconnects. */
const STOPPED_WHEN_GONE = { download: true, events: true, stream: true };

/** Bounds of the answers of a server. */
interface AnswerBounds {
  /** Time in ms after which an answer is ended of which the client reads nothing. */
  unreadMs: number;
  /** Most streamed answers that one caller receives at the same time. */
  answersEach: number;
  /** Most streams of synchronisation at the same time; absent: a number that suits the memory of a server. */
  streams: number | undefined;
}

/** Serves every operation of the contract under its method and path. */
export function serveOperations(
  app: FastifyInstance,
  application: Application,
  meter: Meter | null,
  { unreadMs, answersEach, streams }: AnswerBounds,
): void {
  const answers = openAnswers(answersEach);
  const beginStream = openStreams(application, streams);
  const reserveBody = openBodies(application);
  for (const operation of operationList) {
    const send =
      operation.kind === 'json' || operation.kind === 'upload' ? jsonSender(operation) : SENDERS[operation.kind];
    const keysInPath = placeholders(operation.path);
    app.route({
      method: operation.method,
      url: addressOf(operation.path),
      bodyLimit: operation.bodyBytes ?? BODY_LIMIT,
      // A HEAD route would run the handler only to discard its answer.
      exposeHeadRoute: operation.kind === 'media',
      // Photos are compressed already, and a file that is itself compressed would be mistaken for a compressed transfer.
      ...(operation.kind === 'media' ? { compress: false } : {}),
      config: { acceptsCookie: acceptsCookie(operation) },
      ...(operation.gzipBody === true ? { decompress: { requestEncodings: ['gzip', 'identity'] } } : {}),
      async onRequest(request, reply) {
        await admit(application, request, operation).catch((refusal: unknown) => {
          if (meter !== null) countRefusal(meter, request);
          throw refusal;
        });
        if (meter !== null) await countCall(application, meter, operation, request);
        if (operation.kind in SENDERS) answers.take(request, reply);
        if (operation.kind === 'stream') await beginStream(request, reply);
        await reserveBody(operation, request, reply);
      },
      async handler(request, reply) {
        // Requests that arrived together are begun first, so that of the streams of a device only the last one reads.
        if (operation.kind === 'stream') await nextTurn();
        if (reply.raw.destroyed) return reply;
        const answer = await dispatch(application, {
          operation: operation.name,
          input: { ...acceptedFormat(operation, request), ...inputOf(operation, keysInPath, request) },
          actor: request.actor,
          device: request.device,
          caller: {
            address: request.ip,
            device: request.headers['user-agent'] ?? '',
            failed: (error) => request.log.error({ reqId: request.id, err: error }, 'a part of the call failed'),
            page: headerText(request, 'x-holdfast-page')?.slice(0, 40),
            ...(operation.kind in STOPPED_WHEN_GONE ? { gone: disconnectSignal(reply) } : {}),
          },
          idempotencyKey: headerText(request, 'idempotency-key'),
          ifMatch: headerText(request, 'if-match')?.replace(/^"(.*)"$/, '$1'),
        });
        setSessionCookie(application, operation, answer, request, reply);
        // Here, since a download may be written without the hooks of the server.
        endUnread(reply, unreadMs);
        await send(answer, reply, request, application);
        return reply;
      },
    });
  }
}

/**
 * Refuses the methods of a general address at a specific address that it covers. For example, `/a/{id}` covers `/a/b`: a method that only `/a/{id}`
 * has is refused at `/a/b`, because `b` is no id.
 */
export function refuseCovered(app: FastifyInstance): void {
  const methodsAt = Map.groupBy(operationList, ({ path }) => path);
  for (const [path, own] of methodsAt) {
    const known = new Set<string>(own.map(({ method }) => method));
    for (const { method } of operationList.filter((other) => covers(other.path, path))) {
      if (known.has(method)) continue;
      known.add(method);
      app.route({ method, url: addressOf(path), exposeHeadRoute: false, handler: refuseUnrouted });
    }
  }
}

/** Returns true when addresses of a path are addresses of another, more general path. */
function covers(general: string, path: string): boolean {
  const parts = path.split('/');
  const generalParts = general.split('/');
  return (
    general !== path &&
    parts.length === generalParts.length &&
    generalParts.every((part, at) => part === parts[at] || (part.startsWith('{') && !parts[at]!.startsWith('{')))
  );
}

/** Length of an id in an address, which separates it from the extension that follows. */
const ID_LENGTH = 36;

/** Converts a path of the contract to the syntax of the router, where `{id}{ext}` is one segment. */
export function addressOf(path: string): string {
  return path.replace('{id}{ext}', ':idAndExt').replace(/\{(\w+)\}/g, ':$1');
}

/** Returns the values of the placeholders of a path. */
function pathValues({ params }: FastifyRequest): Record<string, string> {
  const { idAndExt, ...values } = params as Record<string, string>;
  if (idAndExt === undefined) return values;
  return { ...values, id: idAndExt.slice(0, ID_LENGTH), ext: idAndExt.slice(ID_LENGTH) };
}

/** Returns the input of an operation, combined from path, query and body. */
function inputOf(
  operation: Operation,
  keysInPath: readonly string[],
  request: FastifyRequest,
): Record<string, unknown> {
  const params = pathValues(request);
  const query = request.query as Record<string, unknown>;
  const inPath = Object.fromEntries(keysInPath.map((key) => [key, params[key]]));
  if (operation.method === 'GET') return { ...query, ...inPath };
  const inQuery = Object.fromEntries(operation.query.filter((key) => key in query).map((key) => [key, query[key]]));
  // An empty body arrives as undefined: the client only requests the state of the upload.
  const given = operation.kind === 'upload' ? (request.body ?? Readable.from([])) : request.body;
  if (operation.body !== null) return { [operation.body]: given, ...inQuery, ...inPath };
  const body = request.body === undefined ? {} : request.body;
  // The schema refuses anything that is not an object.
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return { body };
  return { ...body, ...inQuery, ...inPath };
}

function jsonSender(operation: Operation): Sender {
  let serialize: ((output: unknown) => string) | null = null;
  return async (answer, reply) => {
    void reply.header('cache-control', 'no-store').header('vary', 'Accept, Authorization, Sec-Fetch-Dest');
    if (answer === null || answer === undefined) {
      // A nullable output is sent as `null`; an operation without output has an empty answer.
      const empty = operation.output.safeParse(null).success && operation.output.def.type !== 'null';
      if (!empty) void reply.code(204).send();
      else void reply.type('application/json; charset=utf-8').send('null');
      return;
    }
    serialize ??= serializerOf(operation.output);
    void reply
      .code(operation.statusOf?.(answer) ?? 200)
      .type('application/json; charset=utf-8')
      .send(serialize(answer));
  };
}

/** Signing in sets the cookie for pictures and downloads, signing out removes it together with the data that the browser stored (data decision 26). */
function setSessionCookie(
  application: Application,
  operation: Operation,
  answer: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const attributes = `Path=/; HttpOnly; SameSite=Strict${request.protocol === 'https' ? '; Secure' : ''}`;
  const set = (token: string): void =>
    void reply.header('set-cookie', `${tokenCookie(request)}=${cookieOfToken(application, token)}; ${attributes}`);
  const token = (answer as { details?: { token?: unknown } | null } | null)?.details?.token;
  if (operation.right === 'public' && typeof token === 'string') set(token);
  // A page asks for its user first. Its cookie may be that of an earlier version or of another key.
  const missing = operation.name === 'getCurrentUser' ? tokenWithoutCookie(application, request) : null;
  if (missing !== null) set(missing);
  if (operation.name === 'signOut') {
    void reply.header('set-cookie', `${tokenCookie(request)}=; Max-Age=0; ${attributes}`);
    void reply.header('clear-site-data', '"cache"');
  }
}

function headerText({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import compress from '@fastify/compress';
import { Problem, presentProblem } from '@holdfast/contract';
import type { Application, Meter } from '@holdfast/core';
import Fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { endUnread } from './limits/answers.ts';
import { boundWaiting, MOST_WAITING, type WaitingConnections } from './limits/connections.ts';
import { serveDocumentation } from './document/documentation.ts';
import { mustBeInProportion, mustBeModestJson } from './jsonBodies.ts';
import { refuseCovered, serveOperations } from './operations.ts';
import { refuseUnrouted, servePages } from './pages.ts';
import { wasClosedByClient, sendProblem } from './problems.ts';

/** Security headers of every answer: a browser loads no resources for it, does not show it in a frame, and uses the declared type. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** Makes a browser that has used HTTPS here use only HTTPS for a year. */
const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';

/** Options of a server, set by its host. */
export interface ServerOptions {
  application: Application;
  version: string;
  /** Folder of the built web application; null: no pages. */
  web: string | null;
  /** Proxies whose headers on the client's address and protocol are trusted. */
  trustProxy?: boolean | string[];
  /** Logger; false: no log. */
  logger: FastifyBaseLogger | false;
  /** Resolves to true when the databases answer. */
  ready(): Promise<boolean>;
  /** Counts calls, uploads and printed reports against limits; absent: there are no limits. */
  meter?: Meter | null;
  /** Kind of the host, passed to its pages. */
  host?: 'server' | 'desktop';
  /** Time in ms after which an upload without progress is ended. */
  silenceMs?: number;
  /** Time in ms after which an answer is ended of which the client reads nothing. */
  unreadMs?: number;
  /** Most streamed answers, such as photos and reports, that one caller receives at the same time. */
  answersEach?: number;
  /** Most streams of synchronisation at the same time. */
  streams?: number;
  /** Most connections that wait for a request. */
  waiting?: WaitingConnections;
  /** Checks every request before all other code, and throws a `Problem` to refuse one. */
  admission?(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** Builds a server of the contract and the web application; it does not listen yet. */
export function buildServer({
  application,
  version,
  web,
  trustProxy = false,
  logger,
  ready,
  meter = null,
  host = 'server',
  silenceMs = 30_000,
  unreadMs = 5 * 60_000,
  answersEach = 300,
  streams,
  waiting = MOST_WAITING,
  admission,
}: ServerOptions): FastifyInstance {
  const app = Fastify({
    ...(logger === false ? { logger: false } : { loggerInstance: logger }),
    trustProxy,
    // One logger per request would cost more than writing its lines, so each line identifies its request itself.
    childLoggerFactory: (all) => all,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    requestTimeout: 120_000,
    rewriteUrl: pathOf,
    clientErrorHandler: refuseUnreadable,
    forceCloseConnections: 'idle',
    // An address that cannot be parsed is refused before routing; it gets a problem document, too.
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
  }) as FastifyInstance;
  app.decorateRequest('actor', null);
  app.decorateRequest('device', null);
  // Open event streams would keep the server from closing.
  app.addHook('preClose', () => application.events.close());
  app.setErrorHandler((error, request, reply) => {
    // The framework checks the content type of a QUERY's body before it looks for a route.
    if ((error as FastifyError).code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE') refuseUnrouted(request, reply);
    else sendProblem(error, request, reply);
  });
  if (admission !== undefined) app.addHook('onRequest', admission);
  closePromptly(app);
  boundWaiting(app.server, waiting);
  parseJson(app);
  acceptUploads(app, silenceMs);
  logAnswers(app);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(SECURITY_HEADERS);
    // Browsers accept this header only over HTTPS.
    if (request.protocol === 'https') void reply.header('strict-transport-security', STRICT_TRANSPORT);
    done();
  });
  void app.register(compress, {
    // The desktop's page is on the same computer. When the agent ends during a compressed file, the web view treats the truncated file as complete
    // and caches it.
    global: host !== 'desktop',
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
    // Half the time of the default level, with 5 % more bytes.
    zlibOptions: { level: 3 },
    // A few compressed bytes can expand to any number: only operations with `gzipBody` accept compressed bodies, and their decompressed size is counted.
    globalDecompression: false,
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    endUnread(reply, unreadMs);
    return payload;
  });
  servePages(app, web, host);
  void app.register(async (scope) => {
    serveOperations(scope, application, meter, { unreadMs, answersEach, streams });
    refuseCovered(scope);
    serveDocumentation(scope, version);
    scope.get('/healthz', () => ({ status: 'ok' }));
    scope.get('/readyz', async (_request, reply) => {
      const isReady = await ready().catch(() => false);
      return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
    });
  });
  return app;
}

/**
 * Returns the path of a request, also of one with an absolute address, which clients send when they use this server as their proxy (RFC 9112, section
 * 3.2.2). The address of another server is returned unchanged and matches no route.
 */
function pathOf({ url = '/', headers: { host } }: IncomingMessage): string {
  const own = `http://${host}`;
  return url.startsWith(`${own}/`) ? url.slice(own.length) : url;
}

/**
 * Closes a server after the current calls, without waiting for idle connections. Browsers open connections in advance. Node does not count them as
 * idle before their first request, and would keep them open for a minute.
 */
function closePromptly(app: FastifyInstance): void {
  let underWay = 0;
  let closing: NodeJS.Timeout | undefined;
  app.addHook('onRequest', async (_request, reply) => {
    underWay += 1;
    reply.raw.once('close', () => {
      underWay -= 1;
    });
  });
  app.addHook('preClose', async () => {
    closing = setInterval(() => {
      if (underWay === 0) app.server.closeAllConnections();
    }, 50);
  });
  app.addHook('onClose', async () => clearInterval(closing));
}

/** Parses JSON within the limits. A DELETE without a body may still declare JSON as its content type (data decision 34). */
function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    if (bytes.length === 0) {
      done(null, undefined);
      return;
    }
    try {
      const { 'content-length': length, 'content-encoding': encoding = 'identity' } = request.headers;
      if (encoding !== 'identity') mustBeInProportion(bytes, length === undefined ? undefined : Number(length));
      mustBeModestJson(bytes);
    } catch (error) {
      done(error as Error);
      return;
    }
    void parse(request, bytes.toString('utf8'), done);
  });
}

/**
 * Passes the bytes of an upload to the handler as they arrive. An upload without progress is ended: its connection may be lost without notice, and a
 * second attempt would find the content locked by the first.
 */
function acceptUploads(app: FastifyInstance, silenceMs: number): void {
  app.addContentTypeParser('application/octet-stream', ({ raw }, payload, done) => {
    // Calls that tests inject have no socket.
    if (raw.socket instanceof Socket) {
      raw.setTimeout(silenceMs, () => raw.destroy());
      payload.once('end', () => raw.setTimeout(0));
    }
    done(null, payload);
  });
}

/** Answers requests that are not valid HTTP with a problem document. No request object exists for them. */
function refuseUnreadable(error: ConnectionError, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, phrase] = UNREADABLE[error.code] ?? [400, 'Bad Request'];
  const message = status === 431 ? 'The head of the request is too long.' : 'The request could not be read.';
  const problem = new Problem('badInput', { issues: [{ path: '', message }] });
  const body = JSON.stringify({ ...presentProblem(problem), status });
  const head = [
    `HTTP/1.1 ${status} ${phrase}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
    ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const UNREADABLE: Readonly<Record<string, [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

/** Logs one line for each answer: method, path, status and duration. Never a query, a body or a token. */
function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode, elapsedTime } = reply;
    const line = {
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: statusCode,
      ms: Math.round(elapsedTime * 10) / 10,
      user: request.actor?.userId ?? null,
      ...(request.device === null ? {} : { device: request.device.deviceId }),
    };
    // A client that closed the connection gets no answer, and `unavailable` is not a failure.
    if (statusCode < 500 || wasClosedByClient(request)) request.log.info(line, 'answered');
    else if (statusCode === 503) request.log.warn(line, 'answered');
    else request.log.error(line, 'answered');
  });
}

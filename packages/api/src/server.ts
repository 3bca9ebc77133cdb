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
import { serveDocumentation } from './documentation.ts';
import { mustBeInProportion, mustBeModestJson } from './jsonBodies.ts';
import { refuseCovered, serveOperations } from './operations.ts';
import { refuseUnrouted, servePages } from './pages.ts';
import { brokeOff, sendProblem } from './problems.ts';

/** Security headers of every answer: a browser that shows it loads nothing for it, frames it nowhere, and uses the declared type. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** A browser that has been here encrypted comes encrypted for a year. */
const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';

/** Options of a server, set by its host. */
export interface ServerOptions {
  application: Application;
  version: string;
  /** Folder of the built web application; null: no pages. */
  web: string | null;
  /** Proxies whose word on the caller's address and protocol counts. */
  trustProxy?: boolean | string[];
  /** Logger; false: no log. */
  logger: FastifyBaseLogger | false;
  /** Resolves to true when the databases answer. */
  ready(): Promise<boolean>;
  /** Counts calls, uploads and prints against limits; absent: there are none. */
  meter?: Meter | null;
  /** Kind of the host, passed to its pages. */
  host?: 'server' | 'desktop';
  /** Time in ms after which an upload without progress is ended. */
  silenceMs?: number;
  /** Looks at every request before anything else does, and throws a `Problem` for one that is not to pass. */
  admission?(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** A server of the contract and the web application, not yet listening. */
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
  admission,
}: ServerOptions): FastifyInstance {
  const app = Fastify({
    ...(logger === false ? { logger: false } : { loggerInstance: logger }),
    trustProxy,
    // A logger for every request costs more than its lines; those name the request themselves.
    childLoggerFactory: (all) => all,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    requestTimeout: 120_000,
    rewriteUrl: pathOf,
    clientErrorHandler: refuseUnreadable,
    forceCloseConnections: 'idle',
    // An address that cannot be read at all is refused before any route: in our words, too.
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
  }) as FastifyInstance;
  app.decorateRequest('actor', null);
  app.decorateRequest('device', null);
  // Streams of events would keep the server from ending.
  app.addHook('preClose', () => application.events.close());
  app.setErrorHandler((error, request, reply) => {
    // The framework asks for the type of a QUERY's body before it looks for a route.
    if ((error as FastifyError).code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE') refuseUnrouted(request, reply);
    else sendProblem(error, request, reply);
  });
  if (admission !== undefined) app.addHook('onRequest', admission);
  closePromptly(app);
  parseJson(app);
  takeUploads(app, silenceMs);
  logAnswers(app);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(SECURITY_HEADERS);
    // Browsers take it from an encrypted answer only.
    if (request.protocol === 'https') void reply.header('strict-transport-security', STRICT_TRANSPORT);
    done();
  });
  void app.register(compress, {
    // The desktop's page is on the same computer. Its web view takes a compressed file that breaks off with the agent for whole, and keeps it.
    global: host !== 'desktop',
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
    // Half the time of the usual level, for a twentieth more bytes.
    zlibOptions: { level: 3 },
    // A few bytes would unpack to any number of them: only operations with `gzipBody` accept compressed bodies, whose unpacked size is counted.
    globalDecompression: false,
  });
  servePages(app, web, host);
  void app.register(async (scope) => {
    serveOperations(scope, application, meter);
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
 * The path of a request, also of one that names the whole address, as clients that use this server as their proxy do (RFC 9112, section
 * 3.2.2). An address of another server stays whole, and no route answers it.
 */
function pathOf({ url = '/', headers: { host } }: IncomingMessage): string {
  const own = `http://${host}`;
  return url.startsWith(`${own}/`) ? url.slice(own.length) : url;
}

/**
 * Closes a server without waiting for idle connections: calls under way finish first. Browsers open connections in advance, which Node does
 * not count as idle before a request came over them, and would keep open for a minute.
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

/** Parses JSON that is not out of bounds. A DELETE without a body may still say that its body is JSON (data decision 34). */
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
 * Passes the bytes of an upload on as they arrive. One without progress is ended: its connection may be lost without notice, and a second
 * attempt would find the content locked by the first.
 */
function takeUploads(app: FastifyInstance, silenceMs: number): void {
  app.addContentTypeParser('application/octet-stream', ({ raw }, payload, done) => {
    // Calls that do not come over the network have no socket.
    if (raw.socket instanceof Socket) {
      raw.setTimeout(silenceMs, () => raw.destroy());
      payload.once('end', () => raw.setTimeout(0));
    }
    done(null, payload);
  });
}

/** Refuses requests that are not valid HTTP, before any request object exists, with a problem document like every other refusal. */
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
    // A caller who closed the connection gets no answer, and a request to try again later is no failure.
    if (statusCode < 500 || brokeOff(request)) request.log.info(line, 'answered');
    else if (statusCode === 503) request.log.warn(line, 'answered');
    else request.log.error(line, 'answered');
  });
}

import { Socket } from 'node:net';
import compress from '@fastify/compress';
import type { House } from '@holdfast/core';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serveDocumentation } from './documentation.ts';
import { sendDownload } from './downloads.ts';
import { sendEvents } from './events.ts';
import { sendMedia } from './media.ts';
import { type Senders, serveOperations } from './operations.ts';
import { servePages } from './pages.ts';
import { brokeOff, sendProblem } from './problems.ts';
import { sendLines } from './streams.ts';

/** What every answer says to a browser that shows it by itself: it may load nothing, be framed by nobody, and is what its type says. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** What a host decides about its server. */
export interface ServerOptions {
  house: House;
  version: string;
  /** Folder of the built web application; null: no pages. */
  web: string | null;
  /** Proxies whose word on the caller's address and protocol counts. */
  trustProxy?: boolean | string[];
  /** Where log lines go; false: nowhere. */
  logger: FastifyBaseLogger | false;
  /** Whether the databases answer. */
  ready(): Promise<boolean>;
  senders?: Senders;
  /** Which host this is, as its pages are told. */
  host?: 'server' | 'desktop';
  /** How long an upload may stand still before it is let go of, ms. */
  silenceMs?: number;
  /** Looks at every request before anything else does, and throws a `Problem` for one that is not to pass. */
  admission?(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** A server of the contract and the web application, not yet listening. */
export function buildServer({
  house,
  version,
  web,
  trustProxy = false,
  logger,
  ready,
  senders = {},
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
    forceCloseConnections: 'idle',
    // An address that cannot be read at all is refused before any route: in our words, too.
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply as never),
  }) as FastifyInstance;
  app.decorateRequest('actor', null);
  app.decorateRequest('device', null);
  // Streams of events would keep the server from ending.
  app.addHook('preClose', () => house.live.close());
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  if (admission !== undefined) app.addHook('onRequest', admission);
  closePromptly(app);
  tolerateEmptyJson(app);
  takeUploads(app, silenceMs);
  logAnswers(app);
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(SECURITY_HEADERS);
    done();
  });
  void app.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
    // Half the time of the usual level, for a twentieth more bytes.
    zlibOptions: { level: 3 },
    // A few bytes would unpack to any number of them: an operation that takes packed bodies says so (`gzipBody`), and they are counted as what they may become.
    globalDecompression: false,
  });
  servePages(app, web, host);
  void app.register(async (scope) => {
    serveOperations(scope, house, {
      media: sendMedia,
      download: sendDownload,
      stream: sendLines,
      events: sendEvents,
      ...senders,
    });
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
 * A server that closes lets the calls under way finish and then waits for nobody: a browser opens lines in advance, which Node does not count as
 * idle before something came over them, and would keep it for a minute.
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

/** A DELETE without a body may still say that its body is JSON (data.md 34). */
function tolerateEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

/**
 * Bytes of an upload are handed on as they come. One that stands still is let go of: the line may be dead without anybody having heard of it, and
 * whoever comes again finds the content taken by the call before.
 */
function takeUploads(app: FastifyInstance, silenceMs: number): void {
  app.addContentTypeParser('application/octet-stream', ({ raw }, payload, done) => {
    // A call that is handed in without a network has no line.
    if (raw.socket instanceof Socket) {
      raw.setTimeout(silenceMs, () => raw.destroy());
      payload.once('end', () => raw.setTimeout(0));
    }
    done(null, payload);
  });
}

/** One line an answer: what was asked and how it went. Never a query, a body or a token. */
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
    // Whoever broke off hears no answer, and one who is asked to come again later met no failure.
    if (statusCode < 500 || brokeOff(request)) request.log.info(line, 'answered');
    else if (statusCode === 503) request.log.warn(line, 'answered');
    else request.log.error(line, 'answered');
  });
}

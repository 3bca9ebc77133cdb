import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { operationList, placeholders, Problem } from '@holdfast/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './problems.ts';

/** Placeholder in the page for the nonce of its own styles. */
const NONCE = /__CSP_NONCE__/g;
/** Placeholder in the page for the kind of its host. */
const HOST = '__HOLDFAST_HOST__';
/** Addresses at which a browser gets the page; under /admin the same addresses return JSON to API calls (data decision 25). */
const PAGES = /^\/(?:single-sign-on|admin(?:\/(?!report-database(?:\/|$)).*)?)?$/;

/** Addresses that are never a page, for any client and whether they exist or not. */
const NEVER_PAGES =
  /^\/(?:api|ext|assets|images|deleted-images|files|field-images|company-logos|users|admin\/report-database)(?:\/|$)/;

/** Serves the web application: its files, and its page when a browser navigates to an address. */
export function servePages(app: FastifyInstance, folder: string | null, host: string): void {
  const page = folder === null ? null : (pageIn(folder)?.replace(HOST, host) ?? null);
  if (folder !== null && page !== null) {
    void app.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
      index: false,
      // The desktop's page is on the same computer, and is installed without compressed files.
      preCompressed: host !== 'desktop',
    });
    void app.register(fastifyStatic, { root: folder, serve: false, decorateReply: false });
  }
  if (folder !== null && page !== null && host !== 'desktop') serveWorker(app, folder, page, host);
  // Runs before routing, because a page and an operation may share an address.
  app.addHook('onRequest', async (request, reply) => {
    if (page !== null && PAGES.test(request.url.split('?')[0]!) && navigates(request))
      await sendPage(reply, page, 200, host);
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (page !== null && isAnsweredByPage(request)) return sendPage(reply, page, 404, host);
    refuseUnrouted(request, reply);
    return reply;
  });
}

/** Serves the service worker of browsers, and the page that it keeps. A desktop's page has none, because its agent is always there. */
function serveWorker(app: FastifyInstance, folder: string, page: string, host: string): void {
  const file = join(folder, 'service-worker.js');
  if (!existsSync(file)) return;
  const script = readFileSync(file, 'utf8');
  app.get('/service-worker.js', (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; connect-src 'self'",
      })
      .send(script),
  );
  app.get('/service-worker.html', (_request, reply) => sendPage(reply, page, 200, host));
}

/** Refuses a request that matches no operation: the address is unknown, or has other methods. */
export function refuseUnrouted(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?')[0]!;
  const matching = operationList.filter((operation) => addressOf(operation.path).test(path));
  // Of `/a/{id}` and `/a/b` the second describes `/a/b`.
  const fewest = Math.min(...matching.map((operation) => placeholders(operation.path).length));
  const methods = new Set(
    matching.filter((operation) => placeholders(operation.path).length === fewest).map(({ method }) => method),
  );
  const isKnown = methods.size > 0 && ![...methods].some((method) => method === request.method);
  if (isKnown) void reply.header('allow', [...methods].toSorted().join(', '));
  sendProblem(new Problem(isKnown ? 'methodNotAllowed' : 'notFound'), request, reply);
}

/** Returns a pattern for the addresses of an operation's path. */
function addressOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
}

/** Returns true when the answer to a request is the page, under any of its addresses. */
export function isAnsweredByPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0]!;
  return navigates(request) && (PAGES.test(path) || (request.is404 && !NEVER_PAGES.test(path)));
}

/** Returns true when a browser navigates to an address, rather than a program calling it. */
function navigates({ method, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || headers.authorization !== undefined) return false;
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined) return destination === 'document';
  const accept = headers.accept ?? '';
  return accept.includes('text/html') && !accept.startsWith('application/json');
}

async function sendPage(reply: FastifyReply, page: string, status: number, host: string): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'Accept, Authorization, Sec-Fetch-Dest',
      'content-security-policy': contentSecurityPolicy(nonce, host),
      'permissions-policy': 'camera=(self), serial=(self), microphone=(self), geolocation=()',
    })
    .send(page.replace(NONCE, nonce));
}

/**
 * Returns the policy of the page: scripts and connections only from this server, no unchecked text used as HTML or script, styles with the nonce, and
 * pictures also from memory, for photos that are not uploaded yet.
 */
function contentSecurityPolicy(nonce: string, host: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    // Pages of reports contain their fonts.
    "font-src 'self' data:",
    // The desktop's window receives calls of its page at these addresses.
    `connect-src 'self'${host === 'desktop' ? ' ipc: http://ipc.localhost' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default report',
  ].join('; ');
}

function pageIn(folder: string): string | null {
  const file = join(folder, 'index.html');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

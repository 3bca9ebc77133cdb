/** Admits requests to the agent: its own pages, in a launched window, on its own name and port (data decision 27). */
import { isAnsweredByPage } from '@holdfast/api';
import { Problem } from '@holdfast/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Launches } from './launches.ts';

/** Name of the cookie by which a launched window authenticates requests that the browser makes by itself, for pictures and files. */
export const WINDOW_COOKIE = 'window';
/** Header with the secret of a launched window. */
export const WINDOW_HEADER = 'x-holdfast-window';
/** Parameter with this secret in the address of a stream of events, which browsers open without headers. */
const WINDOW_PARAMETER = 'window';

/** The address the agent answers on, known once it listens. */
export interface OwnAddress {
  /** `holdfast-<id>.localhost`, so that data stored by the browser are not shared with other programs of this machine. */
  host: string;
  port: number;
  /** Port it listens on. It differs from `port` when another program uses that one; the window sends its requests to this one then. */
  listening: number;
}

/** Paths that are answered without a launch: the page itself, which redeems the launch, and the check that the agent runs. */
const OPEN = /^\/(?:assets\/.*|healthz|ext\/desktop\/launch)?$/;

/**
 * Returns the check of every request: the Host is that of this agent (against DNS rebinding, where a foreign name resolves to this machine), the
 * Origin is its own, and the secret is that of a launched window, except for the page itself. For pictures, files and downloads its cookie is enough.
 * @throws {Problem} `forbidden`, `launchNeeded`
 */
export function admission(
  own: () => OwnAddress,
  launches: Launches,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    const { headers, url, method } = request;
    const { host, port, listening } = own();
    const hosts = [`${host}:${port}`, `127.0.0.1:${listening}`, `localhost:${listening}`];
    if (!hosts.includes(headers.host ?? '')) throw new Problem('forbidden');
    const origins = hosts.map((name) => `http://${name}`);
    if (headers.origin !== undefined && !origins.includes(headers.origin)) throw new Problem('forbidden');
    if (headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate')
      throw new Problem('forbidden');
    const opensPage = method === 'GET' && headers['sec-fetch-dest'] === 'document';
    if (opensPage && headers.host !== `${host}:${port}`) {
      // Otherwise the browser would send the cookies to the program that now uses the port.
      if (port !== listening) throw new Problem('forbidden');
      await reply.redirect(`http://${host}:${port}${url}`);
      return;
    }
    // Only the page, because other programs of this machine can imitate a navigation.
    if (isAnsweredByPage(request) || OPEN.test(url.split('?')[0]!)) return;
    const cookie = cookieOf(headers.cookie ?? '');
    if (launches.isKnown(secretOf(request)) || launches.isEarlierCookie(cookie)) return;
    if (request.routeOptions.config.acceptsCookie !== true || !launches.isKnownCookie(cookie))
      throw new Problem('launchNeeded');
  };
}

/** Returns the secret of a request, and removes it from its parameters. */
function secretOf({ headers, query }: FastifyRequest): string {
  const { [WINDOW_HEADER]: inHeader } = headers;
  const parameters = query as Record<string, unknown>;
  const { [WINDOW_PARAMETER]: inAddress } = parameters;
  delete parameters[WINDOW_PARAMETER];
  if (typeof inHeader === 'string') return inHeader;
  return typeof inAddress === 'string' ? inAddress : '';
}

function cookieOf(header: string): string {
  for (const pair of header.split(';')) {
    const [name, value] = pair.trim().split('=');
    if (name === WINDOW_COOKIE) return value ?? '';
  }
  return '';
}

/** Serves the call by which a window redeems the token in its address. */
export function serveLaunch(app: FastifyInstance, launches: Launches): void {
  app.post('/ext/desktop/launch', { bodyLimit: 1024 }, async (request, reply) => {
    const { token } = (request.body ?? {}) as { token?: unknown };
    const window = typeof token === 'string' ? await launches.redeem(token) : null;
    if (window === null) throw new Problem('launchNeeded');
    const { secret, cookie } = window;
    return reply
      .header('set-cookie', `${WINDOW_COOKIE}=${cookie}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict`)
      .header('cache-control', 'no-store')
      .send({ secret });
  });
}

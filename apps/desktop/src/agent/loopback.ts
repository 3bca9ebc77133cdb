/** Admits requests to the agent: its own pages, in a launched window, on its own name and port (data decision 27). */
import { isAnsweredByPage } from '@holdfast/api';
import { Problem } from '@holdfast/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Launches } from './launches.ts';

/** Name of the cookie by which a launched window authenticates. */
export const WINDOW_COOKIE = 'window';

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
 * Origin is its own, and the cookie is that of a launched window, except for the page itself.
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
    if (!launches.isKnown(cookieOf(headers.cookie ?? ''))) throw new Problem('launchNeeded');
  };
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
    const secret = typeof token === 'string' ? await launches.redeem(token) : null;
    if (secret === null) throw new Problem('launchNeeded');
    return reply
      .header('set-cookie', `${WINDOW_COOKIE}=${secret}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict`)
      .header('cache-control', 'no-store')
      .code(204)
      .send();
  });
}

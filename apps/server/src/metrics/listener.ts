import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

/** Address that metrics are served on. */
export interface MetricsAddress {
  host: string;
  port: number;
}

/**
 * Serves metrics at `/metrics` of a separate address, so that the proxy of the application never exposes them.
 * @returns its address, and a function that stops it
 */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: MetricsAddress,
  log: Logger,
): Promise<{ address: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text),
      (error: unknown) => {
        log.warn({ err: error }, 'metrics could not be read');
        response.writeHead(503).end();
      },
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${taken}/metrics`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

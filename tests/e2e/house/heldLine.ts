/** A line between an agent and its server on which pulls wait until they are let through. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A line that holds pulls back. */
export interface HeldLine {
  /** Where the agent believes its server to be. */
  address: string;
  /** Lets waiting and later pulls through. */
  release(): void;
  /** Holds pulls back anew. */
  hold(): void;
  close(): Promise<void>;
}

/** Opens a line to a server. */
export async function heldLine(server: string): Promise<HeldLine> {
  let free = Promise.withResolvers<void>();
  const { hostname, port } = new URL(server);
  const line = createServer((incoming, answer) => {
    const pass = async (): Promise<void> => {
      if (incoming.url === '/ext/sync/pull') await free.promise;
      const { method, url: path, headers } = incoming;
      const onward = request({ hostname, port, method, path, headers }, (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
        answer.once('close', () => reply.destroy());
      });
      onward.once('error', () => answer.destroy());
      incoming.pipe(onward);
    };
    void pass();
  });
  // The server's own word on how long a connection lives passes through, and has to hold here.
  line.keepAliveTimeout = 300_000;
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    release: () => free.resolve(),
    hold() {
      free = Promise.withResolvers<void>();
    },
    close: () =>
      new Promise((resolve) => {
        line.close(() => resolve());
        line.closeAllConnections();
      }),
  };
}

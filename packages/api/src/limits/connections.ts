/** Bounds of connections that wait for a request: each takes memory and a file descriptor, for as long as its client likes to send slowly. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '@holdfast/core';

/** Most connections that wait for the rest of a request or for the next one. */
export interface WaitingConnections {
  /** Of one network. */
  each: number;
  all: number;
}

/** Far more than browsers and proxies keep open without a request, and fewer than the file descriptors of a process. */
export const MOST_WAITING: WaitingConnections = { each: 1_000, all: 4_000 };

/**
 * Closes the connection that has waited longest when a network has more waiting ones than it may, or the one that has waited longest of the network with
 * the most. A complete request arrives within moments, so that slow ones only end each other. Connections whose answer is being sent do not count.
 */
export function boundWaiting(server: Server, { each, all }: WaitingConnections): void {
  /** Waiting connections by network, in the order in which they began to wait. */
  const waiting = new Map<string, Set<Socket>>();
  let count = 0;

  function leave(socket: Socket, network: string): void {
    const others = waiting.get(network);
    if (others?.delete(socket) !== true) return;
    count -= 1;
    if (others.size === 0) waiting.delete(network);
  }

  function wait(socket: Socket, network: string): void {
    if (socket.destroyed) return;
    leave(socket, network);
    const own = waiting.get(network) ?? new Set();
    waiting.set(network, own.add(socket));
    count += 1;
    if (own.size > each) end(network, own);
    if (count > all) end(...[...waiting].reduce((most, one) => (one[1].size > most[1].size ? one : most)));
  }

  function end(network: string, among: ReadonlySet<Socket>): void {
    const [longest] = among;
    if (longest === undefined) return;
    leave(longest, network);
    longest.destroy();
  }

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    socket.once('close', () => leave(socket, network));
    wait(socket, network);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const network = networkOf(socket.remoteAddress ?? '');
    const arrived = (): void => {
      if (request.complete && !response.closed) leave(socket, network);
    };
    request.once('end', arrived);
    // A request without a body is complete once this event is over, and has an end only when it is read.
    setImmediate(arrived);
    response.once('close', () => wait(socket, network));
  });
}

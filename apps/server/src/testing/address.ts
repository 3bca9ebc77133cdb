/** An address of a database that leads from one cluster to another. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** An address that can be moved. */
export interface MovableAddress {
  /** Returns the address of a database with this one's port. */
  urlOf(url: string): string;
  /** Breaks every connection; new ones lead to another port. */
  moveTo(port: number): void;
  close(): void;
}

/** Returns the port of an address. */
export function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** Opens an address that leads to one port and then to another, as the address of a failover does. */
export async function openAddress(first: number): Promise<MovableAddress> {
  let target = first;
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    urlOf(url) {
      const moved = new URL(url);
      moved.port = String((server.address() as AddressInfo).port);
      return moved.href;
    },
    moveTo(port) {
      target = port;
      for (const socket of sockets) socket.destroy();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * A connection of a given speed between a desktop and its server, which can be cut. Both directions have this speed, which all connections
 * share.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Seen, watchConnection } from './contents.ts';

/** Properties of a connection. */
export interface LineSetting {
  bitsPerSecond: number;
  /** One way. */
  latencyMs: number;
  /** Called with each range of a photo or file when its last byte was transferred. */
  seen(stretch: Seen): void;
}

/** The connection. */
export interface SlowConnection {
  /** Address under which the desktop reaches its server. */
  address: string;
  /** All bytes sent, including heads of requests and answers. */
  carried: { up: number; down: number };
  /** Sets whether new connections are accepted; closing breaks the open ones with their bytes. */
  open(isOpen: boolean): void;
  close(): Promise<void>;
}

/**
 * Maximum number of bytes in transit for one socket: the capacity of a full connection with this latency, and enough that it never waits
 * for this process.
 */
const WINDOW = 512 * 1024;

/** Opens a slow connection to a server. */
export async function openSlowConnection(server: string, setting: LineSetting): Promise<SlowConnection> {
  const { hostname, port } = new URL(server);
  const bytesPerMs = setting.bitsPerSecond / 8000;
  const carried = { up: 0, down: 0 };
  /** Time at which the last byte written to the connection leaves its sender. */
  const free = { up: 0, down: 0 };
  const sockets = new Set<Socket>();
  let isOpen = true;

  function carry(from: Socket, to: Socket, way: 'up' | 'down', watch: (bytes: Buffer) => void): void {
    const queue: { bytes: Buffer; at: number }[] = [];
    let onLine = 0;
    let delivering = false;
    const deliver = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined && !to.destroyed; next = queue.shift()) {
        const early = next.at - performance.now();
        if (early >= 1) await sleep(early);
        if (to.destroyed) return;
        const flows = to.write(next.bytes);
        carried[way] += next.bytes.length;
        watch(next.bytes);
        onLine -= next.bytes.length;
        if (!flows) await new Promise<void>((resolve) => to.once('drain', resolve).once('close', resolve));
        if (onLine < WINDOW) from.resume();
      }
      delivering = false;
      if (from.readableEnded) to.end();
    };
    sockets.add(from);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      if (!from.readableEnded) to.destroy();
    });
    from.on('data', (bytes: Buffer) => {
      free[way] = Math.max(free[way], performance.now()) + bytes.length / bytesPerMs;
      queue.push({ bytes, at: free[way] + setting.latencyMs });
      onLine += bytes.length;
      if (onLine >= WINDOW) from.pause();
      if (!delivering) {
        delivering = true;
        void deliver();
      }
    });
    from.on('end', () => {
      if (!delivering) to.end();
    });
  }

  const listener = createServer({ allowHalfOpen: true }, (near) => {
    if (!isOpen) {
      near.destroy();
      return;
    }
    near.setNoDelay(true);
    const far = connect({ port: Number(port), host: hostname, allowHalfOpen: true, noDelay: true });
    const watch = watchConnection(setting.seen);
    carry(near, far, 'up', watch.up);
    carry(far, near, 'down', watch.down);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    carried,
    open(wanted) {
      isOpen = wanted;
      if (isOpen) return;
      for (const socket of sockets) socket.resetAndDestroy();
      // Bytes in transit are lost, and use none of the rate.
      free.up = free.down = 0;
    },
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

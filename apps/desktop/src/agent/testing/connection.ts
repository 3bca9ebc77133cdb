/** A TCP connection between a desktop and its server that can be cut, also in the middle of a transfer. */
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** A connection that works until it is cut. */
export interface TestConnection {
  /** Address under which the desktop reaches its server. */
  address: string;
  /** Breaks every connection now. */
  cut(): void;
  /** Breaks every connection once this many more bytes have passed, in either direction. */
  cutAfter(bytes: number): void;
  /** Sets whether new connections are accepted. */
  open(isOpen: boolean): void;
  close(): Promise<void>;
}

/** Opens a forwarding port to a server. */
export async function openConnection(server: string): Promise<TestConnection> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  let isOpen = true;
  let left = Number.POSITIVE_INFINITY;

  const cut = (): void => {
    left = Number.POSITIVE_INFINITY;
    for (const socket of sockets) socket.destroy();
  };
  const carry = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    from.on('data', (bytes: Buffer) => {
      const passed = bytes.subarray(0, left);
      left -= passed.length;
      if (!to.destroyed && !to.write(passed)) from.pause();
      if (left <= 0) cut();
    });
    to.on('drain', () => from.resume());
    from.on('end', () => to.end());
  };
  const listener = createServer((near) => {
    if (!isOpen) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    carry(near, far);
    carry(far, near);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    cut,
    cutAfter(bytes) {
      left = bytes;
    },
    open(wanted) {
      isOpen = wanted;
      if (!isOpen) cut();
    },
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        cut();
      }),
  };
}

import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A device that is reached over TCP. */
export interface SimServer {
  readonly port: number;
  /** Writes bytes to every connected client. */
  emit(bytes: Uint8Array): void;
  /** Breaks every connection. */
  cut(): void;
  close(): Promise<void>;
}

/** Serves a device on the loopback interface. @param greet returns the bytes written to a client that connects */
export async function serveSim(
  device: (bytes: Uint8Array) => Uint8Array,
  greet: (busy: boolean) => Uint8Array = () => new Uint8Array(0),
): Promise<SimServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const busy = sockets.size > 0;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.write(greet(busy));
    socket.on('data', (bytes) => socket.write(device(bytes)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    emit: (bytes) => sockets.forEach((socket) => void socket.write(bytes)),
    cut: () => sockets.forEach((socket) => void socket.destroy()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

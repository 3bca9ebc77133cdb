import { connect, type Socket } from 'node:net';
import { type ByteTransport, TransportError } from '../types.ts';

/** Makes a transport over a TCP connection, for fixed readers and serial device servers. */
export function tcpTransport(host: string, port: number): ByteTransport {
  let socket: Socket | null = null;
  let onData = (_bytes: Uint8Array): void => undefined;
  let onLost = (): void => undefined;
  return {
    path: `tcp://${host}:${port}`,
    open: () =>
      new Promise((resolve, reject) => {
        const opening = connect({ host, port, noDelay: true });
        socket = opening;
        let isOpen = false;
        opening.on('connect', () => {
          isOpen = true;
          resolve();
        });
        opening.on('data', (bytes) => onData(bytes));
        opening.on('error', (error: Error & { code?: string }) => {
          if (!isOpen) reject(new TransportError(error.code === 'ECONNREFUSED' ? 'busy' : 'asleep', error.message));
        });
        opening.on('close', () => {
          if (isOpen && socket === opening) onLost();
        });
      }),
    write: (bytes) =>
      new Promise((resolve, reject) => {
        if (socket === null || socket.destroyed) {
          reject(new TransportError('lost', 'The connection is closed.'));
          return;
        }
        socket.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    close() {
      const closing = socket;
      socket = null;
      if (closing === null || closing.destroyed) return Promise.resolve();
      return new Promise((resolve) => {
        closing.once('close', () => resolve());
        // Bytes already written, such as the closing commands, are still sent.
        closing.end(() => closing.destroy());
      });
    },
    onData(listener) {
      onData = listener;
    },
    onLost(listener) {
      onLost = listener;
    },
  };
}

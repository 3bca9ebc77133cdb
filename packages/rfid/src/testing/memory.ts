import { type ByteTransport, type ReaderFault, TransportError } from '../types.ts';

/** A port in memory. */
export interface MemoryPort {
  transport(): ByteTransport;
  /** Writes bytes to the owner of the open port. */
  emit(bytes: Uint8Array): void;
  /** Pulls the cable. */
  pull(): void;
  /** All bytes that were written to the port. */
  readonly written: Uint8Array[];
  /** Number of times it was opened. */
  readonly opened: number;
  readonly isOpen: boolean;
  /** Reason for which the port refuses to open; null: it opens. */
  refuses: ReaderFault | null;
}

/** Makes a port. @param device the device behind it: receives bytes and returns its answer */
export function memoryPort(path: string, device: (bytes: Uint8Array) => Uint8Array): MemoryPort {
  let current: { data(bytes: Uint8Array): void; lost(): void } | null = null;
  const written: Uint8Array[] = [];
  let opened = 0;
  const port: MemoryPort = {
    written,
    refuses: null,
    get opened() {
      return opened;
    },
    get isOpen() {
      return current !== null;
    },
    emit: (bytes) => current?.data(bytes),
    pull() {
      const lost = current;
      current = null;
      lost?.lost();
    },
    transport() {
      let data = (_bytes: Uint8Array): void => undefined;
      let lost = (): void => undefined;
      let own: typeof current = null;
      return {
        path,
        async open() {
          if (port.refuses !== null) throw new TransportError(port.refuses, 'refused');
          if (current !== null) throw new TransportError('busy', 'Cannot lock port');
          opened += 1;
          own = { data: (bytes) => data(bytes), lost: () => lost() };
          current = own;
        },
        async write(bytes) {
          if (current !== own || own === null) throw new TransportError('lost', 'closed');
          written.push(bytes);
          const answer = device(bytes);
          if (answer.length > 0) data(answer);
        },
        async close() {
          if (current === own) current = null;
          own = null;
        },
        onData(listener) {
          data = listener;
        },
        onLost(listener) {
          lost = listener;
        },
      };
    },
  };
  return port;
}

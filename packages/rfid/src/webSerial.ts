import { type ByteTransport, type ReaderFault, TransportError } from './types.ts';

/** A port of the browser's Web Serial, as far as readers need it. */
export interface WebSerialPort {
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
  open(options: { baudRate: number }): Promise<void>;
  close(): Promise<void>;
}

/** Nominal speed; readers on Bluetooth and USB accept any. */
const BAUD = 115_200;

/** Makes a transport over a port that a person chose in the browser. @param path name to use for the port, because the browser provides none */
export function webSerialTransport(port: WebSerialPort, path: string, baudRate = BAUD): ByteTransport {
  let onData = (_bytes: Uint8Array): void => undefined;
  let onLost = (): void => undefined;
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  let writer: WritableStreamDefaultWriter<Uint8Array> | null = null;

  /** Reads until the port is closed. After an error of single bytes (framing, overrun) the browser provides a new stream, from which reading continues. */
  async function read(): Promise<void> {
    for (;;) {
      if (port.readable === null || writer === null) break;
      const current = port.readable.getReader();
      reader = current;
      try {
        for (;;) {
          const { value, done } = await current.read();
          if (done) break;
          onData(value);
        }
      } catch {
        // The browser has replaced the stream, or set it to null because the port was removed.
      } finally {
        current.releaseLock();
      }
      if (reader !== current) return;
    }
    if (writer !== null) onLost();
  }

  return {
    path,
    async open() {
      try {
        await port.open({ baudRate });
      } catch (error) {
        throw new TransportError(faultOf(error), error instanceof Error ? error.message : '');
      }
      writer = port.writable?.getWriter() ?? null;
      if (writer === null) throw new TransportError('failed', 'The port cannot be written to.');
      void read();
    },
    async write(bytes) {
      if (writer === null) throw new TransportError('lost', 'The port is closed.');
      await writer.write(bytes);
    },
    async close() {
      if (writer === null) return;
      const [closingReader, closingWriter] = [reader, writer];
      reader = null;
      writer = null;
      await closingReader?.cancel().catch(() => undefined);
      closingWriter.releaseLock();
      await port.close().catch(() => undefined);
    },
    onData(listener) {
      onData = listener;
    },
    onLost(listener) {
      onLost = listener;
    },
  };
}

/** Reason why the browser could not open a port. */
function faultOf(error: unknown): ReaderFault {
  if (!(error instanceof Error)) return 'failed';
  // The port is open in this page, another tab or another program.
  if (error.name === 'InvalidStateError' || error.name === 'NetworkError') return 'busy';
  return error.name === 'NotFoundError' ? 'lost' : 'failed';
}

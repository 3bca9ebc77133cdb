import { SerialPort } from 'serialport';
import { type ByteTransport, type ReaderFault, TransportError } from '../types.ts';

/** Nominal speed; readers on Bluetooth and USB accept any. */
const BAUD = 115_200;

/** Makes a transport over a serial port of this computer. */
export function serialTransport(path: string, baudRate = BAUD): ByteTransport {
  let port: SerialPort | null = null;
  let onData = (_bytes: Uint8Array): void => undefined;
  let onLost = (): void => undefined;
  return {
    path,
    open: () =>
      new Promise((resolve, reject) => {
        // The control lines stay as they are: raising them resets some boards.
        const opened = new SerialPort({ path, baudRate, autoOpen: false, hupcl: false });
        port = opened;
        // A port without a listener for errors would end the process.
        opened.on('error', () => undefined);
        opened.on('data', (bytes: Buffer) => onData(bytes));
        opened.on('close', () => {
          if (port === opened) onLost();
        });
        opened.open((error) =>
          error === null ? resolve() : reject(new TransportError(faultOf(error.message), error.message)),
        );
      }),
    write: (bytes) =>
      new Promise((resolve, reject) => {
        if (port === null || !port.isOpen) {
          reject(new TransportError('lost', 'The port is closed.'));
          return;
        }
        port.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    close() {
      const closing = port;
      port = null;
      return closing === null || !closing.isOpen
        ? Promise.resolve()
        : new Promise((resolve) => closing.close(() => resolve()));
    },
    onData(listener) {
      onData = listener;
    },
    onLost(listener) {
      onLost = listener;
    },
  };
}

/** Reason why a port could not be opened, from the message of the operating system. */
function faultOf(message: string): ReaderFault {
  if (/cannot lock port|access denied|resource busy|EBUSY/i.test(message)) return 'busy';
  if (/permission denied|EACCES|operation not permitted/i.test(message)) return 'noPermission';
  if (/error code 121|semaphore|host is down|EHOSTDOWN|timed? ?out/i.test(message)) return 'asleep';
  return /no such file|file not found|ENOENT|ENXIO/i.test(message) ? 'lost' : 'failed';
}

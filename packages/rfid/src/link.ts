import {
  type ByteTransport,
  type ReaderClock,
  type ReaderFault,
  type ReaderMachine,
  type ReaderOutput,
  type ScanProfile,
  TransportError,
} from './types.ts';

/** Events for the owner of a link. */
export type LinkEvent = Exclude<ReaderOutput, { type: 'write' }>;

/** One connection to one reader, from the opening of its port to its end. */
export interface Link {
  startScan(profile: ScanProfile): void;
  stopScan(): void;
  /** Sends the closing commands and closes the port. No event follows. */
  close(): Promise<void>;
}

/** Time limit in ms for opening a port; it includes the Bluetooth connection. */
const OPEN_MS = 15_000;
/** Time limit in ms for the closing commands. */
const GOODBYE_MS = 500;

/**
 * Opens a port and runs a reader's state machine over it. The last event is always `failed`, unless the link is closed by its owner.
 * @param notify receives the events; never called after `failed` or `close`
 */
export function openLink(
  transport: ByteTransport,
  machine: ReaderMachine,
  clock: ReaderClock,
  notify: (event: LinkEvent) => void,
): Link {
  let over = false;
  let isOpen = false;
  let cancelWake = (): void => undefined;
  // Serialises the writes. A write has no timeout: when a port accepts no bytes, the reader does not answer and the state machine times out.
  let writing: Promise<void> = Promise.resolve();

  function end(fault: ReaderFault): void {
    if (over) return;
    over = true;
    cancelWake();
    void transport.close().catch(() => undefined);
    notify({ type: 'failed', fault });
  }

  function apply(outputs: readonly ReaderOutput[]): void {
    for (const output of outputs) {
      if (over) return;
      if (output.type === 'write') {
        writing = writing.then(() => transport.write(output.bytes)).catch(() => end('lost'));
      } else if (output.type === 'failed') end(output.fault);
      else notify(output);
    }
    wake();
  }

  function wake(): void {
    cancelWake();
    const at = over ? null : machine.wakeAt();
    if (at === null) return;
    cancelWake = clock.after(Math.max(0, at - clock.now()), () => apply(machine.elapsed(clock.now())));
  }

  transport.onData((bytes) => {
    if (isOpen && !over) apply(machine.received(bytes, clock.now()));
  });
  transport.onLost(() => end('lost'));
  const cancelOpening = clock.after(OPEN_MS, () => end('asleep'));
  void open();

  async function open(): Promise<void> {
    try {
      await transport.open();
    } catch (error) {
      end(error instanceof TransportError ? error.fault : 'failed');
      return;
    } finally {
      cancelOpening();
    }
    if (over) {
      await transport.close().catch(() => undefined);
      return;
    }
    isOpen = true;
    apply(machine.opened(clock.now()));
  }

  return {
    startScan(profile) {
      if (isOpen && !over) apply(machine.startScan(profile, clock.now()));
    },
    stopScan() {
      if (isOpen && !over) apply(machine.stopScan(clock.now()));
    },
    async close() {
      if (over) return;
      over = true;
      cancelWake();
      cancelOpening();
      if (isOpen) {
        const goodbye = machine
          .closing(clock.now())
          .flatMap((output) => (output.type === 'write' ? [output.bytes] : []));
        const sent = (async (): Promise<void> => {
          await writing;
          for (const bytes of goodbye) await transport.write(bytes);
        })().catch(() => undefined);
        await Promise.race([sent, new Promise<void>((resolve) => void clock.after(GOODBYE_MS, resolve))]);
      }
      await transport.close().catch(() => undefined);
    },
  };
}

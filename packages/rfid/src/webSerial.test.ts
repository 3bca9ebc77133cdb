import { describe, expect, it, vi } from 'vitest';
import { openReaders, tslMachine, webSerialTransport, type WebSerialPort } from './index.ts';
import { tslSim } from './testing/index.ts';

/** A serial port of a browser with a simulated device. */
function browserPort(device: (bytes: Uint8Array) => Uint8Array) {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  const port = {
    readable: null as ReadableStream<Uint8Array> | null,
    writable: null as WritableStream<Uint8Array> | null,
    opened: 0,
    emit: (bytes: Uint8Array): void => controller?.enqueue(bytes),
    /** Bytes were lost: the stream ends, a new one follows. */
    stumble(): void {
      const broken = controller;
      port.readable = stream();
      broken?.error(new Error('framing'));
    },
    unplug(): void {
      const lost = controller;
      port.readable = null;
      lost?.error(new Error('gone'));
    },
    async open() {
      if (port.readable !== null) throw Object.assign(new Error('open'), { name: 'InvalidStateError' });
      port.opened += 1;
      port.readable = stream();
      port.writable = new WritableStream({ write: (bytes) => port.emit(device(bytes)) });
    },
    async close() {
      if (port.readable?.locked === true || port.writable?.locked === true) throw new Error('still locked');
      port.readable = null;
      port.writable = null;
    },
  };
  const stream = (): ReadableStream<Uint8Array> =>
    new ReadableStream({
      start(begun) {
        controller = begun;
      },
    });
  return port satisfies WebSerialPort;
}

const clock = {
  now: () => performance.now(),
  after(ms: number, callback: () => void) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

describe('a reader at a port of the browser', () => {
  it('is found, reads by its trigger, tolerates lost bytes, and releases the port', async () => {
    const sim = tslSim({ serial: '1128-EU-000007' });
    const port = browserPort((bytes) => sim.receive(bytes));
    const tags: string[] = [];
    const readers = openReaders({
      discover: async () => [
        {
          path: 'serial-1',
          label: '',
          trust: 'auto' as const,
          transport: () => webSerialTransport(port, 'serial-1'),
          machine: () => tslMachine(),
        },
      ],
      clock,
      notify(event) {
        if (event.type === 'tag') tags.push(event.read.tag);
      },
    });
    await vi.waitFor(() => expect(readers.devices()).toMatchObject([{ id: '1128-EU-000007', state: 'ready' }]), {
      timeout: 5_000,
    });
    sim.tags = [{ epc: '3414257BF40000000000162E', rssi: -30 }];
    port.emit(sim.trigger());
    await vi.waitFor(() => expect(tags).toEqual(['3414257BF40000000000162E']));
    port.stumble();
    sim.tags = [{ epc: 'E28011606000020A12345678', rssi: -30 }];
    await new Promise((resolve) => setTimeout(resolve, 10));
    port.emit(sim.trigger());
    await vi.waitFor(() => expect(tags).toHaveLength(2));
    await readers.close();
    expect(port.readable).toBeNull();
  });

  it('is lost when it is unplugged, and busy when the port is open elsewhere', async () => {
    const port = browserPort(() => new Uint8Array(0));
    const transport = webSerialTransport(port, 'serial-1');
    const lost = vi.fn();
    transport.onLost(lost);
    await transport.open();
    await expect(webSerialTransport(port, 'serial-1').open()).rejects.toMatchObject({ fault: 'busy' });
    expect(lost).not.toHaveBeenCalled();
    port.unplug();
    await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce());
  });
});

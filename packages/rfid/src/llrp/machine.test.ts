import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { llrpSim } from '../testing/index.ts';
import type { ReaderOutput } from '../types.ts';
import { llrpMachine } from './machine.ts';
import { encodeMessage, joined, MESSAGE, messageSplitter, u8 } from './messages.ts';

const RUNS = { numRuns: 200, seed: 20_261_123 };

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function pair() {
  const sim = llrpSim();
  const machine = llrpMachine();
  const events: ReaderOutput[] = [];
  const written: Uint8Array[] = [];
  const take = (outputs: ReaderOutput[], now: number): void => {
    for (const output of outputs) {
      if (output.type !== 'write') {
        events.push(output);
        continue;
      }
      written.push(output.bytes);
      take(machine.received(sim.receive(output.bytes), now), now);
    }
  };
  take(machine.opened(0), 0);
  return { sim, machine, events, written, take };
}

describe('a fixed reader that speaks LLRP', () => {
  it('is identified and configured, and reports tags once it is started', () => {
    const { sim, machine, events, take } = pair();
    take(machine.received(sim.greet(), 10), 10);
    expect(events[0]).toEqual({ type: 'ready', info: { product: 'Impinj 2001002', serial: null, firmware: '6.4.1' } });
    expect(sim.taken).toEqual([1, 3, 21, 20, 24]);
    expect(sim.report('3414257BF40000000000162E', -41)).toHaveLength(0);

    take(machine.startScan({ mode: 'bulk' }, 20), 20);
    expect(sim.running).toBe(true);
    events.length = 0;
    take(machine.received(sim.report('3414257BF40000000000162E', -41, 2), 30), 30);
    take(machine.received(sim.report('E28011606000020A1234567890ABCDEF', -60), 31), 31);
    expect(events).toMatchObject([
      { type: 'tag', read: { tag: '3414257BF40000000000162E', rssi: -41, antenna: 2, kind: 'epc' } },
      { type: 'tag', read: { tag: 'E28011606000020A1234567890ABCDEF', rssi: -60, antenna: 1 } },
    ]);
    take(machine.stopScan(40), 40);
    expect(sim.running).toBe(false);
    take(machine.closing(50), 50);
    expect(sim.taken.slice(-2)).toEqual([MESSAGE.deleteSpec, MESSAGE.close]);
  });

  it('gets the instructions that the standard prescribes', () => {
    const { sim, machine, written, take } = pair();
    take(machine.received(sim.greet(), 10), 10);
    // Keepalive each 10 s, without a reset to factory settings.
    expect(hex(written[1]!)).toBe(['0403000000140000000200', '00dc000901', '00002710'].join(''));
    // All antennas, until it is stopped, a report for each tag with antenna and signal strength (LLRP 1.0.1, section 16).
    const boundary = ['00b20012', '00b3000500', '00b600090000000000'];
    const antennas = ['00b70018', '00010000', '00b800090000000000', '00ba0007000101'];
    const report = ['00ed000d010001', '00ee00061400'];
    expect(hex(written[3]!)).toBe(
      ['04140000004b00000004', '00b100410000113a0000', ...boundary, ...antennas, ...report].join(''),
    );
  });

  it('gets an answer to its keepalive, and is lost after a long silence', () => {
    const { sim, machine, events, take } = pair();
    take(machine.received(sim.greet(), 0), 0);
    take(machine.received(sim.keepalive(), 30_000), 30_000);
    expect(sim.taken.at(-1)).toBe(MESSAGE.keepaliveAck);
    expect(machine.elapsed(40_000)).toEqual([]);
    expect(machine.wakeAt()).toBe(65_000);
    take(machine.elapsed(65_000), 65_000);
    expect(events.at(-1)).toEqual({ type: 'failed', fault: 'noAnswer' });
  });

  it('that serves another client is busy, and one without the first message is not a reader', () => {
    const first = pair();
    first.take(first.machine.received(first.sim.greet(true), 1), 1);
    expect(first.events).toEqual([{ type: 'failed', fault: 'busy' }]);
    const second = pair();
    second.take(second.machine.elapsed(5_000), 5_000);
    expect(second.events).toEqual([{ type: 'failed', fault: 'notAReader' }]);
  });

  it('that stops answering while it is configured is given up', () => {
    const { sim, machine, events, take } = pair();
    sim.ignore = 1;
    take(machine.received(sim.greet(), 0), 0);
    take(machine.elapsed(5_000), 5_000);
    expect(events).toEqual([{ type: 'failed', fault: 'noAnswer' }]);
  });
});

describe('the stream of a fixed reader', () => {
  const stream = joined([
    llrpSim().greet(),
    encodeMessage(MESSAGE.keepalive, 7),
    encodeMessage(MESSAGE.configSet, 8, u8(1), u8(2)),
  ]);

  it('yields the same messages for every division', () => {
    const whole = messageSplitter().push(stream).messages;
    expect(whole.map(({ type }) => type)).toEqual([63, 62, 13]);
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 40 }), (sizes) => {
        const splitter = messageSplitter();
        const messages = [];
        let at = 0;
        for (const size of sizes) {
          messages.push(...splitter.push(stream.subarray(at, at + size)).messages);
          at += size;
        }
        messages.push(...splitter.push(stream.subarray(at)).messages);
        expect(messages).toEqual(whole);
      }),
      RUNS,
    );
  });

  it('may be any bytes, before and after the first message, without an exception', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }), (greeted, pieces) => {
        const { sim, machine, take } = pair();
        if (greeted) take(machine.received(sim.greet(), 0), 0);
        for (const piece of pieces) machine.received(piece, 1);
        machine.elapsed(100_000);
      }),
      RUNS,
    );
  });

  it('may contain any well-framed messages with any contents', () => {
    const bodies = fc.tuple(fc.constantFrom(61, 63, 11, 30, 34, 100), fc.uint8Array({ maxLength: 120 }));
    fc.assert(
      fc.property(fc.array(bodies, { maxLength: 10 }), (messages) => {
        const { sim, machine, take } = pair();
        take(machine.received(sim.greet(), 0), 0);
        for (const [type, body] of messages) machine.received(encodeMessage(type, 1, body), 1);
      }),
      RUNS,
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { random, type TslSim, tslSim } from '../testing/index.ts';
import type { ReaderMachine, ReaderOutput } from '../types.ts';
import { blockParser } from './blocks.ts';
import { tslMachine } from './machine.ts';

const RUNS = { numRuns: 200, seed: 20_261_123 };

const bytesOf = (lines: readonly string[]): Uint8Array =>
  new TextEncoder().encode(lines.map((line) => `${line}\r\n`).join(''));
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).trim();

/** A machine and a simulated reader that exchange messages, with the time of the test. */
function pair(sim: TslSim = tslSim(), cut: (bytes: Uint8Array) => Uint8Array[] = (bytes) => [bytes]) {
  const machine: ReaderMachine = tslMachine();
  const events: Exclude<ReaderOutput, { type: 'write' }>[] = [];
  let now = 0;
  const take = (outputs: ReaderOutput[]): void => {
    for (const output of outputs) {
      if (output.type !== 'write') events.push(output);
      else for (const piece of cut(sim.receive(output.bytes))) take(machine.received(piece, now));
    }
  };
  const emit = (bytes: Uint8Array): void => {
    for (const piece of cut(bytes)) take(machine.received(piece, now));
  };
  const advance = (ms: number): void => {
    const until = now + ms;
    for (;;) {
      const at = machine.wakeAt();
      if (at === null || at > until) break;
      now = Math.max(now, at);
      take(machine.elapsed(now));
    }
    now = until;
  };
  take(machine.opened(now));
  return { machine, sim, events, take, emit, advance, now: () => now };
}

const tagsOf = (events: readonly { type: string }[]): string[] =>
  (events as ReaderOutput[]).flatMap((event) => (event.type === 'tag' ? [event.read.tag] : []));

describe('a TSL reader', () => {
  it('is identified by its answer, configured and queried for its battery', () => {
    const { events, sim, advance } = pair();
    advance(100);
    expect(events).toEqual([
      { type: 'ready', info: { product: 'TSL 1128', serial: '1128-EU-000001', firmware: '1.4.0' } },
      { type: 'battery', battery: { percent: 78, charge: 'discharging' } },
    ]);
    expect(sim.commands).toEqual([
      '.vr LCMD 000001',
      '.sa LCMD 000002 -x -aon -sinv',
      '.al LCMD 000003 -x -bon -voff -n',
      '.iv LCMD 000004 -x -aloff -ron -o20 -n',
      '.bl LCMD 000005',
    ]);
  });

  it('reports the tags that its trigger read, and finding none is not an error', () => {
    const { events, sim, emit, advance } = pair();
    advance(100);
    events.length = 0;
    emit(sim.trigger());
    sim.tags = [{ epc: '3414257BF40000000000162E', rssi: -26 }];
    emit(sim.trigger());
    expect(events).toEqual([
      { type: 'trigger', pressed: true },
      { type: 'round' },
      { type: 'trigger', pressed: false },
      { type: 'trigger', pressed: true },
      {
        type: 'tag',
        read: {
          kind: 'epc',
          tag: '3414257BF40000000000162E',
          raw: '3414257BF40000000000162E',
          rssi: -44,
          source: 'trigger',
          antenna: null,
        },
      },
      { type: 'round' },
      { type: 'trigger', pressed: false },
    ]);
  });

  it('lowers its power to read one tag close by, loops until it is stopped, and reads with the trigger as before', () => {
    const { machine, events, sim, take, advance, now } = pair();
    advance(100);
    sim.tags = [
      { epc: '3414257BF40000000000162E', rssi: -30 },
      { epc: 'E28011606000020A12345678', rssi: -60 },
    ];
    sim.commands.length = 0;
    take(machine.startScan({ mode: 'single' }, now()));
    advance(500);
    expect(new Set(tagsOf(events))).toEqual(new Set(['3414257BF40000000000162E']));
    take(machine.stopScan(now()));
    const commands = sim.commands.length;
    advance(5_000);
    expect(sim.commands).toHaveLength(commands);
    expect(sim.commands[0]).toContain('-o10');
    expect(sim.commands.at(-1)).toContain('-o20');
    events.length = 0;
    take(machine.startScan({ mode: 'bulk' }, now()));
    expect(tagsOf(events)).toEqual(['3414257BF40000000000162E', 'E28011606000020A12345678']);
  });

  it('distinguishes the answer to its command from readings of the trigger meanwhile, by the number and not by the order', () => {
    const machine = tslMachine();
    machine.opened(0);
    machine.elapsed(100);
    const identified = machine.received(
      bytesOf([
        'CS: .iv',
        'EP: E28011606000020A12345678',
        'OK:',
        '',
        'CS: .vr LCMD 000001',
        'US: 2128-US-7',
        'OK:',
        '',
      ]),
      110,
    );
    expect(identified.filter(({ type }) => type === 'tag')).toMatchObject([{ read: { source: 'trigger' } }]);
    expect(identified.flatMap((output) => (output.type === 'write' ? [textOf(output.bytes)] : []))).toEqual([
      '.sa LCMD 000002 -x -aon -sinv',
    ]);
  });

  it('is queried again once when it does not answer, and given up after that', () => {
    const { events, sim, advance } = pair();
    advance(100);
    events.length = 0;
    sim.faults.silent = true;
    advance(60_000 + 3_000 + 500 + 3_000);
    expect(events).toEqual([{ type: 'failed', fault: 'noAnswer' }]);
    expect(sim.commands.slice(-3).map((each) => each.slice(0, 3))).toEqual(['.bl', '.ab', '.bl']);
  });

  it('is not a reader when two queries have no or another answer', () => {
    const silent = tslSim();
    silent.faults.silent = true;
    const { events, advance } = pair(silent);
    advance(100 + 2 * 1_500);
    expect(events).toEqual([{ type: 'failed', fault: 'notAReader' }]);
    expect(silent.commands).toHaveLength(2);

    const machine = tslMachine();
    machine.opened(0);
    machine.elapsed(100);
    expect(machine.received(bytesOf(['CS: .vr LCMD 000001', 'OK:']), 120)).toEqual([
      { type: 'failed', fault: 'notAReader' },
    ]);
  });

  it('reports that its battery is too low to read, and continues', () => {
    const { machine, events, sim, take, advance, now } = pair();
    advance(100);
    sim.battery.percent = 1;
    take(machine.startScan({ mode: 'bulk' }, now()));
    expect(events.at(-1)).toEqual({ type: 'fault', fault: 'batteryTooLow' });
  });

  it('works with noise, garbage lines, headers in lower case and lost ends of answers', () => {
    const sim = tslSim();
    sim.tags = [{ epc: '3414257BF40000000000162E', rssi: -26 }];
    Object.assign(sim.faults, { noise: true, garbage: true, lowerCase: true, dropEnds: 0 });
    const { machine, events, take, advance, now } = pair(sim, (bytes) => [...bytes].map((byte) => Uint8Array.of(byte)));
    advance(100);
    expect(events[0]).toMatchObject({ type: 'ready' });
    sim.faults.dropEnds = 1;
    take(machine.startScan({ mode: 'bulk' }, now()));
    advance(400);
    expect(tagsOf(events).length).toBeGreaterThan(1);
    expect(events.filter(({ type }) => type === 'failed')).toEqual([]);
  });
});

describe('the answers of TSL readers', () => {
  const TRANSCRIPT = bytesOf([
    'CS: .vr LCMD 000001',
    'MF: TSL',
    'US: 1128-EU-000001',
    'OK:',
    '',
    'CS: .iv LCMD 000004',
    'EP: 3414257BF40000000000162E',
    'RI: -48',
    'EP: E28011606000020A12345678',
    'RI: -61',
    'OK:',
    '',
    'CS: .iv',
    'ME: No Transponder found',
    'ER:005',
    '',
    'SW: single',
    'CS: .iv',
    'IX: 0001',
    'EP: 3414257BF40000000000162E',
    'RI: -44',
    'IX: 0002',
    'EP: E28011606000020A12345678',
    'OK:',
    '',
  ]);

  it('are split into answers, tags and their ends', () => {
    const events = blockParser().push(TRANSCRIPT);
    expect(events.filter(({ type }) => type === 'record').map((event) => 'fields' in event && event.fields)).toEqual([
      [
        ['EP', '3414257BF40000000000162E'],
        ['RI', '-48'],
      ],
      [
        ['EP', 'E28011606000020A12345678'],
        ['RI', '-61'],
      ],
      [
        ['IX', '0001'],
        ['EP', '3414257BF40000000000162E'],
        ['RI', '-44'],
      ],
      [
        ['IX', '0002'],
        ['EP', 'E28011606000020A12345678'],
      ],
    ]);
    expect(events.flatMap((event) => (event.type === 'end' ? [event.error] : []))).toEqual([0, 0, 5, 0]);
    expect(events).toContainEqual({ type: 'switch', state: 'single' });
  });

  it('are the same for every division of the stream, kind of line end and noise', () => {
    const whole = blockParser().push(TRANSCRIPT);
    fc.assert(
      fc.property(
        fc.array(fc.nat(40), { maxLength: 80 }),
        fc.constantFrom('\r\n', '\r', '\n'),
        fc.boolean(),
        (sizes, end, noise) => {
          const text = new TextDecoder().decode(TRANSCRIPT).replaceAll('\r\n', end);
          const bytes = [...new TextEncoder().encode(text)].flatMap((byte) => (noise ? [0xff, byte, 0] : [byte]));
          const parser = blockParser();
          const events = [];
          let at = 0;
          for (const size of sizes) {
            events.push(...parser.push(Uint8Array.from(bytes.slice(at, at + size))));
            at += size;
          }
          events.push(...parser.push(Uint8Array.from(bytes.slice(at))));
          expect(events).toEqual(whole);
        },
      ),
      RUNS,
    );
  });

  it('may be any bytes, without an exception, and a reader is understood afterwards', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 }), (pieces) => {
        const { machine, events, sim, take, emit, advance, now } = pair();
        advance(100);
        for (const piece of pieces) take(machine.received(piece, now()));
        emit(bytesOf(['', '']));
        events.length = 0;
        sim.tags = [{ epc: '3414257BF40000000000162E', rssi: -26 }];
        emit(sim.trigger());
        expect(tagsOf(events)).toEqual(['3414257BF40000000000162E']);
      }),
      RUNS,
    );
  });

  it('of any pieces with any words of the protocol never throw either', () => {
    const words = [
      'CS: .iv',
      'CS:',
      'OK:',
      'ER: 9',
      'ER:x',
      'EP: 00',
      'IX:',
      'SW: off',
      'RI: -1',
      '',
      ':',
      'CS: .vr LCMD 000001',
      'US: x',
    ];
    const pick = random(7);
    const machine = tslMachine();
    machine.opened(0);
    machine.elapsed(100);
    for (let turn = 0; turn < 5_000; turn += 1) {
      const line = words[Math.floor(pick() * words.length)]!;
      machine.received(bytesOf([line]), 100 + turn);
      if (pick() < 0.1) machine.elapsed(100 + turn);
    }
    expect(machine.protocol).toBe('tsl');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batteryStep } from './battery.ts';
import { trustOf } from './discovery.ts';
import { lineMachine } from './lineReader.ts';
import { canonicalTag, canonicalUid, withoutProtocolControl } from './tag.ts';
import { openWedge } from './wedge.ts';

const RUNS = { numRuns: 200, seed: 20_261_123 };
const EPC = '3414257BF40000000000162E';

describe('a tag number', () => {
  it('is normalized, with its leading zeros', () => {
    expect(canonicalTag(' 0x3414-257b f400:0000 0000 162e')).toBe(EPC);
    expect(canonicalTag('0000000000000001')).toBe('0000000000000001');
  });

  it('is refused when it is blank, not hexadecimal or not in whole words', () => {
    for (const text of ['', '0'.repeat(24), 'F'.repeat(24), '123', '3414257BF4', 'GG14257BF40000000000162E'])
      expect(canonicalTag(text)).toBeNull();
  });

  it('loses its protocol control word only where it has one', () => {
    expect(withoutProtocolControl(`3000${EPC}`)).toBe(EPC);
    expect(withoutProtocolControl(EPC)).toBe(EPC);
  });

  it('of a 13.56 MHz tag is reversed on request, and refused when it is a random one', () => {
    expect(canonicalUid('E004015012345678')).toBe('E004015012345678');
    expect(canonicalUid('78563412500104E0')).toBeNull();
    expect(canonicalUid('78563412500104E0', true)).toBe('E004015012345678');
    expect(canonicalUid('08AABBCC')).toBeNull();
    expect(canonicalUid('04A1B2C3D4E5F6')).toBe('04A1B2C3D4E5F6');
  });
});

describe('the battery icon', () => {
  it('has one step more from 5, 25, 35, 48, 60, 75 and 95 percent on [CNST-09]', () => {
    const steps = [0, 4, 5, 24, 25, 34, 35, 47, 48, 59, 60, 74, 75, 94, 95, 100].map((percent) => batteryStep(percent));
    expect(steps).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]);
    expect(batteryStep(null)).toBeNull();
  });
});

describe('a reader that writes lines', () => {
  it('reports the same tags for every division of its stream and with any bytes in between', () => {
    const stream = new TextEncoder().encode(`${EPC}\r\nnoise\n\nE004015012345678\tE28011606000020A12345678\r`);
    fc.assert(
      fc.property(fc.array(fc.nat(15), { maxLength: 30 }), (sizes) => {
        const machine = lineMachine();
        const outputs = [];
        let at = 0;
        for (const size of sizes) {
          outputs.push(...machine.received(stream.subarray(at, at + size), 0));
          at += size;
        }
        outputs.push(...machine.received(stream.subarray(at), 0));
        expect(outputs.map((output) => output.type === 'tag' && [output.read.kind, output.read.tag])).toEqual([
          ['epc', EPC],
          ['uid', 'E004015012345678'],
          ['epc', 'E28011606000020A12345678'],
        ]);
      }),
      RUNS,
    );
  });

  it('may write any bytes, and lines without an end do not accumulate', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 }), (pieces) => {
        const machine = lineMachine();
        for (const piece of pieces) machine.received(piece, 0);
        const tags = machine.received(new TextEncoder().encode(`\n${EPC}\n`), 0);
        expect(tags.at(-1)).toMatchObject({ type: 'tag', read: { tag: EPC } });
      }),
      RUNS,
    );
    const machine = lineMachine();
    const long = new TextEncoder().encode('A'.repeat(100_000));
    expect(machine.received(long, 0)).toEqual([]);
    expect(machine.received(new TextEncoder().encode(`\n${EPC}\n`), 0)).toHaveLength(1);
  });

  it('is read by the pattern of its lines', () => {
    const machine = lineMachine({ pattern: /TAG=(\w+);/, protocolControl: true });
    const outputs = machine.received(new TextEncoder().encode(`A1 TAG=3000${EPC}; -40\n`), 0);
    expect(outputs).toMatchObject([{ type: 'tag', read: { tag: EPC, kind: 'epc' } }]);
  });
});

describe('a reader that types', () => {
  const type = (text: string, msPerKey: number, end = 'Enter', codes?: readonly string[]) => {
    const wedge = openWedge();
    let at = 1_000;
    for (const [index, key] of text.split('').entries()) {
      expect(wedge.press({ key, code: codes?.[index] ?? `Key${key}`, at })).toBeNull();
      at += msPerKey;
    }
    return wedge.press({ key: end, code: end, at });
  };

  it('is distinguished from a person by its speed', () => {
    expect(type(EPC, 25)).toMatchObject({ tag: EPC, kind: 'epc' });
    expect(type(EPC, 25, 'Tab')).toMatchObject({ tag: EPC });
    expect(type(EPC, 90)).toBeNull();
  });

  it('is not recognised when the input is short or not a tag number', () => {
    expect(type('12345', 10)).toBeNull();
    expect(type('hello world this', 10)).toBeNull();
    expect(type('E004015012345678', 20)).toMatchObject({ kind: 'uid' });
  });

  it('is understood on a keyboard with French layout, where the digits need Shift', () => {
    const row = ['à', '&', 'é', '"', "'", '(', '-', 'è', '_', 'ç'];
    const keys = EPC.split('')
      .map((digit) => (/\d/.test(digit) ? row[Number(digit)]! : digit))
      .join('');
    const codes = EPC.split('').map((digit) => (/\d/.test(digit) ? `Digit${digit}` : `Key${digit}`));
    expect(type(keys, 25, 'Enter', codes)).toMatchObject({ tag: EPC });
  });

  it('may type any keys at any times', () => {
    const keys = fc.array(fc.tuple(fc.string({ maxLength: 3 }), fc.string({ maxLength: 8 }), fc.nat(5_000)), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(keys, (pressed) => {
        const wedge = openWedge();
        for (const [key, code, at] of pressed) wedge.press({ key, code, at });
      }),
      RUNS,
    );
  });
});

describe('a port', () => {
  const none: ReadonlySet<string> = new Set();
  const outgoing =
    'BTHENUM\\{00001101-0000-1000-8000-00805F9B34FB}_VID&0001000D_PID&0000\\7&2B1A&0&00078012ABCD_C00000000';
  const incoming = 'BTHENUM\\{00001101-0000-1000-8000-00805F9B34FB}_LOCALMFG&0000\\7&2B1A&0&000000000000_00000001';

  it('is opened without asking only when a person paired its device', () => {
    expect(trustOf({ path: 'COM17', pnpId: outgoing }, 'win32', none)).toBe('auto');
    expect(trustOf({ path: 'COM18', pnpId: incoming }, 'win32', none)).toBeNull();
    expect(trustOf({ path: 'COM3', pnpId: 'USB\\VID_067B&PID_2303\\5' }, 'win32', none)).toBe('ask');
    expect(trustOf({ path: '/dev/rfcomm0' }, 'linux', none)).toBe('auto');
    expect(trustOf({ path: '/dev/ttyUSB0' }, 'linux', none)).toBe('ask');
    expect(trustOf({ path: '/dev/ttyS0' }, 'linux', none)).toBeNull();
    expect(trustOf({ path: '/dev/cu.1128-EU-000001' }, 'darwin', none)).toBe('ask');
    expect(trustOf({ path: '/dev/cu.Bluetooth-Incoming-Port' }, 'darwin', none)).toBeNull();
  });

  it('is opened without asking after a person accepted its device', () => {
    const port = { path: '/dev/ttyUSB0', pnpId: 'usb-FTDI_US232R_FT123-if00-port0' };
    expect(trustOf(port, 'linux', new Set(['usb-FTDI_US232R_FT123-if00-port0']))).toBe('auto');
    expect(trustOf({ ...port, path: '/dev/ttyUSB4' }, 'linux', new Set(['usb-FTDI_US232R_FT123-if00-port0']))).toBe(
      'auto',
    );
  });
});

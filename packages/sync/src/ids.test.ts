import { describe, expect, it } from 'vitest';
import { derivedId, uuidV7 } from './ids.ts';

const PARENT = '0196e1f0-1234-7abc-9def-000000000001';

describe('the id of a row with a natural key', () => {
  // Rows with these ids are stored: every version has to derive the same ones.
  it.each([
    [['paint'], '0196e1f0-1234-8abc-9020-403e497e12ca'],
    [['paint', null], '0196e1f0-1234-8abc-ace6-52c0daae2901'],
    [['paint', ''], '0196e1f0-1234-8abc-ace6-52c0daae2901'],
    [['a', 'b'], '0196e1f0-1234-8abc-b2d8-422cf361a91b'],
    [['field 7'], '0196e1f0-1234-8abc-bd1e-bac0daef6280'],
  ] as const)('of %j is always the same', (key, id) => {
    expect(derivedId(PARENT, ...key)).toBe(id);
  });

  it('sorts beside its parent, and is a UUID of version 8 with all variants of the standard', () => {
    const ids = Array.from({ length: 200 }, (_, n) => derivedId(PARENT, String(n)));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^0196e1f0-1234-8abc-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([...new Set(ids.map((id) => id.charAt(19)))].toSorted()).toEqual(['8', '9', 'a', 'b']);
  });
});

describe('a new id', () => {
  it('consists of the time, the version, the variant and the random bits (RFC 9562)', () => {
    const time = Date.UTC(2022, 1, 22, 19, 22, 22);
    expect(uuidV7(time, new Uint8Array(10))).toBe('017f22e2-79b0-7000-8000-000000000000');
    expect(uuidV7(time, new Uint8Array(10).fill(255))).toBe('017f22e2-79b0-7fff-bfff-ffffffffffff');
    const random = Uint8Array.from([0x1c, 0xc3, 0x98, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f]);
    expect(uuidV7(time + 0.7, random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  });

  it('of an early time has its zeros, so that ids sort by time', () => {
    expect(uuidV7(1, new Uint8Array(10))).toBe('00000000-0001-7000-8000-000000000000');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256Hex as byNode } from './node.ts';
import { sha256Hex as portable } from './portable.ts';

describe('SHA-256 of a text', () => {
  it('is that of the examples of FIPS 180-4', () => {
    const ofAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect([byNode('abc'), portable('abc')]).toEqual([ofAbc, ofAbc]);
  });

  it('is the same in every implementation, also for lone surrogates', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(0xffff), (text, code) => {
        const whole = text + String.fromCharCode(code);
        expect(byNode(whole)).toBe(portable(whole));
      }),
      { numRuns: 500 },
    );
  });
});

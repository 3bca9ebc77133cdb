import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readBmp } from './bmp.ts';

const LIMIT = 10_000;

/** Mostly the first kind, so that a header with one arbitrary value is otherwise valid. */
const mostly = (usual: fc.Arbitrary<number>, wild: fc.Arbitrary<number>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: wild });

/** A bitmap whose header may say anything, with some bytes behind it. */
const bitmap = fc
  .record({
    start: mostly(fc.nat(80), fc.nat()),
    header: mostly(fc.constantFrom(12, 40, 44, 52, 56, 64, 108, 124), fc.nat()),
    width: mostly(fc.integer({ min: 1, max: 12 }), fc.integer()),
    height: mostly(fc.integer({ min: -12, max: 12 }), fc.integer()),
    depth: mostly(fc.constantFrom(1, 4, 8, 16, 24, 32), fc.nat(65_535)),
    compression: mostly(fc.constantFrom(0, 3), fc.nat()),
    rest: fc.uint8Array({ maxLength: 600, size: 'max' }),
  })
  .map(({ start, header, width, height, depth, compression, rest }) => {
    const head = Buffer.alloc(34);
    head.write('BM', 'latin1');
    head.writeUInt32LE(start, 10);
    head.writeUInt32LE(header, 14);
    if (header === 12) {
      head.writeUInt16LE(width & 0xffff, 18);
      head.writeUInt16LE(height & 0xffff, 20);
      head.writeUInt16LE(depth, 24);
    } else {
      head.writeInt32LE(width, 18);
      head.writeInt32LE(height, 22);
      head.writeUInt16LE(depth, 28);
      head.writeUInt32LE(compression, 30);
    }
    return new Uint8Array(Buffer.concat([head, rest]));
  });

it('any bytes are read as a bitmap within the limit, or refused', () => {
  let read = 0;
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: bitmap }, fc.uint8Array({ maxLength: 200 })), (bytes) => {
      const pixels = readBmp(bytes, LIMIT);
      if (pixels === null) return;
      read += 1;
      expect(pixels.data).toHaveLength(pixels.width * pixels.height * 3);
      expect(pixels.width * pixels.height).toBeLessThanOrEqual(LIMIT);
    }),
    { numRuns: 2_000 },
  );
  expect(read).toBeGreaterThan(20);
});

it('an old header has no compression: what follows it are pixels, whatever they are', () => {
  const bytes = Buffer.alloc(26 + 8);
  bytes.writeUInt32LE(26, 10);
  bytes.writeUInt32LE(12, 14);
  bytes.writeUInt16LE(2, 18);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(24, 24);
  bytes.set([1, 2, 3, 4, 5, 6], 26);
  expect(readBmp(new Uint8Array(bytes), LIMIT)).toEqual({
    width: 2,
    height: 1,
    data: new Uint8Array([3, 2, 1, 6, 5, 4]),
  });
});

it('a header that ends within its colour masks is refused', () => {
  const bytes = Buffer.alloc(58);
  bytes.writeUInt32LE(44, 14);
  bytes.writeInt32LE(1, 18);
  bytes.writeInt32LE(1, 22);
  bytes.writeUInt16LE(16, 28);
  bytes.writeUInt32LE(3, 30);
  bytes.writeUInt32LE(54, 10);
  expect(readBmp(new Uint8Array(bytes), LIMIT)).toBeNull();
});

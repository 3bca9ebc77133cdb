import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { readBmp } from './bmp.ts';
import { sharpImages } from './images.ts';

const images = sharpImages();
const decode = (bytes: Uint8Array) => images.decode(bytes, 'a company');

/** A picture that is red on the left and blue on the right. */
function drawing(width: number, height: number): Sharp {
  const half = Math.floor(width / 2);
  const red = { create: { width: half, height, channels: 3 as const, background: '#ff0000' } };
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: red, left: 0, top: 0 },
  ]);
}

/** The colour of the pixel at a share of width and height. */
async function colorAt(bytes: Uint8Array, across: number, down: number): Promise<string> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const x = Math.floor(info.width * across);
  const y = Math.floor(info.height * down);
  const at = (y * info.width + x) * info.channels;
  const [red, green, blue] = [...data.subarray(at, at + 3)] as [number, number, number];
  const near = (value: number, wanted: number): boolean => Math.abs(value - wanted) < 30;
  if (near(red, 255) && near(green, 0) && near(blue, 0)) return 'red';
  if (near(red, 0) && near(green, 0) && near(blue, 255)) return 'blue';
  if (near(red, 255) && near(green, 255) && near(blue, 255)) return 'white';
  return `${red},${green},${blue}`;
}

const sizeOf = async (bytes: Uint8Array): Promise<[number, number, string]> => {
  const { width, height, format } = await sharp(bytes).metadata();
  return [width, height, format];
};

describe('photos', () => {
  it.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'are decoded as %s, with copies of 1280 and 320 pixels',
    async (format) => {
      const decoded = (await decode(await drawing(2000, 1000).toFormat(format).toBuffer()))!;
      expect([decoded.width, decoded.height]).toEqual([2000, 1000]);
      expect(await sizeOf(decoded.renditions[1280])).toEqual([1280, 640, 'jpeg']);
      expect(await sizeOf(decoded.renditions[320])).toEqual([320, 160, 'jpeg']);
      expect(await colorAt(decoded.renditions[320], 0.2, 0.5)).toBe('red');
      expect(await colorAt(decoded.renditions[1280], 0.8, 0.5)).toBe('blue');
    },
  );

  it.each([
    [1, [400, 200], [0.2, 0.5]],
    [3, [400, 200], [0.8, 0.5]],
    [6, [200, 400], [0.5, 0.2]],
    [8, [200, 400], [0.5, 0.8]],
  ])('are rotated upright by orientation %i', async (orientation, size, [across, down]) => {
    const stored = await drawing(400, 200).withMetadata({ orientation }).jpeg().toBuffer();
    const decoded = (await decode(stored))!;
    expect([decoded.width, decoded.height]).toEqual(size);
    for (const copy of Object.values(decoded.renditions)) {
      expect((await sizeOf(copy)).slice(0, 2)).toEqual(
        copy === decoded.renditions[1280] ? size : size.map((edge) => edge * 0.8),
      );
      expect(await colorAt(copy, across!, down!)).toBe('red');
    }
  });

  it('are not enlarged, and transparent ones get a white background', async () => {
    const clear = sharp({ create: { width: 40, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
    const decoded = (await decode(await clear.png().toBuffer()))!;
    expect(await sizeOf(decoded.renditions[1280])).toEqual([40, 20, 'jpeg']);
    expect(await colorAt(decoded.renditions[320], 0.5, 0.5)).toBe('white');
  });

  it('have no location or camera in their copies', async () => {
    const stored = await drawing(400, 200)
      .withExif({ IFD0: { Make: 'Kolvik' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '57/1 55/1 52/1' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(stored).metadata()).exif).toBeDefined();
    const { renditions } = (await decode(stored))!;
    expect((await sharp(renditions[1280]).metadata()).exif).toBeUndefined();
  });

  it('are refused when they are truncated', async () => {
    const noise = sharp({
      create: {
        width: 600,
        height: 600,
        channels: 3,
        background: '#888888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    });
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const whole = await noise.clone().toFormat(format).toBuffer();
      expect(await decode(whole), format).not.toBeNull();
      expect(await decode(whole.subarray(0, whole.length / 2)), format).toBeNull();
      expect(await decode(whole.subarray(0, 40)), format).toBeNull();
    }
  });

  it('are refused when only their first bytes are those of a picture', async () => {
    for (const head of ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff\xe0', 'GIF89a', 'RIFF\x10\0\0\0WEBP', 'BM']) {
      expect(await decode(Buffer.from(`${head}nothing of the kind at all`, 'latin1'))).toBeNull();
    }
  });

  it('are refused as decompression bombs without allocating their memory', async () => {
    const before = process.memoryUsage().rss;
    expect(await decode(bomb(60_000, 60_000))).toBeNull();
    expect(await decode(bomb(20_000, 20_000))).toBeNull();
    // Few enough pixels to be read row by row, but interlaced: all of it would have to be unpacked first.
    expect(await decode(bomb(10_900, 10_900, { depth: 16, color: 6, interlaced: true }))).toBeNull();
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  it('are queued when many arrive at once', async () => {
    const stored = await drawing(800, 600).jpeg().toBuffer();
    const all = await Promise.all(Array.from({ length: 12 }, () => decode(stored)));
    expect(all.every((decoded) => decoded?.width === 800)).toBe(true);
  });
});

/** A PNG of zeros that is tiny as a file and huge as a picture. */
function bomb(width: number, height: number, { depth = 1, color = 0, interlaced = false } = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, color, 0, 0, Number(interlaced)], 8);
  const row = Buffer.alloc(Math.ceil(width / 8) + 1);
  const data = deflateSync(Buffer.concat(Array.from({ length: 500 }, () => row)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

describe('bitmaps', () => {
  const RED = [255, 0, 0];
  const BLUE = [0, 0, 255];

  /** A bitmap of two pixels, red and blue, of a depth. */
  function bitmap(depth: number, pixels: number[], palette: number[] = [], compression = 0): Buffer {
    const stride = Math.ceil((depth * 2) / 32) * 4;
    const head = Buffer.alloc(54);
    head.write('BM');
    head.writeUInt32LE(54 + palette.length, 10);
    head.writeUInt32LE(40, 14);
    head.writeInt32LE(2, 18);
    head.writeInt32LE(1, 22);
    head.writeUInt16LE(1, 26);
    head.writeUInt16LE(depth, 28);
    head.writeUInt32LE(compression, 30);
    const data = Buffer.alloc(stride);
    data.set(pixels);
    return Buffer.concat([head, Buffer.from(palette), data]);
  }

  const redAndBlue = [0, 0, 255, 0, 255, 0, 0, 0];

  it.each([
    [1, bitmap(1, [0b0100_0000], redAndBlue)],
    [4, bitmap(4, [0x01], redAndBlue)],
    [8, bitmap(8, [0, 1], redAndBlue)],
    [16, bitmap(16, [0x00, 0x7c, 0x1f, 0x00])],
    [24, bitmap(24, [0, 0, 255, 255, 0, 0])],
    [32, bitmap(32, [0, 0, 255, 0, 255, 0, 0, 0])],
    [16, bitmap(16, [0x00, 0xf8, 0x1f, 0x00], [0, 0xf8, 0, 0, 0xe0, 7, 0, 0, 0x1f, 0, 0, 0], 3)],
  ])('are read at %i bits', async (_depth, bytes) => {
    const read = readBmp(bytes, 100)!;
    expect([read.width, read.height]).toEqual([2, 1]);
    expect([...read.data]).toEqual([...RED, ...BLUE]);
    expect(await decode(bytes)).toMatchObject({ width: 2, height: 1 });
  });

  it('are read from the top when their header states it', () => {
    const upwards = Buffer.concat([bitmap(24, [0, 0, 255, 255, 0, 0]), Buffer.from([255, 0, 0, 0, 0, 255, 0, 0])]);
    upwards.writeInt32LE(2, 22);
    expect([...readBmp(upwards, 100)!.data]).toEqual([...BLUE, ...RED, ...RED, ...BLUE]);
    upwards.writeInt32LE(-2, 22);
    expect([...readBmp(upwards, 100)!.data]).toEqual([...RED, ...BLUE, ...BLUE, ...RED]);
  });

  it('are refused when they are compressed, truncated, too large, or of no size', () => {
    const good = bitmap(24, [0, 0, 255, 255, 0, 0]);
    expect(readBmp(bitmap(8, [0, 1], redAndBlue, 1), 100)).toBeNull();
    expect(readBmp(good.subarray(0, good.length - 1), 100)).toBeNull();
    expect(readBmp(good, 1)).toBeNull();
    for (const [at, value] of [
      [18, 0],
      [18, -2],
      [22, 0],
      [18, 0x7fffffff],
      [10, 0xffffff],
    ] as const) {
      const changed = Buffer.from(good);
      changed.writeInt32LE(value, at);
      expect(readBmp(changed, 40_000_000), `${value} at ${at}`).toBeNull();
    }
  });
});

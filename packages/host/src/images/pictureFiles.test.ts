/** The memory that a photo may take is decided by its head, so that these photos have no more than that. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openPicture } from './pictureFiles.ts';

const plain = sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } });

/** Returns a JPEG whose head states another size. */
async function jpeg(progressive: boolean, edge: number): Promise<Buffer> {
  const bytes = await plain.clone().jpeg({ progressive }).toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, progressive ? 0xc2 : 0xc0]));
  bytes.writeUInt16BE(edge, frame + 5);
  bytes.writeUInt16BE(edge, frame + 7);
  return bytes;
}

/** Returns a GIF whose head states a size, with the data of one pixel. */
function gif(edge: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\xff\0\0\0\0\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;', 'latin1');
  // The size of the screen, and of the frame.
  for (const at of [6, 8, 24, 26]) head.writeUInt16LE(edge, at);
  return head;
}

const sizeOf = async (bytes: Uint8Array): Promise<number[] | null> => {
  const opened = await openPicture(bytes);
  return opened === null ? null : [opened.width, opened.height];
};

describe('a photo', () => {
  it('that is read row by row may have many pixels', async () => {
    expect(await sizeOf(await jpeg(false, 10_900))).toEqual([10_900, 10_900]);
    await expect(openPicture(await jpeg(false, 11_000))).rejects.toThrow();
  });

  it('that is unpacked as a whole may take 320 MiB: two bytes a sample of a progressive JPEG', async () => {
    expect(await sizeOf(await jpeg(true, 7_400))).toEqual([7_400, 7_400]);
    expect(await sizeOf(await jpeg(true, 7_500))).toBeNull();
  });

  it('that is unpacked as a whole may take 320 MiB: one byte a sample of a GIF', async () => {
    expect(await sizeOf(gif(9_000))).toEqual([9_000, 9_000]);
    expect(await sizeOf(gif(10_900))).toBeNull();
  });
});

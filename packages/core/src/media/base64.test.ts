import { describe, expect, it } from 'vitest';
import { mediaPorts } from '../testing/media.ts';
import '../testing/problems.ts';
import { bytesOfBase64 } from './base64.ts';

describe('a content sent as base64', () => {
  let decoded = 0;
  const fromBase64 = (digits: string): ReturnType<typeof mediaPorts.uploads.fromBase64> => {
    decoded += 1;
    return mediaPorts.uploads.fromBase64(digits);
  };
  const ports = { uploads: { ...mediaPorts.uploads, fromBase64 } };
  const read = (text: string, limitBytes = 6): string =>
    Buffer.from(bytesOfBase64(ports as Parameters<typeof bytesOfBase64>[0], text, 'file', limitBytes)).toString();
  const encoded = (text: string): string => Buffer.from(text).toString('base64');

  it('is read with or without the head of a data URL', () => {
    expect(read(encoded('pin'))).toBe('pin');
    expect(read(`data:text/plain;base64,${encoded('pin')}`)).toBe('pin');
  });

  it('may have as many bytes as the limit, and is refused with one more', async () => {
    expect(read(encoded('abcdef'))).toBe('abcdef');
    await expect((async () => read(encoded('abcdefg')))()).rejects.toBeProblem('tooLarge');
  });

  it('is refused for its length before it is decoded', async () => {
    decoded = 0;
    await expect((async () => read(encoded('a'.repeat(20))))()).rejects.toBeProblem('tooLarge');
    expect(decoded).toBe(0);
  });

  it('is refused when it is empty or no base64', async () => {
    for (const text of ['', 'data:,', '%%%']) await expect((async () => read(text))()).rejects.toBeProblem('badInput');
  });
});

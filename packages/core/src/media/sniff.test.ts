import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPolyglot, MEDIA_TYPES, sniff } from './sniff.ts';

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
/** The end of an archive without entries. */
const ZIP_END = `PK\x05\x06${'\0'.repeat(18)}`;

describe('the recognised type of bytes', () => {
  it.each([
    ['image/png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
    ['image/gif', 'GIF89a\x01\0\x01\0'],
    ['image/webp', 'RIFF\x24\0\0\0WEBPVP8 '],
    ['image/bmp', `BM${'\0'.repeat(12)}\x28\0\0\0\x01`],
    ['image/gif', 'GIF87a\x01\0\x01\0'],
    ['image/tiff', 'II*\0\x08\0\0\0'],
    ['image/tiff', 'MM\0*\0\0\0\x08'],
    ['image/heic', '\0\0\0\x18ftypheic\0\0\0\0'],
    ['image/heic', '\0\0\0\x18ftypmif1\0\0\0\0'],
    ['image/avif', '\0\0\0\x18ftypavif\0\0\0\0'],
    ['video/mp4', '\0\0\0\x18ftypisom\0\0\0\0'],
    ['application/pdf', '%PDF-1.7\n'],
    ['application/zip', 'PK\x03\x04\x14\0'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['image/svg+xml', '\xef\xbb\xbf\n<?xml version="1.0"?><!-- drawn --><!DOCTYPE svg><SVG >'],
    ['image/svg+xml', '<!-- a > b -- c --> <!----><svg>'],
    ['text/plain', 'Chain register\r\n1;shackle;8.5 t\n'],
    ['application/octet-stream', '\x7fELF\x02\x01\x01\0\0'],
    ['application/octet-stream', ''],
    // A name or a first word is not sufficient for a picture.
    ['text/plain', 'BM is what this note begins with'],
    ['text/plain', 'RIFF and no more'],
  ])('is %s', (type, content) => {
    expect(sniff(bytes(content))).toBe(type);
  });

  it('is a bitmap with the header of each version of the format, and with no other', () => {
    const bitmap = (header: number): string =>
      sniff(bytes(`BM${'\0'.repeat(12)}${String.fromCharCode(header)}\0\0\0\x01`));
    const sizes = Array.from({ length: 256 }, (_, size) => size);
    expect(sizes.filter((size) => bitmap(size) === 'image/bmp')).toEqual([12, 40, 52, 56, 64, 108, 124]);
  });

  it.each(['<!---->', '<!-- a -->\n', '<!--', '<?xml?>', '<!doctype svg>'])(
    'is found at once although they repeat %j',
    (part) => {
      const began = performance.now();
      expect(sniff(bytes(part.repeat(1_000)))).toBe('text/plain');
      expect(performance.now() - began).toBeLessThan(500);
    },
  );

  it.each([
    ['an HTML page', 'GIF89a/*<html><body>'],
    ['a script', `\xff\xd8\xff\xfe\0\x20<ScRiPt >alert(1)</script>`],
    ['a document', '\x89PNG\r\n\x1a\n\0\0%PDF-1.4'],
    ['an archive', `\xff\xd8\xff\xe0${'x'.repeat(100_000)}${ZIP_END}`],
    ['an archive with a comment', `GIF89a${ZIP_END.slice(0, -2)}\x05\0words`],
  ])('reveals %s hidden in a picture', (_what, content) => {
    expect(isPolyglot(bytes(content))).toBe(true);
  });

  it.each([
    [
      'the metadata of a camera',
      '\xff\xd8\xff\xe1\0\x80http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    ],
    ['the signature of an archive without its directory', `\xff\xd8\xff\xe0${ZIP_END}and more pixels`],
    ['data that a phone appends to a picture', '\xff\xd8\xff\xe0pixels\xff\xd9SEFHk\0\0\0SEFT'],
  ])('tolerates %s in a picture', (_what, content) => {
    expect(isPolyglot(bytes(content))).toBe(false);
  });
});

it('any bytes have one of the known types', () => {
  const begun = fc
    .tuple(
      fc.constantFrom('BM', 'RIFF', 'II*\0', '\0\0\0\x18ftyp', '<?xml ', '<!--', 'PK\x05\x06', '\xff\xd8'),
      fc.uint8Array(),
    )
    .map(([start, rest]) => Uint8Array.from([...bytes(start), ...rest]));
  fc.assert(
    fc.property(fc.oneof(begun, fc.uint8Array({ maxLength: 300 })), (content) => {
      expect(MEDIA_TYPES).toContain(sniff(content));
      expect(typeof isPolyglot(content)).toBe('boolean');
    }),
    { numRuns: 1_000 },
  );
});

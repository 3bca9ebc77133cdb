import { Readable } from 'node:stream';
import { DIRECT_HEADER, type MediaAnswer, Problem } from '@holdfast/contract';
import type { Application } from '@holdfast/core';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Media types that a browser may show inline; everything else is offered as a download (product decision 6). */
const SHOWN = /^(?:image\/(?:jpeg|png|webp|gif|bmp)|application\/pdf)$/;

/**
 * Sends the bytes of a photo or file, or a range of them. The bytes at an address never change, so a browser may cache them. They are never rendered
 * as a page, and no script in them can run (product decision 6, data decision 26).
 */
export async function sendMedia(
  answer: unknown,
  reply: FastifyReply,
  request: FastifyRequest,
  { ports }: Application,
): Promise<void> {
  const { scopeId, sha256, rendition, mimeType, filename, size } = answer as MediaAnswer;
  const etag = `"${sha256.slice(0, 32)}-${rendition ?? 'original'}"`;
  void reply.headers({
    'cache-control': 'private, max-age=31536000, immutable',
    vary: 'Cookie',
    etag,
    'accept-ranges': 'bytes',
    'content-type': mimeType,
    'content-disposition': disposition(SHOWN.test(mimeType) ? 'inline' : 'attachment', filename),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  if (request.headers['if-none-match'] === etag) {
    void reply.code(304).send();
    return;
  }
  const direct = rendition === null && request.headers[DIRECT_HEADER] !== undefined ? ports.blobs.address : undefined;
  // As an attachment, because a bucket sends no content security policy that would block scripts.
  const address = await direct?.(
    { scopeId, sha256 },
    {
      contentType: mimeType,
      contentDisposition: disposition('attachment', filename),
    },
  );
  if (address !== undefined && address !== null) {
    void reply.removeHeader('etag').removeHeader('content-disposition').removeHeader('accept-ranges');
    void reply.header('cache-control', 'no-store').redirect(address, 307);
    return;
  }
  const range = rangeOf(request.headers.range, size);
  if (range === 'outside') {
    void reply.code(416).header('content-range', `bytes */${size}`).send();
    return;
  }
  const key = { scopeId, sha256, rendition };
  // HEAD answers like GET, without reading the content.
  const bytes =
    request.method !== 'HEAD'
      ? await ports.blobs.open(key, range ?? undefined)
      : (await ports.blobs.size(key)) === null
        ? null
        : [];
  if (bytes === null) throw new Problem('notFound');
  if (range !== null) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  void reply.header('content-length', range === null ? size : range.end - range.start + 1);
  // A stream also for HEAD: the framework replaces the length by that of any other payload.
  void reply.send(Readable.from(bytes, { objectMode: false }));
}

/** Returns the requested range; null for all bytes, also when the header is invalid or names several ranges (RFC 9110 §14). */
export function rangeOf(header: string | undefined, size: number): { start: number; end: number } | 'outside' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (match === null || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), size);
    return length === 0 ? 'outside' : { start: size - length, end: size - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (start >= size) return 'outside';
  return end < start ? null : { start, end };
}

/** Characters that change the direction of the text around them: with them `a<U+202E>gnp.exe` reads as `aexe.png`. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Returns a content-disposition header with a file name in any script (RFC 6266), which reads as what it is. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const filename = name.replace(DIRECTIONS, '').replaceAll(/\p{Cc}+/gu, ' ');
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  // Lone surrogates, which some devices write into names, cannot be encoded.
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.codePointAt(0)!.toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

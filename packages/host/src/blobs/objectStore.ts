/** An S3-compatible object store, with the operations that contents need. */
import { S3mini, S3ServiceError } from 's3mini';

/** Address and account of a bucket. */
export interface BucketAddress {
  /** Address of the bucket, as `https://s3.eu-north-1.example.com/holdfast`. */
  url: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** Address at which desktops reach the bucket; null: desktops fetch nothing from it. */
  directUrl: string | null;
}

/** An object of a bucket. */
interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  /** Time at which it was written, milliseconds UTC. */
  storedAt: number;
}

/** A bucket. Every call throws when the store does not answer. */
export interface ObjectStore {
  /** Size and time of an object; null when there is none. */
  stat(key: string): Promise<Omit<StoredObject, 'key'> | null>;
  /** Bytes of an object, or from `start` to `end`, both included; null when there is none. */
  open(key: string, range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | null>;
  /** Writes an object, in parts when it is large. It appears only when it is complete. */
  write(key: string, pieces: AsyncIterable<Uint8Array>, size: number): Promise<void>;
  /**
   * Returns an address at which anyone can read an object for `seconds`, with the given response headers; null when only this server reaches the bucket.
   */
  sign(
    key: string,
    seconds: number,
    headers: { contentType: string; contentDisposition: string },
  ): Promise<string | null>;
  /** Removes an object; does nothing when there is none. */
  remove(key: string): Promise<void>;
  /** Lists the objects whose keys begin with a prefix. */
  list(prefix: string): AsyncIterable<StoredObject>;
}

/** Bytes of one part of a large object. */
const PART_BYTES = 8 * 1024 * 1024;
/** Time in ms after which a request counts as failed, its body included. */
const REQUEST_MS = 10 * 60_000;
/** Objects listed in one request. */
const PAGE = 1_000;

/** Opens a bucket that exists. */
export function openBucket({ url, region, accessKey, secretKey, directUrl }: BucketAddress): ObjectStore {
  const at = (endpoint: string): S3mini =>
    new S3mini({
      endpoint,
      region,
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      requestAbortTimeout: REQUEST_MS,
      minPartSize: PART_BYTES,
    });
  const bucket = at(url);
  const direct = directUrl === null ? null : at(directUrl);
  return {
    async stat(key) {
      const url = await bucket.getPresignedUrl('GET', key, 60);
      // The answer to a request for one byte states size and time of the object. A HEAD request would need another signature.
      const answer = await fetch(url, { headers: { range: 'bytes=0-0' }, signal: AbortSignal.timeout(REQUEST_MS) });
      await answer.body?.cancel();
      if (answer.status === 404) return null;
      const isEmpty = answer.status === 416;
      if (!answer.ok && !isEmpty) throw new Error(`The object store answered ${answer.status}.`);
      const whole = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1];
      const size = isEmpty ? 0 : Number(whole ?? answer.headers.get('content-length') ?? 0);
      return { size, storedAt: Date.parse(answer.headers.get('last-modified') ?? '') || 0 };
    },
    async open(key, range) {
      try {
        const answer =
          range === undefined
            ? await bucket.getObjectResponse(key)
            : await bucket.getObjectRaw(key, false, range.start, range.end + 1);
        return answer?.body ?? null;
      } catch (error) {
        if (error instanceof S3ServiceError && error.status === 404) return null;
        throw error;
      }
    },
    async write(key, pieces, size) {
      if (size <= PART_BYTES) {
        await bucket.putObject(key, await joined(pieces, size));
        return;
      }
      const upload = await bucket.getMultipartUploadId(key);
      try {
        const parts = [];
        for await (const part of inParts(pieces))
          parts.push(await bucket.uploadPart(key, upload, part, parts.length + 1));
        await bucket.completeMultipartUpload(key, upload, parts);
      } catch (error) {
        await bucket.abortMultipartUpload(key, upload).catch(() => undefined);
        throw error;
      }
    },
    async sign(key, seconds, { contentType, contentDisposition }) {
      if (direct === null) return null;
      const query = {
        'response-cache-control': 'no-store',
        'response-content-disposition': contentDisposition,
        'response-content-type': contentType,
      };
      return direct.getPresignedUrl('GET', key, seconds, query);
    },
    async remove(key) {
      await bucket.deleteObject(key);
    },
    async *list(prefix) {
      let next: string | undefined;
      do {
        const page = await bucket.listObjectsPaged('/', prefix, PAGE, next);
        for (const { Key: key, Size: size, LastModified: at } of page?.objects ?? [])
          yield { key, size, storedAt: new Date(at).getTime() };
        next = page?.nextContinuationToken;
      } while (next !== undefined);
    },
  };
}

async function joined(pieces: AsyncIterable<Uint8Array>, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for await (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  if (at !== size) throw new Error(`${at} of ${size} bytes were read.`);
  return bytes;
}

/** Gathers pieces into parts of one size; the last one may be smaller. */
async function* inParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let gathered: Uint8Array[] = [];
  let size = 0;
  for await (let piece of pieces) {
    while (size + piece.length >= PART_BYTES) {
      const rest = PART_BYTES - size;
      yield Buffer.concat([...gathered, piece.subarray(0, rest)]);
      piece = piece.subarray(rest);
      gathered = [];
      size = 0;
    }
    if (piece.length > 0) gathered.push(piece);
    size += piece.length;
  }
  if (size > 0) yield Buffer.concat(gathered);
}

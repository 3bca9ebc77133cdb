/** Releases of the desktop as bytes: signed, packed, checked, unpacked (docs/updates.md). */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { PACK_MARK, readManifest, ReleaseManifest, type SignedManifest } from '@holdfast/contract';

/** A release that must not be used; the message is the reason. */
export class ReleaseRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ReleaseRefused';
  }
}

/** A raw Ed25519 key as a public key in DER begins with these bytes (RFC 8410). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Checks who signed a manifest, and reads it.
 * @param keys raw Ed25519 public keys, base64; any of them may have signed
 * @throws {ReleaseRefused} when none of them did, or it is no manifest
 */
export function verifyManifest({ manifest, signature }: SignedManifest, keys: readonly string[]): ReleaseManifest {
  const bytes = Buffer.from(manifest, 'utf8');
  const signed = keys.some((key) => {
    const raw = Buffer.from(key, 'base64');
    if (raw.length !== 32) return false;
    const publicKey = createPublicKey({ key: Buffer.concat([SPKI_HEAD, raw]), format: 'der', type: 'spki' });
    return verify(null, bytes, publicKey, Buffer.from(signature, 'base64'));
  });
  if (!signed) throw new ReleaseRefused('It is not signed with a key that this device trusts.');
  const read = readManifest(manifest);
  if (read === null) throw new ReleaseRefused('Its list of files cannot be read.');
  return read;
}

/** Signs a manifest. @param privateKey PEM */
export function signManifest(manifest: ReleaseManifest, privateKey: string): SignedManifest {
  const text = JSON.stringify(ReleaseManifest.parse(manifest));
  return {
    manifest: text,
    signature: sign(null, Buffer.from(text, 'utf8'), createPrivateKey(privateKey)).toString('base64'),
  };
}

/** The raw public key of a private one, base64. @param privateKey PEM */
export function publicKeyOf(privateKey: string): string {
  const der = createPublicKey(createPrivateKey(privateKey)).export({ format: 'der', type: 'spki' });
  return der.subarray(SPKI_HEAD.length).toString('base64');
}

/** A file of a release. */
export interface PlainFile {
  path: string;
  content: Buffer;
}

/** Packs and signs a release: its signed manifest, then the compressed files one after the other. */
export function packRelease(
  about: Omit<ReleaseManifest, 'files' | 'product'>,
  files: readonly PlainFile[],
  privateKey: string,
): Buffer {
  const packed = files.map(({ path, content }) => {
    const bytes = gzipSync(content, { level: 9 });
    return { bytes, entry: { path, size: content.length, sha256: sha256Of(content), packed: bytes.length } };
  });
  const manifest = { product: 'Holdfast' as const, ...about, files: packed.map(({ entry }) => entry) };
  // Other characters than ASCII are escaped, so that the head can be read without a decoder.
  const head = Buffer.from(escaped(JSON.stringify(signManifest(manifest, privateKey))), 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([PACK_MARK, length, head, ...packed.map(({ bytes }) => bytes)]);
}

function escaped(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Unpacks one file and checks that it is the one that was signed. @throws {ReleaseRefused} */
export function unpackFile({ path, size, sha256 }: ReleaseManifest['files'][number], packed: Buffer): Buffer {
  let content: Buffer;
  try {
    content = gunzipSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch {
    throw new ReleaseRefused(`${path} is damaged.`);
  }
  if (content.length !== size || sha256Of(content) !== sha256)
    throw new ReleaseRefused(`${path} is not what was signed.`);
  return content;
}

/** SHA-256 of bytes, hexadecimal. */
export function sha256Of(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

import { generateKeyPairSync } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { endOfHead, headOfPack, PACK_START } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import {
  packRelease,
  publicKeyOf,
  ReleaseRefused,
  sha256Of,
  signManifest,
  unpackFile,
  verifyManifest,
} from './releases.ts';

const pem = (): string => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
const key = pem();
const about = {
  version: '1.2.3',
  rollback: false,
  minimumShell: '0.1.0',
  minimumNode: '24.0.0',
  createdAt: '2026-01-15T12:00:00.000Z',
};
const files = [
  { path: 'main.js', content: Buffer.from('run();'.repeat(100)) },
  { path: 'web/empty.css', content: Buffer.alloc(0) },
];

describe('a packed release', () => {
  const pack = packRelease(about, files, key);
  const end = endOfHead(pack.subarray(0, PACK_START))!;
  const signed = headOfPack(pack.subarray(0, end))!;
  const manifest = verifyManifest(signed, [publicKeyOf(key)]);

  it('has its manifest first and then its files, each as it was', () => {
    expect(manifest).toMatchObject({ ...about, product: 'Holdfast' });
    let at = end;
    for (const [i, entry] of manifest.files.entries()) {
      const content = unpackFile(entry, pack.subarray(at, at + entry.packed));
      expect([entry.path, content]).toEqual([files[i]!.path, files[i]!.content]);
      at += entry.packed;
    }
    expect(at).toBe(pack.length);
  });

  it('is trusted when any of the known keys signed it, and with no other key', () => {
    const [own, other] = [publicKeyOf(key), publicKeyOf(pem())];
    expect(verifyManifest(signed, [other, own]).version).toBe('1.2.3');
    const longer = Buffer.concat([Buffer.from(own, 'base64'), Buffer.of(0)]).toString('base64');
    for (const keys of [[], [other], ['c2hvcnQ='], [''], [longer]])
      expect(() => verifyManifest(signed, keys)).toThrow('It is not signed with a key that this device trusts.');
    const changed = { ...signed, manifest: signed.manifest.replace('1.2.3', '1.2.4') };
    expect(() => verifyManifest(changed, [own])).toThrow(ReleaseRefused);
  });

  it('is refused when its manifest is signed and cannot be read', () => {
    const strange = signManifest({ ...manifest, version: '9.9.9' }, key);
    expect(verifyManifest(strange, [publicKeyOf(key)]).version).toBe('9.9.9');
    expect(() => signManifest({ ...manifest, version: 'new' }, key)).toThrow();
  });

  it('has a head that can be read without a decoder, whatever its names contain', () => {
    const head = pack.subarray(PACK_START, end);
    expect(head.every((byte) => byte >= 0x20 && byte <= 0x7e)).toBe(true);
  });
});

describe('a file of a release', () => {
  const content = Buffer.from('run();');
  const entry = { path: 'main.js', size: content.length, sha256: sha256Of(content), packed: 1 };

  it.each([
    ['cut off', gzipSync(content).subarray(0, 10), 'main.js is damaged.'],
    ['not compressed', content, 'main.js is damaged.'],
    ['longer', gzipSync(Buffer.alloc(10_000)), 'main.js is damaged.'],
    ['shorter', gzipSync(Buffer.from('run')), 'main.js is not what was signed.'],
    ['another one', gzipSync(Buffer.from('RUN();')), 'main.js is not what was signed.'],
  ])('is refused when it is %s', (_what, packed, reason) => {
    expect(() => unpackFile(entry, packed)).toThrow(reason);
    expect(unpackFile(entry, gzipSync(content))).toEqual(content);
  });
});

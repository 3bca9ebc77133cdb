import { PACK_MARK, type ReleaseManifest } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { onEachDatabase } from '../testing/index.ts';

/** Compressed sizes of the files of the release. */
const PACKED = [5, 7];

/** A release file; its files hold no content that could be unpacked, because only devices do. */
function pack(changes: Partial<ReleaseManifest> = {}, files = PACKED): Uint8Array {
  const manifest: ReleaseManifest = {
    product: 'Holdfast',
    version: '1.2.3',
    rollback: false,
    minimumShell: '0.1.0',
    minimumNode: '24.0.0',
    createdAt: '2026-01-15T12:00:00.000Z',
    files: PACKED.map((packed, i) => ({ path: `file-${i}`, size: 10, sha256: 'a'.repeat(64), packed })),
    ...changes,
  };
  const head = Buffer.from(JSON.stringify({ manifest: JSON.stringify(manifest), signature: 'c2lnbmVk' }), 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([PACK_MARK, length, head, ...files.map((size) => Buffer.alloc(size, size))]);
}

onEachDatabase('A release', (fixture) => {
  async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
  }
  const publish = (bytes: Uint8Array) => fixture.as('wren').publishRelease({ content: piecesOf(bytes) });

  it('is published complete, offered to no device yet, and publishing it again changes nothing', async () => {
    const content = pack();
    const release = await publish(content);
    expect(release).toMatchObject({
      version: '1.2.3',
      size: content.length,
      percent: 0,
      deviceIds: [],
      withdrawn: false,
    });
    expect(release).not.toHaveProperty('sha256');
    const staged = { version: '1.2.3', percent: 50, deviceIds: ['a device'], withdrawn: false };
    await fixture.as('wren').stageRelease(staged);
    expect(await publish(content)).toMatchObject(staged);
    await publish(pack({ version: '1.10.0' }));
    expect((await fixture.as('wren').getReleases({})).map(({ version }) => version)).toEqual(['1.10.0', '1.2.3']);
  });

  it('is refused when other bytes were published as its version', async () => {
    await publish(pack());
    await expect(publish(pack({ rollback: true }))).rejects.toBeProblem('alreadyExists');
    await expect(
      fixture.as('wren').stageRelease({ version: '9.9.9', percent: 1, deviceIds: [], withdrawn: false }),
    ).rejects.toBeProblem('notFound');
  });

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array(0)],
    ['its beginning alone', pack().subarray(0, 11)],
    ['a part of its head', pack().subarray(0, 40)],
    ['its head alone', pack({}, [])],
    ['one byte too few', pack().subarray(0, -1)],
    ['one byte too many', pack({}, [...PACKED, 1])],
    ['another mark', Uint8Array.from(pack(), (byte, i) => (i === 0 ? byte + 1 : byte))],
    ['an incomplete list of files', pack({ version: 'new' })],
  ])('is refused with %s', async (_what, content) => {
    await expect(publish(content)).rejects.toMatchObject({
      code: 'badInput',
      details: { issues: [{ path: 'content', message: 'is not a whole release' }] },
    });
    expect(await fixture.as('wren').getReleases({})).toEqual([]);
  });
});

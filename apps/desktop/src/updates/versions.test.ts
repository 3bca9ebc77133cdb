import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installRelease } from './install.ts';
import { GOOD_AGENT, testKey, testRelease } from './testing/release.ts';
import {
  beginTrial,
  type Choice,
  chooseVersion,
  confirmTrial,
  readState,
  refuseVersion,
  type Surroundings,
  verifyInstalled,
  type VersionState,
  writeState,
} from './versions.ts';

const key = testKey();
const surroundings = { keys: [key.publicKey], shell: '0.1.0', node: '24.0.0' };
const NONE: VersionState = { current: null, previous: null, trial: null, refused: [] };
const PACKAGED: Choice = { version: null, trial: false };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-versions-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Installs versions, and then sets the state. */
async function installed(
  versions: readonly string[],
  state: Partial<VersionState>,
  about: Parameters<typeof testRelease>[3] = {},
): Promise<void> {
  for (const version of versions) {
    const { pack, offer } = testRelease(key, version, GOOD_AGENT, about);
    await installRelease(offer, {
      ...surroundings,
      folder,
      running: '0.1.0',
      progress: () => undefined,
      download: async () =>
        (async function* pieces() {
          yield pack;
        })(),
    });
  }
  writeState(folder, { ...NONE, ...state });
}

describe('the version to start', () => {
  it('is a new one in two starts, and then the one that ran before', async () => {
    await installed(['0.2.0', '0.3.0'], { current: '0.2.0', trial: { version: '0.3.0', starts: 0 } });
    for (let start = 1; start <= 2; start += 1) {
      expect(chooseVersion(folder, '0.1.0', surroundings)).toEqual({ version: '0.3.0', trial: true });
      beginTrial(folder);
      expect(readState(folder).trial).toEqual({ version: '0.3.0', starts: start });
    }
    expect(chooseVersion(folder, '0.1.0', surroundings)).toEqual({ version: '0.2.0', trial: false });
    expect(readState(folder)).toEqual({ ...NONE, current: '0.2.0', refused: ['0.3.0'] });
  });

  it('is not the new one where it is not to be tried now, which is left for later', async () => {
    const state = { current: '0.2.0', trial: { version: '0.3.0', starts: 1 } };
    await installed(['0.2.0', '0.3.0'], state);
    expect(chooseVersion(folder, '0.1.0', surroundings, false)).toEqual({ version: '0.2.0', trial: false });
    expect(readState(folder)).toEqual({ ...NONE, ...state });
    expect(chooseVersion(folder, '0.1.0', surroundings)).toEqual({ version: '0.3.0', trial: true });
  });

  it('is the previous one when the current one is gone, and the packaged one when both are', async () => {
    await installed(['0.2.0', '0.3.0'], { current: '0.3.0', previous: '0.2.0' });
    rmSync(join(folder, '0.3.0'), { recursive: true });
    expect(chooseVersion(folder, '0.1.0', surroundings)).toEqual({ version: '0.2.0', trial: false });
    rmSync(join(folder, '0.2.0'), { recursive: true });
    expect(chooseVersion(folder, '0.1.0', surroundings)).toEqual(PACKAGED);
    expect(readState(folder).refused).toEqual(['0.3.0', '0.2.0']);
  });

  it('is the packaged one unless an installed one is newer, which is not refused for that', async () => {
    await installed(['0.2.0'], { current: '0.2.0' });
    expect(chooseVersion(folder, '0.1.9', surroundings).version).toBe('0.2.0');
    for (const packaged of ['0.2.0', '0.2.1', '0.10.0'])
      expect(chooseVersion(folder, packaged, surroundings), packaged).toEqual(PACKAGED);
    expect(readState(folder).refused).toEqual([]);
  });

  it('is never one that was refused, one for another key, or one that needs a newer desktop', async () => {
    await installed(['0.2.0'], { current: '0.2.0', refused: ['0.2.0'] });
    expect(chooseVersion(folder, '0.1.0', surroundings)).toEqual(PACKAGED);
    const unfit: Partial<Surroundings>[] = [
      { keys: [testKey().publicKey] },
      { keys: [] },
      { shell: '0.0.9' },
      { node: '18.0.0' },
    ];
    for (const others of unfit) {
      writeState(folder, { ...NONE, current: '0.2.0' });
      expect(chooseVersion(folder, '0.1.0', { ...surroundings, ...others }), JSON.stringify(others)).toEqual(PACKAGED);
      expect(readState(folder).refused).toEqual(['0.2.0']);
    }
  });

  it('may need exactly the shell and the Node that are installed', async () => {
    const { shell: minimumShell, node: minimumNode } = surroundings;
    await installed(['0.2.0'], { current: '0.2.0' }, { minimumShell, minimumNode });
    expect(chooseVersion(folder, '0.1.0', surroundings).version).toBe('0.2.0');
  });

  it('is checked to be the one that its folder names', async () => {
    await installed(['0.2.0'], {});
    expect(() => verifyInstalled(folder, '0.3.0', surroundings)).toThrow('It is not whole.');
    expect(verifyInstalled(folder, '0.2.0', surroundings).version).toBe('0.2.0');
  });
});

describe('a version on trial', () => {
  it('that runs becomes the current one, and only the one before it is kept', async () => {
    await installed(['0.2.0', '0.3.0', '0.4.0'], {
      current: '0.3.0',
      previous: '0.2.0',
      trial: { version: '0.4.0', starts: 1 },
      refused: ['0.3.5'],
    });
    confirmTrial(folder);
    expect(readState(folder)).toEqual({ current: '0.4.0', previous: '0.3.0', trial: null, refused: ['0.3.5'] });
    expect(['0.2.0', '0.3.0', '0.4.0'].map((version) => existsSync(join(folder, version)))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('is needed for a trial to begin or to be confirmed', async () => {
    await installed(['0.2.0'], { current: '0.2.0' });
    beginTrial(folder);
    confirmTrial(folder);
    expect(readState(folder)).toEqual({ ...NONE, current: '0.2.0' });
  });
});

describe('a version that is refused', () => {
  it.each([
    ['0.3.0', { current: '0.2.0', previous: null }],
    ['0.2.0', { current: '0.3.0', previous: null }],
    ['0.4.0', { current: '0.3.0', previous: '0.2.0', trial: null }],
  ])('%s leaves the others as they are', (version, expected) => {
    const trial = { version: '0.4.0', starts: 1 };
    writeState(folder, { current: '0.3.0', previous: '0.2.0', trial, refused: ['0.1.5', '0.4.0'] });
    refuseVersion(folder, version);
    const refused = [...new Set(['0.1.5', '0.4.0', version])];
    expect(readState(folder)).toEqual({ trial, ...expected, refused });
  });
});

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { headOfPack, endOfHead, PACK_START } from '@holdfast/contract';
import { ReleaseRefused, signManifest, verifyManifest } from '@holdfast/host';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installRelease, type InstallSetting } from './install.ts';
import { MISTAKE_CODE, SERVER_NEEDED_CODE, supervise, type Supervisor, versionsFolder } from './supervisor.ts';
import { BROKEN_AGENT, GOOD_AGENT, testKey, testRelease } from './testing/release.ts';
import { chooseVersion, confirmTrial, readState, refuseVersion, verifyInstalled, writeState } from './versions.ts';

const INSTALL_AND_DIE = fileURLToPath(new URL('./testing/installAndDie.ts', import.meta.url));
const key = testKey();
const surroundings = { keys: [key.publicKey], shell: '0.1.0', node: '24.0.0' };

let data: string;
let folder: string;
let supervisor: Supervisor | null = null;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'holdfast-updates-'));
  folder = versionsFolder(data);
});
afterEach(async () => {
  supervisor?.stop();
  await supervisor?.ended;
  supervisor = null;
  rmSync(data, { recursive: true, force: true });
});

function setting(pack: Buffer, more: Partial<InstallSetting> = {}): InstallSetting {
  return {
    ...surroundings,
    folder,
    running: '0.1.0',
    progress: () => undefined,
    download: async (from) =>
      (async function* pieces() {
        yield pack.subarray(from);
      })(),
    ...more,
  };
}

const chosen = (packaged = '0.1.0'): string | null => chooseVersion(folder, packaged, surroundings).version;

async function install(version: string, agent = GOOD_AGENT): Promise<void> {
  const { pack, offer } = testRelease(key, version, agent);
  await installRelease(offer, setting(pack));
}

describe('a release', () => {
  it('is installed beside the running version, and started at the next start', async () => {
    const percents: number[] = [];
    const { pack, offer } = testRelease(key, '0.2.0');
    await installRelease(offer, setting(pack, { progress: (percent) => void percents.push(percent) }));
    expect(chooseVersion(folder, '0.1.0', surroundings)).toEqual({ version: '0.2.0', trial: true });
    expect(verifyInstalled(folder, '0.2.0', surroundings).files).toHaveLength(3);
    expect([percents[0], percents.at(-1)]).toEqual([0, 100]);
    expect(existsSync(join(folder, '.incoming'))).toBe(false);
  });

  it('is downloaded from where the connection broke', async () => {
    const { pack, offer } = testRelease(key, '0.2.0');
    const asked: number[] = [];
    const half = Math.floor(pack.length / 2);
    const broken = setting(pack, {
      download: async (from) => {
        asked.push(from);
        return (async function* pieces() {
          yield pack.subarray(from, half);
          throw new Error('The line broke.');
        })();
      },
    });
    await expect(installRelease(offer, broken)).rejects.toThrow('The line broke.');
    expect(chosen()).toBeNull();
    await installRelease(
      offer,
      setting(pack, {
        download: async (from) => {
          asked.push(from);
          return (async function* pieces() {
            yield pack.subarray(from);
          })();
        },
      }),
    );
    expect(asked[0]).toBe(0);
    expect(asked[1]).toBeGreaterThan(0);
    expect(asked[1]).toBeLessThanOrEqual(half);
    expect(chosen()).toBe('0.2.0');
  });

  it.each([
    ['signed with another key', () => testRelease(testKey(), '0.2.0')],
    ['older than the version that runs', () => testRelease(key, '0.0.9')],
    ['the version that runs', () => testRelease(key, '0.1.0')],
    ['made for a newer shell', () => testRelease(key, '0.2.0', GOOD_AGENT, { minimumShell: '0.2.0' })],
    ['made for a newer Node', () => testRelease(key, '0.2.0', GOOD_AGENT, { minimumNode: '26.0.0' })],
    [
      'a version other than the offered one',
      () => ({ ...testRelease(key, '0.2.0'), offer: { ...testRelease(key, '0.2.0').offer, version: '0.3.0' } }),
    ],
    [
      'truncated',
      () => {
        const { pack, offer } = testRelease(key, '0.2.0');
        return { pack: pack.subarray(0, -10), offer: { ...offer, size: pack.length - 10 } };
      },
    ],
    [
      'longer than announced',
      () => {
        const { pack, offer } = testRelease(key, '0.2.0');
        return { pack: Buffer.concat([pack, Buffer.from('more')]), offer };
      },
    ],
  ])('is refused when it is %s, and nothing of it remains', async (_why, make) => {
    const { pack, offer } = make();
    await expect(installRelease(offer, setting(pack))).rejects.toBeInstanceOf(ReleaseRefused);
    const left = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => name !== '.incoming')).toEqual([]);
    expect(chosen()).toBeNull();
  });

  it('is refused with any one byte changed', async () => {
    const { pack, offer } = testRelease(key, '0.2.0');
    // Some bytes of compressed files do not influence their content, such as the one for the operating system.
    for (let at = 0; at < pack.length; at += 97) {
      const changed = Buffer.from(pack);
      changed[at] = changed[at]! ^ 0x20;
      await installRelease(offer, setting(changed)).catch((error: unknown) =>
        expect(error).toBeInstanceOf(ReleaseRefused),
      );
      const version = chosen();
      if (version !== null) expect(verifyInstalled(folder, version, surroundings).version).toBe('0.2.0');
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('cannot write outside its folder', () => {
    const { pack } = testRelease(key, '0.2.0');
    const { manifest } = headOfPack(pack.subarray(0, endOfHead(pack.subarray(0, PACK_START))!))!;
    const parsed = JSON.parse(manifest) as Parameters<typeof signManifest>[0];
    for (const path of ['../x', 'a/../../x', '/etc/x', 'a\\..\\x', './x', 'a//x', 'C:x'])
      expect(() => signManifest({ ...parsed, files: [{ ...parsed.files[0]!, path }] }, key.privateKey)).toThrow();
    expect(() =>
      verifyManifest({ manifest: manifest.replace('agent/main.js', '../main.js'), signature: '' }, surroundings.keys),
    ).toThrow(ReleaseRefused);
  });

  it.each([
    ['a version that leads out of its folder', { version: '../../outside', rollback: true }],
    ['a hash that leads out of its folder', { sha256: '/../../outside' }],
    ['a size that would fill the disk', { size: 201 * 1024 * 1024 }],
  ])('is refused with %s, before any of it is written', async (_what, over) => {
    const { pack, offer } = testRelease(key, '0.2.0');
    let isRequested = false;
    const download: InstallSetting['download'] = (from) => {
      isRequested = true;
      return setting(pack).download(from);
    };
    const refused = installRelease({ ...offer, ...over }, setting(pack, { download }));
    await expect(refused).rejects.toThrow(ReleaseRefused);
    expect(isRequested).toBe(false);
    expect(readdirSync(data)).toEqual([]);
  });

  it('that is older is accepted only when its signature allows it', async () => {
    const { pack, offer } = testRelease(key, '0.0.9', GOOD_AGENT, { rollback: true });
    await installRelease(offer, setting(pack));
    expect(chosen()).toBe('0.0.9');
  });
});

describe('an installed version', () => {
  it.each([
    ['a file was changed', () => writeFileSync(join(folder, '0.2.0/agent/main.js'), 'process.exit()')],
    [
      'one byte of a file was changed',
      () => {
        const path = join(folder, '0.2.0/agent/main.js');
        const content = readFileSync(path);
        content[0]! ^= 1;
        writeFileSync(path, content);
      },
    ],
    ['a file is missing', () => rmSync(join(folder, '0.2.0/web/index.html'))],
    ['its manifest is missing', () => rmSync(join(folder, '0.2.0/release.json'))],
    [
      'its signature was replaced',
      () => {
        const path = join(folder, '0.2.0/release.json');
        const signed = JSON.parse(readFileSync(path, 'utf8')) as { signature: string };
        writeFileSync(path, JSON.stringify({ ...signed, signature: Buffer.alloc(64).toString('base64') }));
      },
    ],
  ])('does not run when %s', async (_what, harm) => {
    await install('0.2.0');
    harm();
    expect(chosen()).toBeNull();
    expect(readState(folder).refused).toEqual(['0.2.0']);
  });

  it('runs again once it was installed again after it was refused, while other versions stay refused', async () => {
    await install('0.2.0');
    for (const version of ['0.2.0', '0.3.0']) refuseVersion(folder, version);
    expect(chosen()).toBeNull();
    await install('0.2.0');
    expect(readState(folder).refused).toEqual(['0.3.0']);
    expect(chosen()).toBe('0.2.0');
  });

  it('is replaced by a packaged one of the same age, as after an installer ran', async () => {
    await install('0.2.0');
    writeState(folder, { current: '0.2.0', previous: null, trial: null, refused: [] });
    expect(chosen('0.1.0')).toBe('0.2.0');
    expect(chosen('0.2.0')).toBeNull();
  });

  it('is ignored when its state cannot be read: the packaged one runs', async () => {
    await install('0.2.0');
    writeFileSync(join(folder, 'state.json'), '{"current":');
    expect(chosen()).toBeNull();
  });
});

describe('a power cut during an installation', () => {
  it.each(['downloading', 'downloaded', 'unpacked', 'inPlace', 'noted'])(
    'at the step "%s" leaves a version that runs, and the next attempt succeeds',
    async (step) => {
      const { pack, offer } = testRelease(key, '0.2.0');
      const packFile = join(data, 'pack');
      writeFileSync(packFile, pack);
      const { signal } = spawnSync(process.execPath, [
        INSTALL_AND_DIE,
        folder,
        packFile,
        JSON.stringify(offer),
        key.publicKey,
        step,
      ]);
      expect(signal).toBe('SIGKILL');
      const version = chosen();
      expect(version).toBe(step === 'noted' ? '0.2.0' : null);
      execFileSync(process.execPath, [INSTALL_AND_DIE, folder, packFile, JSON.stringify(offer), key.publicKey, 'none']);
      expect(chosen()).toBe('0.2.0');
    },
  );
});

describe('a supervisor', () => {
  const started = (): string[] => {
    try {
      return readFileSync(join(data, 'started'), 'utf8').trim().split('\n');
    } catch {
      return [];
    }
  };

  let sent: string[];

  function run(agent = GOOD_AGENT): Supervisor {
    sent = [];
    const packaged = join(data, 'packaged/agent/main.mjs');
    mkdirSync(join(data, 'packaged/agent'), { recursive: true });
    writeFileSync(packaged, agent);
    supervisor = supervise({
      ...surroundings,
      dataFolder: data,
      packaged: { main: packaged, version: '0.1.0' },
      packages: join(data, 'packaged/node_modules'),
      args: [data],
      startMs: 20_000,
      log: () => undefined,
      send: (message) => void sent.push(message.type),
    });
    return supervisor;
  }

  it('starts the packaged version, and a new one after a restart, which becomes the current one once it ran', async () => {
    run();
    await expect.poll(started).toEqual(['packaged']);
    await install('0.2.0');
    writeFileSync(join(data, 'restart-packaged'), '');
    await expect.poll(started).toEqual(['packaged', '0.2.0']);
    await expect.poll(() => readState(folder).current).toBe('0.2.0');
    expect(sent).toEqual(['ready', 'ended', 'ready']);
    expect(readState(folder).trial).toBeNull();
    expect(existsSync(join(data, 'backups/before-0.2.0'))).toBe(false);
  });

  it('returns to the previous version with its database when a new one does not run', async () => {
    writeFileSync(join(data, 'device.db'), 'rows');
    await install('0.2.0');
    writeState(folder, { current: '0.2.0', previous: null, trial: null, refused: [] });
    await install('0.3.0', BROKEN_AGENT);
    run();
    await expect.poll(started).toEqual(['0.3.0', '0.3.0', '0.2.0']);
    await expect
      .poll(() => readState(folder))
      .toEqual({ current: '0.2.0', previous: null, trial: null, refused: ['0.3.0'] });
    expect(readFileSync(join(data, 'device.db'), 'utf8')).toBe('rows');
  });

  it('returns to the previous version when the new one is refused after it was confirmed', async () => {
    await install('0.2.0');
    const trial = { version: '0.3.0', starts: 1 };
    writeState(folder, { current: '0.2.0', previous: '0.1.5', trial, refused: [] });
    confirmTrial(folder);
    expect(readState(folder)).toEqual({ current: '0.3.0', previous: '0.2.0', trial: null, refused: [] });
    refuseVersion(folder, '0.3.0');
    expect(readState(folder)).toEqual({ current: '0.2.0', previous: null, trial: null, refused: ['0.3.0'] });
  });

  it('continues restoring the database after a power cut during it', async () => {
    writeFileSync(join(data, 'device.db'), 'a newer shape');
    mkdirSync(join(data, 'backups/before-0.3.0'), { recursive: true });
    writeFileSync(join(data, 'backups/before-0.3.0/device.db'), 'rows');
    await install('0.3.0', BROKEN_AGENT);
    writeState(folder, { current: null, previous: null, trial: { version: '0.3.0', starts: 2 }, refused: [] });
    run();
    await expect.poll(started).toEqual(['packaged']);
    expect(readFileSync(join(data, 'device.db'), 'utf8')).toBe('rows');
  });

  it('starts a version again that ran before and was killed before it was ready', async () => {
    const once = `
import * as fs from 'node:fs';
if (!fs.existsSync(process.argv[2] + '/killed')) {
  fs.writeFileSync(process.argv[2] + '/killed', '');
  process.kill(process.pid, 'SIGKILL');
}
`;
    await install('0.2.0', once + GOOD_AGENT);
    writeState(folder, { current: '0.2.0', previous: null, trial: null, refused: [] });
    run();
    await expect.poll(started).toEqual(['0.2.0']);
    expect(readState(folder)).toMatchObject({ current: '0.2.0', refused: [] });
  });

  it('resets the number of failed starts of a version once it ran', async () => {
    const unlucky = `
import * as fs from 'node:fs';
const at = (name) => process.argv[2] + '/' + name;
const start = fs.existsSync(at('starts')) ? Number(fs.readFileSync(at('starts'), 'utf8')) + 1 : 1;
fs.writeFileSync(at('starts'), String(start));
fs.rmSync(at('restart-0.2.0'), { force: true });
if (start === 3) fs.writeFileSync(at('restart-0.2.0'), '');
if ([1, 2, 4, 5].includes(start)) process.kill(process.pid, 'SIGKILL');
`;
    await install('0.2.0', unlucky + GOOD_AGENT);
    writeState(folder, { current: '0.2.0', previous: null, trial: null, refused: [] });
    run();
    await expect.poll(started, { timeout: 15_000 }).toEqual(['0.2.0', '0.2.0']);
    expect(readFileSync(join(data, 'starts'), 'utf8')).toBe('6');
    expect(readState(folder)).toMatchObject({ current: '0.2.0', refused: [] });
  });

  it('falls back to the packaged version when the current one is damaged', async () => {
    await install('0.2.0');
    writeState(folder, { current: '0.2.0', previous: null, trial: null, refused: [] });
    writeFileSync(join(folder, '0.2.0/agent/main.js'), 'process.exit(1)');
    run();
    await expect.poll(started).toEqual(['packaged']);
  });

  it('ends with an agent that cannot run in any version, and with one that was stopped', async () => {
    expect(await run(`process.exit(${MISTAKE_CODE});`).ended).toBe(MISTAKE_CODE);
    expect(await run(`process.exit(${SERVER_NEEDED_CODE});`).ended).toBe(SERVER_NEEDED_CODE);
    // A process that the system ends has no code.
    expect(await run("process.kill(process.pid, 'SIGKILL');").ended).toBe(1);
    const asked = run();
    await expect.poll(started).toEqual(['packaged']);
    writeFileSync(join(data, 'end'), '');
    expect(await asked.ended).toBe(0);
  });
});

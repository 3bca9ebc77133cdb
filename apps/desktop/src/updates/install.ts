import { closeSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import {
  compareVersions,
  endOfHead,
  headOfPack,
  OfferedRelease,
  PACK_START,
  type ReleaseManifest,
} from '@holdfast/contract';
import { ReleaseRefused, unpackFile, verifyManifest } from '@holdfast/host';
import {
  mustFit,
  readState,
  RELEASE_FILE,
  type Surroundings,
  syncFolder,
  writeDurably,
  writeState,
} from './versions.ts';

/** Dependencies of an installation. */
export interface InstallSetting extends Surroundings {
  /** Folder of the versions of this device. */
  folder: string;
  /** Version that runs. */
  running: string;
  /** Requests the bytes of the release from an offset on. */
  download(from: number): Promise<AsyncIterable<Uint8Array>>;
  /** Called with the progress of the download, in percent. */
  progress(percent: number): void;
  /** Called between the steps with their names; an error that it throws ends the installation at this step. */
  step?(name: 'downloaded' | 'unpacked' | 'inPlace' | 'noted'): void;
}

/**
 * Downloads a release, or the rest of it, checks it and installs it beside the running version, to be tried at the next start. If the installation
 * ends at any step, the running version is not affected, and the next attempt continues from there.
 * @throws {ReleaseRefused} when it must not be used; the downloaded bytes are removed then
 */
export async function installRelease(offer: OfferedRelease, setting: InstallSetting): Promise<void> {
  // Names a file and limits its size before any signature is checked, and the server is not trusted with either.
  const offered = OfferedRelease.safeParse(offer);
  if (!offered.success) throw new ReleaseRefused('Its description cannot be read.');
  const { version, size, sha256 } = offered.data;
  const { folder } = setting;
  const incoming = join(folder, '.incoming');
  mkdirSync(incoming, { recursive: true });
  const part = join(incoming, `${version}-${sha256.slice(0, 16)}.pack`);
  const unpacked = join(incoming, version);
  await fetchRest(part, size, setting);
  setting.step?.('downloaded');
  try {
    unpack(part, unpacked, version, setting);
    setting.step?.('unpacked');
    const place = join(folder, version);
    // Never replaces the running version, because a release that is not newer was refused before.
    rmSync(place, { recursive: true, force: true });
    renameSync(unpacked, place);
    syncFolder(folder);
    setting.step?.('inPlace');
    const state = readState(folder);
    const refused = state.refused.filter((each) => each !== version);
    writeState(folder, { ...state, refused, trial: { version, starts: 0 } });
    setting.step?.('noted');
    rmSync(incoming, { recursive: true, force: true });
  } catch (error) {
    if (error instanceof ReleaseRefused) rmSync(incoming, { recursive: true, force: true });
    throw error;
  }
}

async function fetchRest(part: string, size: number, { download, progress }: InstallSetting): Promise<void> {
  let here = statSync(part, { throwIfNoEntry: false })?.size ?? 0;
  if (here > size) {
    rmSync(part);
    here = 0;
  }
  progress(Math.floor((here / size) * 100));
  if (here < size) {
    const file = openSync(part, 'a', 0o600);
    try {
      for await (const piece of await download(here)) {
        if (here + piece.length > size) throw new ReleaseRefused('It is longer than it was said to be.');
        let written = 0;
        while (written < piece.length) written += writeSync(file, piece, written);
        here += piece.length;
        progress(Math.floor((here / size) * 100));
      }
    } catch (error) {
      if (error instanceof ReleaseRefused) rmSync(part, { force: true });
      throw error;
    } finally {
      fsyncSync(file);
      closeSync(file);
    }
  }
  if (here < size) throw new Error('The download ended early.');
}

/** Unpacks into a separate folder. @throws {ReleaseRefused} before anything unsigned is written */
function unpack(part: string, target: string, version: string, setting: InstallSetting): void {
  const pack = openSync(part, 'r');
  try {
    const read = (from: number, length: number): Buffer => {
      const bytes = Buffer.alloc(length);
      if (readSync(pack, bytes, 0, length, from) !== length) throw new ReleaseRefused('It is not whole.');
      return bytes;
    };
    const end = endOfHead(read(0, PACK_START));
    const signed = end === null ? null : headOfPack(read(0, end));
    if (end === null || signed === null) throw new ReleaseRefused('It is not a release.');
    const manifest = verifyManifest(signed, setting.keys);
    mustBeWanted(manifest, version, setting);
    rmSync(target, { recursive: true, force: true });
    let at = end;
    for (const file of manifest.files) {
      writeDurably(join(target, file.path), unpackFile(file, read(at, file.packed)));
      at += file.packed;
    }
    // Written last, so that a folder with a manifest is complete.
    writeDurably(join(target, RELEASE_FILE), Buffer.from(JSON.stringify(signed)));
    syncFolder(target);
  } finally {
    closeSync(pack);
  }
}

/** @throws {ReleaseRefused} for another version than was offered, one that is not newer, and one this installation cannot run */
function mustBeWanted(manifest: ReleaseManifest, version: string, setting: InstallSetting): void {
  if (manifest.version !== version) throw new ReleaseRefused('It is another version than was offered.');
  const newer = compareVersions(version, setting.running);
  if (newer === 0 || (newer < 0 && !manifest.rollback))
    throw new ReleaseRefused('It is not newer than the version that runs.');
  mustFit(manifest, setting);
}

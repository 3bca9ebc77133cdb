/** The versions of the desktop installed on this device, and the choice between them (docs/updates.md). */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { compareVersions, type ReleaseManifest, SignedManifest } from '@holdfast/contract';
import { ReleaseRefused, sha256Of, verifyManifest } from '@holdfast/host';
import { z } from 'zod';

/** Name of the signed manifest in the folder of a version. */
export const RELEASE_FILE = 'release.json';

/** Number of starts in which a new version has to prove that it runs. */
const TRIES = 2;

/** State of the versions on this device. */
export const VersionState = z.strictObject({
  /** The version that ran successfully last; null: the packaged one. */
  current: z.string().nullable(),
  /** Version to return to; null: the packaged one. */
  previous: z.string().nullable(),
  /** A version that was installed and has not run successfully yet. */
  trial: z.strictObject({ version: z.string(), starts: z.number().int() }).nullable(),
  /** Versions that did not run here and are not tried again. */
  refused: z.array(z.string()),
});
/** State of the versions on this device. */
export type VersionState = z.infer<typeof VersionState>;

const NOTHING: VersionState = { current: null, previous: null, trial: null, refused: [] };

/** Reads the state. If it is missing or unreadable, the packaged version runs, as on a device that was never updated. */
export function readState(folder: string): VersionState {
  try {
    return VersionState.parse(JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8')));
  } catch {
    return NOTHING;
  }
}

/** Writes the state so that a power cut leaves the old or the new one. */
export function writeState(folder: string, state: VersionState): void {
  mkdirSync(folder, { recursive: true });
  writeDurably(join(folder, 'state.json.new'), Buffer.from(JSON.stringify(VersionState.parse(state))));
  renameSync(join(folder, 'state.json.new'), join(folder, 'state.json'));
  syncFolder(folder);
}

/** Writes a file and forces it to disk. */
export function writeDurably(path: string, content: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'w', 0o600);
  try {
    let written = 0;
    while (written < content.length) written += writeSync(file, content, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Forces the entries of a folder to disk, where the system can. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Facts that a release is checked against. */
export interface Surroundings {
  keys: readonly string[];
  shell: string;
  node: string;
}

/** Refuses a release that needs a newer shell or Node than the installed one. @throws {ReleaseRefused} */
export function mustFit({ minimumShell, minimumNode }: ReleaseManifest, { shell, node }: Surroundings): void {
  if (compareVersions(shell, minimumShell) < 0 || compareVersions(node, minimumNode) < 0)
    throw new ReleaseRefused('It needs a newer installation of the desktop. Ask your administrator for the installer.');
}

/**
 * Checks every byte of an installed version; done before each start.
 * @throws {ReleaseRefused} when it is incomplete, not signed, not for this installation, or not the version named by its folder
 */
export function verifyInstalled(folder: string, version: string, surroundings: Surroundings): ReleaseManifest {
  const own = join(folder, version);
  let signed: SignedManifest;
  try {
    signed = SignedManifest.parse(JSON.parse(readFileSync(join(own, RELEASE_FILE), 'utf8')));
  } catch {
    throw new ReleaseRefused('It is not whole.');
  }
  const manifest = verifyManifest(signed, surroundings.keys);
  if (manifest.version !== version) throw new ReleaseRefused('It is another version.');
  mustFit(manifest, surroundings);
  for (const { path, size, sha256 } of manifest.files) {
    const file = join(own, path);
    const there = statSync(file, { throwIfNoEntry: false });
    if (there?.isFile() !== true || there.size !== size || sha256Of(readFileSync(file)) !== sha256)
      throw new ReleaseRefused(`${path} is not what was signed.`);
  }
  return manifest;
}

/** A version to start; null as version: the packaged one. */
export interface Choice {
  version: string | null;
  trial: boolean;
}

/**
 * Chooses the version to start: a new version with attempts left, else the version that ran last, else the previous one, else the packaged one. A
 * version that cannot be verified is skipped and not tried again.
 * @param packaged version of the packaged copy, which is preferred to an installed version that is not newer
 * @param withTrial false: a version on trial is not started now
 */
export function chooseVersion(folder: string, packaged: string, surroundings: Surroundings, withTrial = true): Choice {
  const state = readState(folder);
  const candidates: Choice[] = [];
  if (withTrial && state.trial !== null) candidates.push({ version: state.trial.version, trial: true });
  for (const version of [state.current, state.previous])
    if (version !== null) candidates.push({ version, trial: false });
  const refused = new Set(state.refused);
  if (state.trial !== null && state.trial.starts >= TRIES) refused.add(state.trial.version);
  let choice: Choice = { version: null, trial: false };
  for (const candidate of candidates) {
    if (candidate.version === null || refused.has(candidate.version)) continue;
    try {
      const { rollback } = verifyInstalled(folder, candidate.version, surroundings);
      if (!rollback && compareVersions(candidate.version, packaged) <= 0) continue;
      choice = candidate;
      break;
    } catch (error) {
      if (!(error instanceof ReleaseRefused)) throw error;
      refused.add(candidate.version);
    }
  }
  const isLeft = !withTrial && state.trial !== null && !refused.has(state.trial.version);
  const trial = choice.trial || isLeft ? state.trial : null;
  const next = { ...state, trial, refused: [...refused] };
  if (JSON.stringify(next) !== JSON.stringify(state)) writeState(folder, next);
  return choice;
}

/** Records that a version on trial is about to be started. */
export function beginTrial(folder: string): void {
  const state = readState(folder);
  if (state.trial !== null) writeState(folder, { ...state, trial: { ...state.trial, starts: state.trial.starts + 1 } });
}

/** Records that the version on trial runs: it is the current one from now on. Versions that are no longer needed are removed. */
export function confirmTrial(folder: string): void {
  const state = readState(folder);
  if (state.trial === null) return;
  const { version } = state.trial;
  writeState(folder, { current: version, previous: state.current, trial: null, refused: state.refused });
  removeOthers(folder, [version, state.current]);
}

/** Records that a version does not run on this device. */
export function refuseVersion(folder: string, version: string): void {
  const state = readState(folder);
  const without = (each: string | null): string | null => (each === version ? null : each);
  writeState(folder, {
    current: state.current === version ? state.previous : state.current,
    previous: state.current === version ? null : without(state.previous),
    trial: state.trial?.version === version ? null : state.trial,
    refused: [...new Set([...state.refused, version])],
  });
}

function removeOthers(folder: string, kept: readonly (string | null)[]): void {
  for (const name of readdirSync(folder))
    if (/^\d+\.\d+\.\d+$/.test(name) && !kept.includes(name))
      rmSync(join(folder, name), { recursive: true, force: true });
}

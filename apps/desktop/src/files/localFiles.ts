/** Opens files of items with programs of this computer, and adds files of its folders to items. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, rename, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as contract from '@holdfast/contract';
import { Problem, type LocalFile, type LocalUpload } from '@holdfast/contract';
import { dispatch, type Handler, handler, type Application, type Ports } from '@holdfast/core';
import type { SystemPrograms } from './programs.ts';

/** Time in ms for which a chosen file can be referred to. */
const HANDLE_MS = 60 * 60 * 1000;

/** Types of files that the agent opens with programs: documents and pictures used as evidence, never anything executable. */
const OPENED = new Set(
  [
    'jpg jpeg png webp gif bmp tif tiff heic avif',
    'pdf txt csv tsv log md rtf json xml',
    'doc docx odt xls xlsx ods ppt pptx odp',
    'dwg dxf step stp igs iges ifc rvt vsd vsdx',
    'mp4 mov m4v avi mkv webm mp3 wav m4a ogg',
    'zip 7z eml msg',
  ].flatMap((line) => line.split(' ')),
);

/** Dependencies of the operations. */
export interface LocalFilesSetting {
  application: () => Application;
  programs: SystemPrograms;
  /** Folder for copies that programs open; emptied at every start. */
  folder: string;
}

/** The handlers of the operations on local files. */
export function localFileOperations({ application, programs, folder }: LocalFilesSetting): Handler[] {
  const chosen = new Map<string, { path: string; until: number }>();

  async function openCopy(ports: Ports, media: { scopeId: string; sha256: string; filename: string }): Promise<void> {
    const name = safeName(media.filename);
    const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
    if (!OPENED.has(extension))
      throw new Problem('unsupportedMedia', {
        reason: 'Files of this kind are not opened from here, because they could be programs. Download it instead.',
      });
    const { scopeId, sha256 } = media;
    const bytes = await ports.blobs.open({ scopeId, sha256, rendition: null });
    if (bytes === null) throw new Problem('notFound');
    const own = join(folder, sha256.slice(0, 16));
    await mkdir(own, { recursive: true, mode: 0o700 });
    const path = join(own, name);
    const part = join(own, `.${randomUUID()}`);
    await pipeline(bytes, createWriteStream(part, { mode: 0o600 }));
    // Changes of the copy do not reach the item, so it is read-only.
    await chmod(part, 0o400);
    await rename(part, path);
    await programs.open(path);
  }

  async function upload(path: string, place: Place, call: Call): Promise<LocalUpload> {
    const name = basename(path);
    const { blobs, uploads } = application().ports;
    const limit = place.installationInspectionId === undefined ? uploads.limits.fileBytes : uploads.limits.imageBytes;
    try {
      const stored = await blobs.put(place.scopeId, createReadStream(path), limit);
      if (stored === null) throw new Problem('tooLarge', { limitBytes: limit });
      const { itemId, installationInspectionId } = place;
      const common = { itemId, filename: name, sha256: stored.sha256 };
      const made =
        installationInspectionId === undefined
          ? await call('addFileToItem', common)
          : await call('addImageToInstallationInspectionItem', { ...common, installationInspectionId });
      return { name, id: (made as { id: string }).id, problem: null };
    } catch (error) {
      if (error instanceof Problem) return { name, id: null, problem: reasonOf(error) };
      // The file was moved or is not readable; the other files are added all the same.
      return { name, id: null, problem: 'This file cannot be read any more. Choose it again.' };
    }
  }

  return [
    handler(contract.openFile, async ({ db, ports }, { fileId, imageId }) => {
      const row = fileId === undefined ? await db.row('image', imageId!) : await db.row('file', fileId);
      if (row === undefined) throw new Problem('notFound');
      await openCopy(ports, row);
      return null;
    }),
    handler(contract.findLocalFiles, async ({ now }, { kind }) => {
      for (const [handle, { until }] of chosen) if (until < now) chosen.delete(handle);
      const found: LocalFile[] = [];
      for (const path of await programs.choose(kind)) {
        const { size } = await stat(path);
        const handle = randomUUID();
        chosen.set(handle, { path, until: now + HANDLE_MS });
        found.push({ handle, name: basename(path), size });
      }
      return found;
    }),
    handler(
      contract.uploadLocalFiles,
      async ({ db, actor, caller, now }, { itemId, installationInspectionId, handles }) => {
        const item = await db.row('item', itemId);
        if (item === undefined) throw new Problem('notFound');
        const call: Call = (operation, input) => dispatch(application(), { operation, input, actor, caller });
        const done: LocalUpload[] = [];
        for (const handle of handles) {
          const file = chosen.get(handle);
          if (file === undefined || file.until < now) throw new Problem('notFound');
          done.push(await upload(file.path, { itemId, installationInspectionId, scopeId: item.scopeId }, call));
        }
        return done;
      },
    ),
  ];
}

type Call = (operation: string, input: unknown) => Promise<unknown>;

interface Place {
  itemId: string;
  installationInspectionId: string | undefined;
  scopeId: string;
}

/** Returns the text of a refusal for a user; for content of the wrong kind with the advice. */
function reasonOf(problem: Problem): string {
  const details: unknown = problem.details;
  const reason = typeof details === 'object' && details !== null && 'reason' in details ? details.reason : null;
  return typeof reason === 'string' ? reason : problem.message;
}

/** Returns a name that is valid as a file name on every system. */
export function safeName(filename: string): string {
  const name = filename
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .replace(/^\.+/, '_')
    .replace(/(?<![. ])[. ]+$/, '')
    .slice(-120);
  return name === '' || /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name) ? `_${name}` : name;
}

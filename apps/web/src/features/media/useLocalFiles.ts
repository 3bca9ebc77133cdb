/** Files of this device through the system's dialogs and programs, in the desktop's window (docs/acceptance.md, FILE and IMGS). */
import type { ItemFile } from '@holdfast/contract';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { shortName } from './fileNames.ts';
import { refresh } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { refreshWhatShowsFiles, refreshWhatShowsPhotos } from './mutations.ts';

/** An item, with an inspection for photos. */
interface Place {
  itemId: string;
  installationInspectionId?: string;
}

/**
 * Lets the user choose files, or photos when an inspection is given, and adds them to the item.
 * @param done called when at least one was added
 */
export function useLocalUpload(place: Place, done?: () => void): { choose(): void; isBusy: boolean } {
  const cache = useQueryClient();
  const isPhoto = place.installationInspectionId !== undefined;
  const upload = useMutation({
    async mutationFn() {
      const chosen = await call('findLocalFiles', { kind: isPhoto ? 'image' : 'file' });
      if (chosen.length === 0) return [];
      return call('uploadLocalFiles', { ...place, handles: chosen.map(({ handle }) => handle) });
    },
    onError: (error) => showFailure(t('files.chooseFailed'), reasonOf(error)),
    onSuccess(results) {
      for (const { name, problem } of results)
        if (problem !== null) showFailure(t('files.notTaken', { file: shortName(name) }), problem);
      if (results.every(({ id }) => id === null)) return;
      refresh(cache, [isPhoto ? 'getImagesForInstallationInspectionItem' : 'getFilesForItem']);
      if (isPhoto) refreshWhatShowsPhotos(cache);
      else refreshWhatShowsFiles(cache);
      done?.();
    },
  });
  return { choose: () => upload.mutate(), isBusy: upload.isPending };
}

/** Opens a copy of a file with the system's default program. */
export function openWithProgram({ id, filename }: ItemFile): void {
  call('openFile', { fileId: id }).catch((error: unknown) =>
    showFailure(t('files.openFailed', { file: shortName(filename) }), reasonOf(error)),
  );
}

function showFailure(title: string, message: string): void {
  notifications.show({ color: 'red', title, message });
}

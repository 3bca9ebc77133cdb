import type { FileChooser, Locator } from '@playwright/test';

/** Chooses files in the file picker that a button opens. */
export async function giveFiles(opener: Locator, files: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
  // Awaited together: when the click fails, the waiting ends too.
  const [chooser] = await Promise.all([opener.page().waitForEvent('filechooser'), opener.click()]);
  await chooser.setFiles(files);
}

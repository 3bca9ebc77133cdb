import type { FileChooser, Locator } from '@playwright/test';

/** Gives files to the button that asks for them. */
export async function giveFiles(opener: Locator, files: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
  // Together: a click that fails takes the waiting with it.
  const [chooser] = await Promise.all([opener.page().waitForEvent('filechooser'), opener.click()]);
  await chooser.setFiles(files);
}

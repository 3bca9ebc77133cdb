import type { Locator, Page } from '@playwright/test';

/** The photos on the item view, and the dialogs opened from there. */
export class PhotosPanel {
  readonly page: Page;
  readonly panel: Locator;
  readonly take: Locator;
  readonly openLibrary: Locator;
  /** The photos the server has. */
  readonly photos: Locator;
  /** The photos that are being sent. */
  readonly sending: Locator;
  readonly library: Locator;
  readonly camera: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByRole('region', { name: 'Photos' });
    this.take = this.panel.getByRole('button', { name: 'Take photo' });
    this.openLibrary = this.panel.getByRole('button', { name: 'Photo Library' });
    this.photos = this.panel.getByRole('button', { name: /^Photo \d/ });
    this.sending = this.panel.getByRole('button', { name: /^Stop sending/ });
    this.library = page.getByRole('dialog', { name: 'Photo Library' });
    this.camera = page.getByRole('dialog', { name: 'Camera' });
  }

  /** Chooses files in the library's picker. */
  async upload(...photos: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
    await this.openLibrary.click();
    const choosing = this.page.waitForEvent('filechooser');
    await this.library.getByRole('button', { name: 'Upload photos' }).click();
    await (await choosing).setFiles(photos);
  }

  /** Opens a photo in the full window. */
  async view(place: number): Promise<Locator> {
    await this.photos.nth(place - 1).click();
    return this.page.getByRole('dialog', { name: /\.\w+$/ });
  }
}

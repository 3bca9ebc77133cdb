import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Photographs every screen into the folder gallery, over the demo fleet: `npm run gallery`. */
export default defineConfig({
  ...journeys,
  testMatch: 'gallery/*.gallery.ts',
  timeout: 1_800_000,
  use: {
    ...journeys.use,
    // Keeping it takes longer than the pictures do.
    trace: 'off',
    launchOptions: {
      ...journeys.use?.launchOptions,
      // Chromium's own camera, allowed without a question.
      args: [
        ...(journeys.use?.launchOptions?.args ?? []),
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
});

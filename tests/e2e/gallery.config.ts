import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Takes screenshots of every screen into the folder gallery, over the demo fleet: `npm run gallery`. */
export default defineConfig({
  ...journeys,
  testMatch: 'gallery/*.gallery.ts',
  timeout: 1_800_000,
  use: {
    ...journeys.use,
    // Writing a trace takes longer than taking the screenshots.
    trace: 'off',
  },
});

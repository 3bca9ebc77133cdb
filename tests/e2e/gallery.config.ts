import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Photographs every screen into the folder gallery, over the demo fleet: `npm run gallery`. */
export default defineConfig({
  ...journeys,
  testMatch: 'gallery/*.gallery.ts',
  timeout: 600_000,
});

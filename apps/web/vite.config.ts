import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Calls that are no pages: in development they go to the server beside Vite. */
const CALLS = [
  '/api',
  '/users',
  '/ext',
  '/images',
  '/files',
  '/field-images',
  '/company-logos',
  '/deleted-images',
  '/execute-report',
  '/docs',
  '/openapi.json',
];
/** Address on which the server beside Vite listens. */
const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? '4400'}`;

export default defineConfig({
  plugins: [react()],
  // The server puts a fresh nonce in this place of each page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    sourcemap: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Each request costs a round trip on a slow line, so small modules that the same screens share are combined.
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 3 },
            // Part of the login page of servers with single sign-on, which must not wait for modules of other screens.
            { name: 'singleSignOn', test: /[\\/]features[\\/]users[\\/]SingleSignOnButton\.tsx$/, priority: 2 },
            {
              name: 'shared',
              test: /[\\/](?:node_modules|apps[\\/]web[\\/]src|packages[\\/]contract)[\\/]/,
              minShareCount: 2,
              priority: 1,
              entriesAware: true,
              entriesAwareMergeThreshold: 8_000,
            },
          ],
        },
        // The names of shared chunks would list the screens that use them.
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared~') ? 'shared' : '[name]'}-[hash].js`,
      },
      treeshake: {
        // Features have no side effects on import: exports that the first screen does not use can load later.
        moduleSideEffects: [{ test: /\/apps\/web\/src\/(?:features|ui|lib)\/.*\.tsx?$/, sideEffects: false }],
      },
    },
  },
  server: {
    port: 4430,
    proxy: {
      ...Object.fromEntries(CALLS.map((path) => [path, SERVER])),
      // Pages and calls share the addresses under /admin: a navigation is answered by Vite.
      '/admin': {
        target: SERVER,
        bypass: ({ headers }) => (headers['sec-fetch-dest'] === 'document' ? '/index.html' : undefined),
      },
    },
  },
});

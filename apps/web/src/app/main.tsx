import '@fontsource-variable/inter/wght.css';
import '../ui/theme/mantine.css';
import '@mantine/notifications/styles.css';
import '../ui/theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, createPath } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { redeemLaunch } from '../lib/host.ts';
import { withLayers } from '../lib/navigation/layers.ts';
import { noteDestination } from '../lib/parts.ts';
import { allowStyleSheets } from '../lib/trustedTypes.ts';
import { Providers } from './Providers.tsx';
import { routes } from './routes.tsx';

const router = withLayers(() => createBrowserRouter(routes));

/** Renders the page: in a desktop's window once it was authenticated, elsewhere at once. */
function draw(): void {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}

allowStyleSheets();
router.subscribe(({ navigation: { location } }) => noteDestination(location ? createPath(location) : null));
// Not awaited here: a module with top-level await would be split into many small files, each compressed separately.
void redeemLaunch().then(draw);

import '@fontsource-variable/inter/wght.css';
import '../ui/mantine.css';
import '@mantine/notifications/styles.css';
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { redeemLaunch } from '../lib/host.ts';
import { allowStyleSheets } from '../lib/trustedTypes.ts';
import { Providers } from './Providers.tsx';
import { routes } from './routes.tsx';

const router = createBrowserRouter(routes);

/** Draws the page, once a desktop's window has proved itself; elsewhere at once. */
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
// Not awaited here: a module that waits would be split into many small files, each compressed by itself.
void redeemLaunch().then(draw);

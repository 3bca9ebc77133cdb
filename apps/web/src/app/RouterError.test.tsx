import { MantineProvider } from '@mantine/core';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { RouterError } from './RouterError.tsx';

/** The error screen for what a loader or action of the page throws, or for what the router refuses by itself. */
async function screenFor(
  meet: (router: ReturnType<typeof createMemoryRouter>) => Promise<void>,
  thrown?: unknown,
): Promise<string> {
  const router = createMemoryRouter(
    [
      {
        path: '/',
        errorElement: <RouterError />,
        children: [
          { index: true, element: <p>home</p> },
          {
            path: 'broken',
            loader: () => {
              throw thrown;
            },
          },
        ],
      },
    ],
    { initialEntries: ['/'] },
  );
  await meet(router);
  return renderToString(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
}

describe('the error screen of the router', () => {
  it('says Not Found for an address that leads nowhere', async () => {
    expect(await screenFor((router) => router.navigate('/nowhere'))).toContain('Not Found');
  });

  it('says Method Not Allowed where a form is sent to a page that takes none [ROUT-21]', async () => {
    const send = (router: ReturnType<typeof createMemoryRouter>) =>
      router.navigate('/', { formMethod: 'post', formData: new FormData() });
    expect(await screenFor(send)).toContain('Method Not Allowed');
    const bad = new Response('', { status: 400 });
    expect(await screenFor((router) => router.navigate('/broken'), bad)).toContain('Bad Request');
  });

  it('names anything else an unexpected error, with its message', async () => {
    const html = await screenFor((router) => router.navigate('/broken'), new Error('the rows are no list'));
    expect(html).toContain('Unexpected Application Error!');
    expect(html).toContain('the rows are no list');
  });
});

import { MantineProvider } from '@mantine/core';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { MissingPart } from '../lib/missingPart.ts';
import { RouterError } from './RouterError.tsx';

/** Renders the error screen for an error thrown by a loader or action of the page, or for a refusal by the router. */
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
  it('says Not Found for an unknown address', async () => {
    expect(await screenFor((router) => router.navigate('/nowhere'))).toContain('Not Found');
  });

  it('says Method Not Allowed where a form is sent to a page that accepts none [ROUT-21]', async () => {
    const send = (router: ReturnType<typeof createMemoryRouter>) =>
      router.navigate('/', { formMethod: 'post', formData: new FormData() });
    expect(await screenFor(send)).toContain('Method Not Allowed');
    const bad = new Response('', { status: 400 });
    expect(await screenFor((router) => router.navigate('/broken'), bad)).toContain('Bad Request');
  });

  it('says that Holdfast was updated where the server has another version of the screen', async () => {
    const html = await screenFor((router) => router.navigate('/broken'), new MissingPart('Failed to fetch'));
    expect(html).toContain('Holdfast was updated');
    expect(html).not.toContain('Failed to fetch');
  });

  it('shows any other error as unexpected, with its message', async () => {
    const html = await screenFor((router) => router.navigate('/broken'), new Error('the rows are no list'));
    expect(html).toContain('Unexpected Application Error!');
    expect(html).toContain('the rows are no list');
  });
});

import type { RouteObject } from 'react-router';
import { adminRoutes } from './admin/routes.tsx';
import { InspectorFlow } from './InspectorFlow.tsx';
import { Checking } from '../features/users/index.ts';
import { RouterError } from './RouterError.tsx';
import { SignedIn } from './SignedIn.tsx';

/** Every address of the application. */
export const routes: RouteObject[] = [
  {
    element: <SignedIn />,
    errorElement: <RouterError />,
    hydrateFallbackElement: <Checking />,
    children: [
      {
        // Below the login: addresses are not revealed before sign-in.
        errorElement: <RouterError />,
        children: [
          { path: '/', element: <InspectorFlow /> },
          adminRoutes,
          {
            path: '*',
            loader: () => {
              throw new Response('', { status: 404, statusText: 'Not Found' });
            },
          },
        ],
      },
    ],
  },
];

import { Navigate, type RouteObject } from 'react-router';
import { adminRoutes } from './admin/routes.tsx';
import { InspectorFlow } from './InspectorFlow.tsx';
import { Checking, SINGLE_SIGN_ON_PATH } from '../features/users/index.ts';
import { RouterError } from './RouterError.tsx';
import { SignedIn } from './SignedIn.tsx';

/** Every address of the application. */
export const routes: RouteObject[] = [
  // Only in the development server: a build removes this branch with its imports.
  ...(import.meta.env.DEV
    ? [
        {
          path: '/dev/components',
          hydrateFallbackElement: <Checking />,
          lazy: async () => ({ Component: (await import('./dev/ComponentsScreen.tsx')).ComponentsScreen }),
        },
      ]
    : []),
  {
    element: <SignedIn />,
    errorElement: <RouterError />,
    hydrateFallbackElement: <Checking />,
    children: [
      {
        // Inside the login: addresses are not revealed before sign-in.
        errorElement: <RouterError />,
        children: [
          { path: '/', element: <InspectorFlow /> },
          // The address to which an identity provider redirects, once the user is signed in.
          { path: SINGLE_SIGN_ON_PATH, element: <Navigate to="/" replace /> },
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

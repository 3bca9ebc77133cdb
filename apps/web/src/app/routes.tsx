import type { RouteObject } from 'react-router';
import { InspectorFlow } from './InspectorFlow.tsx';
import { Checking } from '../features/users/index.ts';
import { RouterError } from './RouterError.tsx';
import { SignedIn } from './SignedIn.tsx';

/** The lists of the administration; what they show is loaded with the first of them. */
const ADMIN_LISTS = [
  'inspections',
  'item-types',
  'companies',
  'item-type-templates',
  'installation-details-templates',
  'inspection-details-templates',
  'inspection-templates',
  'prompt-templates',
] as const;

/** Every address of the application. */
export const routes: RouteObject[] = [
  {
    element: <SignedIn />,
    errorElement: <RouterError />,
    hydrateFallbackElement: <Checking />,
    children: [
      {
        // Below the login: whoever is not signed in is not told which addresses exist.
        errorElement: <RouterError />,
        children: [
          { path: '/', element: <InspectorFlow /> },
          {
            path: '/admin',
            lazy: async () => ({ Component: (await import('./admin/AdminArea.tsx')).AdminArea }),
            children: [
              { index: true, lazy: async () => ({ Component: (await import('./admin/AdminArea.tsx')).AdminOverview }) },
              ...ADMIN_LISTS.map((path) => ({
                path,
                lazy: async () => ({
                  Component: (await import('./admin/lists.tsx')).adminLists.find((list) => list.path === path)!.Screen,
                }),
              })),
            ],
          },
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

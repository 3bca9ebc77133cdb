/** The addresses of the administration. Their code is loaded when the area is entered. */
import type { LoaderFunctionArgs, RouteObject } from 'react-router';
import { isDesktop } from '../../lib/host.ts';
import { loadRoute } from '../../lib/parts.ts';
import { TEMPLATE_LISTS, templateLists } from '../../features/fields/templateTypes.ts';

/** On a desktop the address exists and is empty (ROUT-03). */
const nothing: RouteObject = { path: '/admin/*', element: null };

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Answers Not Found for an address whose parameter is not an id, as for any unknown address. */
function mustNameRecord({ params }: LoaderFunctionArgs): null {
  if (Object.values(params).every((id = '') => ID.test(id))) return null;
  throw new Response('', { status: 404, statusText: 'Not Found' });
}

const area: RouteObject = {
  path: '/admin',
  lazy: async () => ({ Component: (await loadRoute(() => import('./AdminArea.tsx'))).AdminArea }),
  children: [
    {
      index: true,
      lazy: async () => ({ Component: (await loadRoute(() => import('./OverviewScreen.tsx'))).OverviewScreen }),
    },
    {
      path: 'inspections',
      lazy: async () => ({
        Component: (await loadRoute(() => import('../../features/inspections/admin/InspectionsScreen.tsx')))
          .InspectionsScreen,
      }),
    },
    {
      path: 'inspections/:inspectionId',
      loader: mustNameRecord,
      lazy: async () => ({
        Component: (await loadRoute(() => import('../../features/inspections/admin/InspectionEditorScreen.tsx')))
          .InspectionEditorScreen,
      }),
    },
    {
      path: 'item-types',
      lazy: async () => ({
        Component: (await loadRoute(() => import('../../features/items/admin/ItemTypesScreen.tsx'))).ItemTypesScreen,
      }),
    },
    {
      path: 'item-types/:itemTypeIdFromUrl',
      loader: mustNameRecord,
      lazy: async () => ({
        Component: (await loadRoute(() => import('../../features/items/admin/ItemTypeEditorScreen.tsx')))
          .ItemTypeEditorScreen,
      }),
    },
    {
      path: 'companies',
      lazy: async () => ({
        Component: (await loadRoute(() => import('../../features/companies/admin/CompaniesScreen.tsx')))
          .CompaniesScreen,
      }),
    },
    {
      path: 'companies/:companyId',
      loader: mustNameRecord,
      lazy: async () => ({
        Component: (await loadRoute(() => import('../../features/companies/admin/CompanyEditorScreen.tsx')))
          .CompanyEditorScreen,
      }),
    },
    ...templateLists.flatMap((list): RouteObject[] => [
      {
        path: list,
        lazy: async () => {
          const { TemplatesScreen } = await loadRoute(() => import('../../features/fields/admin/TemplatesScreen.tsx'));
          return { element: <TemplatesScreen key={list} list={list} fieldsTemplateTypeId={TEMPLATE_LISTS[list]} /> };
        },
      },
      {
        path: `${list}/:fieldsTemplateId`,
        loader: mustNameRecord,
        lazy: async () => {
          const { TemplateEditorScreen } = await loadRoute(
            () => import('../../features/fields/admin/TemplateEditorScreen.tsx'),
          );
          return { element: <TemplateEditorScreen list={list} /> };
        },
      },
    ]),
    {
      path: 'reports',
      lazy: async () => ({
        Component: (await loadRoute(() => import('../../features/reports/admin/ReportsScreen.tsx'))).ReportsScreen,
      }),
    },
    {
      path: 'users',
      lazy: async () => ({
        Component: (await loadRoute(() => import('../../features/users/admin/UsersScreen.tsx'))).UsersScreen,
      }),
    },
    {
      path: 'recycle-bin',
      lazy: async () => ({
        Component: (await loadRoute(() => import('../../features/deletions/admin/RecycleBinScreen.tsx')))
          .RecycleBinScreen,
      }),
    },
    {
      path: 'devices',
      lazy: async () => ({
        Component: (await loadRoute(() => import('../../features/devices/admin/DevicesScreen.tsx'))).DevicesScreen,
      }),
    },
    {
      path: 'releases',
      lazy: async () => ({
        Component: (await loadRoute(() => import('../../features/releases/admin/ReleasesScreen.tsx'))).ReleasesScreen,
      }),
    },
    {
      path: 'audit',
      lazy: async () => ({
        Component: (await loadRoute(() => import('../../features/audit/admin/AuditScreen.tsx'))).AuditScreen,
      }),
    },
  ],
};

/** The addresses below /admin. */
export const adminRoutes: RouteObject = isDesktop ? nothing : area;

/** The addresses of the administration. Everything behind them is loaded when the area is entered (ui.md). */
import type { RouteObject } from 'react-router';

export const adminRoutes: RouteObject = {
  path: '/admin',
  lazy: async () => ({ Component: (await import('./AdminArea.tsx')).AdminArea }),
  children: [{ index: true, lazy: async () => ({ Component: (await import('./OverviewScreen.tsx')).OverviewScreen }) }],
};

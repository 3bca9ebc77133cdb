import { createContext, createElement, type ReactNode, useContext } from 'react';
import type { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';

const Shown = createContext<ReactNode>(null);

function Page(): ReactNode {
  return useContext(Shown);
}

/** Routes on which what is mounted by `inRouter` is every page. */
export const EVERY_PAGE = [{ path: '*', Component: Page }];

/** Returns a provider of a router made from `EVERY_PAGE`. */
export function inRouter(router: ReturnType<typeof createBrowserRouter>): (children: ReactNode) => ReactNode {
  return (children) => createElement(Shown.Provider, { value: children }, createElement(RouterProvider, { router }));
}

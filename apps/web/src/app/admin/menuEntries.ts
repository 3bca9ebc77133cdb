/** The entries of the menu, in the order of the specification (docs/acceptance.md, ROUT). An entry exists when its screen does. */
import { templateLists } from '../../features/fields/templateTypes.ts';

/** One entry: the last part of its address. */
export const menu = [
  'inspections',
  'item-types',
  'companies',
  ...templateLists,
  'reports',
  'users',
  'devices',
] as const;

/** The name of an entry. */
export type MenuEntry = (typeof menu)[number];

/** Returns true when the address is that of the overview. */
export function isOverviewAt(pathname: string): boolean {
  return pathname === '/admin' || pathname === '/admin/';
}

/** The entry that is highlighted on an address: the one whose route it starts with; inspections on `/admin` itself. */
export function entryOf(pathname: string): MenuEntry | undefined {
  if (isOverviewAt(pathname)) return 'inspections';
  return menu.find((entry) => pathname.startsWith(`/admin/${entry}`));
}

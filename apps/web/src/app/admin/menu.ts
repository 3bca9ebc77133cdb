/** The entries of the menu, in the order of the specification (product.txt §2). An entry exists when its screen does. */
import { templateLists } from '../../lib/templateTypes.ts';

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

/** The entry that is highlighted on an address: the one whose route it starts with; inspections on `/admin` itself. */
export function entryOf(pathname: string): MenuEntry | undefined {
  if (pathname === '/admin' || pathname === '/admin/') return 'inspections';
  return menu.find((entry) => pathname.startsWith(`/admin/${entry}`));
}

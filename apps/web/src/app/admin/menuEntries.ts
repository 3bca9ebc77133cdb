/** The entries of the menu by group; names and addresses follow the specification (docs/acceptance.md, ROUT). */
import { roleHolds, type RoleName } from '@holdfast/contract/roles';
import { templateLists } from '../../features/fields/templateTypes.ts';

/** The groups with their entries in order; the last group has no heading. An entry is the last part of its address. */
export const menuGroups = [
  { group: 'setUp', entries: ['inspections', 'item-types'] },
  { group: 'templates', entries: templateLists },
  { group: 'organisation', entries: ['companies', 'users', 'devices', 'releases', 'audit'] },
  { group: null, entries: ['reports', 'recycle-bin'] },
] as const;

/** Every entry, in the order of the groups. */
export const menu = menuGroups.flatMap(({ entries }): readonly MenuEntry[] => entries);

/** The name of an entry. */
export type MenuEntry = (typeof menuGroups)[number]['entries'][number];

/** The right that an entry requires when it is not the right to administer everything. */
const RIGHT_OF: Readonly<Partial<Record<MenuEntry, 'author' | 'manage'>>> = {
  companies: 'manage',
  users: 'manage',
  reports: 'author',
};

/** Returns the entries that a role may see. */
export function menuOf(role: RoleName): readonly MenuEntry[] {
  return menu.filter((entry) => roleHolds(role, RIGHT_OF[entry] ?? 'administer'));
}

/** Returns true when the address is that of the overview. */
export function isOverviewAt(pathname: string): boolean {
  return pathname === '/admin' || pathname === '/admin/';
}

/** Returns the entry that is highlighted on an address: the one whose route is a prefix of it; inspections on `/admin` itself. */
export function entryOf(pathname: string): MenuEntry | undefined {
  if (isOverviewAt(pathname)) return 'inspections';
  return menu.find((entry) => pathname.startsWith(`/admin/${entry}`));
}

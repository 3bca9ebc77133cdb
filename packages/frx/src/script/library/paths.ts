import { ExpressionError } from '../../expression/errors.ts';
import type { NetArray, Value } from '../../expression/values/values.ts';
import type { Call } from '../binder/types/types.ts';
import { nullOf } from './collections/listHelpers.ts';
import { declare } from './registry.ts';

/**
 * System.IO.Path for splitting and joining names, with the separator `/`. Paths with a backslash are refused: it is a separator on Windows
 * only.
 */

function checked(path: string): string {
  if (path.includes('\\'))
    throw new ExpressionError('Path: a backslash is a separator on one system and a letter on another; use /');
  return path;
}

const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
/** Returns the position of the dot of the extension in a file name; -1 without one. */
const dotOf = (file: string): number => {
  const at = file.lastIndexOf('.');
  return at === file.length - 1 ? -1 : at;
};
const extensionOf = (path: string): string => {
  const file = fileOf(path);
  const dot = dotOf(file);
  return dot < 0 ? '' : file.slice(dot);
};

/** Joins paths; an absolute one replaces those before it. */
function combined(paths: readonly (string | null)[], names: (index: number) => string): string {
  let made = '';
  for (const [index, path] of paths.entries()) {
    const next = checked(path ?? nullOf(names(index)));
    if (next.startsWith('/') || made === '') made = next === '' ? made : next;
    else if (next !== '') made += made.endsWith('/') ? next : `/${next}`;
  }
  return made;
}

function joined(c: Call, paths: readonly (string | null)[], names: (index: number) => string): string {
  c.rt.budget.hold(paths.reduce((sum, path) => sum + (path?.length ?? 0) + 1, 0));
  return combined(paths, names);
}

/** Returns the parent folder of a path; null for a root. */
function folderOf(path: string): string | null {
  const root = path.startsWith('/') ? 1 : 0;
  if (path.length <= root) return null;
  let end = Math.max(root, path.lastIndexOf('/'));
  while (end > root && path.charAt(end - 1) === '/') end--;
  return path.slice(0, end).replace(/\/+/gu, '/');
}

const numbered = (index: number): string => `path${String(index + 1)}`;

declare('System.IO', 'static class Path', {
  'string Combine(string path1, string path2)': (c, ...paths: (string | null)[]) => joined(c, paths, numbered),
  'string Combine(string path1, string path2, string path3)': (c, ...paths: (string | null)[]) =>
    joined(c, paths, numbered),
  'string Combine(string path1, string path2, string path3, string path4)': (c, ...paths: (string | null)[]) =>
    joined(c, paths, numbered),
  'string Combine(params string[] paths)': (c, paths: NetArray) =>
    joined(c, paths.items as readonly (string | null)[], () => 'paths'),
  'string GetDirectoryName(string path)': (_c, path: string | null): Value =>
    path === null ? null : folderOf(checked(path)),
  'bool IsPathRooted(string path)': (_c, path: string | null) => path !== null && checked(path).startsWith('/'),
  'string GetFileName(string path)': (_c, path: string | null): Value => path && fileOf(checked(path)),
  'string GetExtension(string path)': (_c, path: string | null): Value => path && extensionOf(checked(path)),
  'string GetFileNameWithoutExtension(string path)': (_c, path: string | null): Value => {
    if (path === null) return null;
    const file = fileOf(checked(path));
    const dot = file.lastIndexOf('.');
    return dot < 0 ? file : file.slice(0, dot);
  },
  'bool HasExtension(string path)': (_c, path: string | null) => path !== null && extensionOf(checked(path)) !== '',
  'string ChangeExtension(string path, string extension)': (
    _c,
    path: string | null,
    extension: string | null,
  ): Value => {
    if (path === null) return null;
    const at = checked(path).lastIndexOf('.');
    const bare = at > path.lastIndexOf('/') ? path.slice(0, at) : path;
    if (extension === null || path === '') return bare;
    return bare + (extension.startsWith('.') ? extension : `.${extension}`);
  },
});

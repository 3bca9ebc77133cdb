import { ExpressionError } from '../../expression/errors.ts';
import type { Value } from '../../expression/values.ts';
import { declare } from './registry.ts';

/** System.IO.Path as far as it only takes names apart. Separators of folders differ between systems, so that paths with a backslash are refused. */

function checked(path: string): string {
  if (path.includes('\\'))
    throw new ExpressionError('Path: a backslash is a separator on one system and a letter on another; use /');
  return path;
}

const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
/** Place of the dot of the extension in a file's name; -1 without one. */
const dotOf = (file: string): number => {
  const at = file.lastIndexOf('.');
  return at === file.length - 1 ? -1 : at;
};
const extensionOf = (path: string): string => {
  const file = fileOf(path);
  const dot = dotOf(file);
  return dot < 0 ? '' : file.slice(dot);
};

declare('System.IO', 'static class Path', {
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

import { NAME_LIMIT } from '@holdfast/contract';

const COPY_MARK = ' (copy)';

/** The name of a copy; a name that is too long for the suffix is shortened. */
export function copyName(name: string): string {
  const kept = name.slice(0, NAME_LIMIT - COPY_MARK.length).replace(/[\uD800-\uDBFF]$/, '');
  return kept + COPY_MARK;
}

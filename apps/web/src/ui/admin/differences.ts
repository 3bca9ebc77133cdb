import type { Difference } from './ConflictNotice.tsx';
import { t } from '../../lib/texts/administration.ts';

/** Returns the values that two users saved differently, by their displayed names. */
export function differencesOf<V extends object>(
  yours: V,
  theirs: V,
  shown: { [K in keyof V]?: { name: string; text?(value: V[K]): string } },
): Difference[] {
  return (Object.keys(shown) as (keyof V)[])
    .filter((key) => JSON.stringify(yours[key]) !== JSON.stringify(theirs[key]))
    .map((key) => {
      const { name, text = plain } = shown[key]!;
      return { name, yours: text(yours[key]) || t('admin.empty'), theirs: text(theirs[key]) || t('admin.empty') };
    });
}

function plain(value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'admin.yes' : 'admin.no');
  return typeof value === 'string' ? value : '';
}

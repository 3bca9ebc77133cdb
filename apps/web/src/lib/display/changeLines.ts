import type { WaitingChange } from '@holdfast/contract';
import { t } from '../texts/index.ts';

/**
 * Returns one text for each value of a change, as `Field: before → after`. @param what the kind of record, which is not repeated as a
 * field
 */
export function linesText(what: string, lines: WaitingChange['lines']): string[] {
  return lines.map(({ field, from, to }) => {
    const name = field === '' || field === what ? '' : `${field}: `;
    const before = from === '' ? '' : `${from} → `;
    return `${name}${before}${to === '' ? t('history.nothing') : to}`;
  });
}

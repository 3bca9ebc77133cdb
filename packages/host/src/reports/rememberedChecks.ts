/** Results of checks of templates, remembered while neither the template nor the tables change: lists ask for those of all reports. */
import { createHash } from 'node:crypto';
import type { DataShape, TemplateCheck } from '@holdfast/core';

/** Number of results that are remembered. */
const MOST_REMEMBERED = 200;

/** Results of checks by what was checked, the latest asked for last. */
export interface RememberedChecks {
  /**
   * Returns the remembered result, or checks. Only what is found about a template that can be read is remembered: a check that was cut off
   * may succeed next time.
   */
  of(
    template: Uint8Array,
    tables: readonly DataShape[],
    check: () => Promise<TemplateCheck | null>,
  ): Promise<TemplateCheck | null>;
}

/** Returns an empty memory of checks. */
export function rememberedChecks(): RememberedChecks {
  const known = new Map<string, TemplateCheck>();
  const remember = (key: string, result: TemplateCheck): void => {
    known.delete(key);
    known.set(key, result);
    if (known.size > MOST_REMEMBERED) known.delete(known.keys().next().value!);
  };
  return {
    async of(template, tables, check) {
      const key = createHash('sha256').update(JSON.stringify(tables)).update(template).digest('base64');
      const result = known.get(key) ?? (await check());
      if (result?.readable === true) remember(key, result);
      return result;
    },
  };
}

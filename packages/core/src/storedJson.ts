import type { ListViewField } from '@holdfast/contract';
import type { Clocks } from '@holdfast/sync';
import { z } from 'zod';

/**
 * Reads a stored text of JSON. A record of which one column cannot be read is shown with the rest of its values, so that one damaged value does not
 * prevent a list, a report or the audit log.
 * @returns undefined when the text is no JSON, or not as the schema states
 */
export function storedJson<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Columns with their values, as the log of changes keeps them. */
const Columns = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** Reads columns of a logged change; none where they cannot be read. */
export function storedColumns(text: string): z.infer<typeof Columns> {
  return storedJson(Columns, text) ?? {};
}

const History = z.object({
  what: z.string(),
  lines: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  recordedBy: z.string().optional(),
});

/** Reads the description of a change in history; an empty one where it cannot be read. */
export function storedHistory(text: string): z.infer<typeof History> {
  return storedJson(History, text) ?? { what: '', lines: [] };
}

const ListViewFields = z.array(z.object({ name: z.string(), isSearchable: z.boolean().catch(false) }));

/** Reads the columns of a list; none where they cannot be read. */
export function storedListViewFields(text: string): ListViewField[] {
  return text === '' ? [] : (storedJson(ListViewFields, text) ?? []);
}

/** Reads the clocks of a row; none where they cannot be read. The schema of rows guarantees their form, and lists read those of every row. */
export function storedClocks(text: string): Clocks {
  try {
    const clocks = JSON.parse(text) as Clocks | null;
    return typeof clocks === 'object' && clocks !== null ? clocks : {};
  } catch {
    return {};
  }
}

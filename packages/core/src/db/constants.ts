/** Rows that are the same in every database, by id. */
import { CONDITIONS, type Condition } from '@holdfast/contract';

const byId = new Map<string, Condition>(Object.values(CONDITIONS).map((condition) => [condition.id, condition]));

/** The condition with an id; null for null, which is "Not Checked"; undefined for an unknown id. */
export function conditionOf(id: string | null): Condition | null | undefined {
  return id === null ? null : byId.get(id);
}

/** Returns the name of a condition as shown in lists and history. */
export function conditionName(id: string | null): string {
  return conditionOf(id)?.name ?? 'Not Checked';
}

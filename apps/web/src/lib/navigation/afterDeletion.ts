/**
 * State of the router's entry of a list that is shown after the deletion of a record in its editor. Unsaved changes are not asked about: they
 * stay in the browser, and are shown again when the deletion is undone.
 */
export const AFTER_DELETION = { isAfterDeletion: true };

/** Returns true for the state of an entry that is shown after a deletion. */
export function isAfterDeletion(state: unknown): boolean {
  return (state as Partial<typeof AFTER_DELETION> | null)?.isAfterDeletion === true;
}

/** The last task of each name that is running or queued. */
const last = new Map<string, Promise<void>>();

/**
 * Runs work of one name one after the other within this process, in the order of the calls; a failure does not stop those that follow.
 * @returns the result of the work
 * @throws the error of the work
 */
export async function oneByOne<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(name);
  const done = before === undefined ? work() : before.then(work);
  const settled = done.then(
    () => undefined,
    () => undefined,
  );
  last.set(name, settled);
  try {
    return await done;
  } finally {
    if (last.get(name) === settled) last.delete(name);
  }
}

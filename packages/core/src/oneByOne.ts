/** The last task of each name that is running or queued. */
const last = new Map<string, Promise<void>>();

/**
 * Runs tasks of the same name one after the other within this process, in the order of the calls. A failed task does not stop the following
 * ones.
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

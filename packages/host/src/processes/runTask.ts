import type { ProcessEnded } from './boundedProcess.ts';
import type { ProcessPool } from './pool.ts';

/** Error: a task took too long. */
export class TaskTooLong extends Error {
  constructor(milliseconds: number) {
    super(`This took more than ${Math.round(milliseconds / 1000)} seconds.`);
    this.name = 'TaskTooLong';
  }
}

/**
 * Runs one task in a process of a pool.
 * @throws ProcessEnded when it needs more memory than it may have, TaskTooLong after so many milliseconds; the process is killed then
 */
export async function runTask<Answer>(pool: ProcessPool, task: unknown, milliseconds: number): Promise<Answer> {
  const process = pool.take();
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => reject(new TaskTooLong(milliseconds)), milliseconds);
  let finished = false;
  process.listen({
    message: (answer) => resolve(answer as Answer),
    exit: (error: ProcessEnded) => reject(error),
  });
  try {
    void process.send(task);
    const answer = await promise;
    finished = true;
    return answer;
  } finally {
    clearTimeout(timer);
    process.release(finished);
  }
}

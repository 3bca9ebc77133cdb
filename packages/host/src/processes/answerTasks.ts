/** Runs in a child process: answers each message with the result of `work`. A task that throws ends the process. */
export function answerTasks(work: (task: unknown) => Promise<unknown>): void {
  process.on('message', (task: unknown) => {
    void work(task).then((answer) => process.send!(answer));
  });
  process.once('disconnect', () => process.exit());
}

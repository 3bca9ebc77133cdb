/** Runs in a child process: answers each message with what the work makes of it. A task that throws ends the process. */
export function answerTasks(work: (task: unknown) => Promise<unknown>): void {
  process.on('message', (task: unknown) => {
    void work(task).then((answer) => process.send!(answer));
  });
  process.once('disconnect', () => process.exit());
}

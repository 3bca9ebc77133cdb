/** A process for tests of limits: each message names the resource that it uses. */
const kept: unknown[] = [];

process.on('message', (order: string | Uint8Array) => {
  if (order === 'bytes') for (;;) kept.push(Buffer.alloc(8 * 1024 * 1024, 1));
  if (order === 'objects') for (;;) kept.push(Array.from({ length: 10_000 }, () => ({})));
  // Below the limit of the system, and above the measured one.
  if (order === 'more than allowed') kept.push(Buffer.alloc(300 * 1024 * 1024, 1));
  if (order === 'time') for (;;);
  if (order === 'half a second of work') {
    const { user, system } = process.cpuUsage();
    for (let used = 0; used < 500_000;) {
      const now = process.cpuUsage();
      used = now.user + now.system - user - system;
    }
    process.send!('done');
  }
  if (order === 'environment') process.send!({ ...process.env });
  if (order === 'who') process.send!(process.pid);
  if (order === 'some') process.send!(kept.push(Buffer.alloc(96 * 1024 * 1024, 1)));
  if (order === 'leave') process.exit(3);
});
process.once('disconnect', () => process.exit());

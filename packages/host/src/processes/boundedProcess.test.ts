import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished, describe, expect, it, vi } from 'vitest';
import { ProcessEnded, startBounded } from './boundedProcess.ts';
import { residentBytesOf } from './memoryBound.ts';
import { processPool } from './pool.ts';
import { runTask, TaskTooLong } from './runTask.ts';

const MODULE = new URL('../testing/appetite.ts', import.meta.url);
const BOUNDS = { megabytes: 300, heapMegabytes: 128, fileMegabytes: 1, cpuSeconds: 60 };
const isLinux = process.platform === 'linux';

function pool(rules: Parameters<typeof processPool>[2] = {}) {
  const made = processPool(MODULE, BOUNDS, rules);
  onTestFinished(() => made.stop());
  return made;
}

/** Returns the end of a process that was given an order, and its greatest memory. */
async function endOf(order: string, watch: 'outside' | 'inside'): Promise<{ end: ProcessEnded; most: number }> {
  const started = startBounded(MODULE, BOUNDS, watch);
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, residentBytesOf(started.pid))), 5);
  const end = await new Promise<ProcessEnded>((resolve) => {
    started.listen({ message: () => undefined, exit: resolve });
    void started.send(order);
  });
  clearInterval(timer);
  return { end, most: most / 1024 / 1024 };
}

describe('a process that takes too much memory', () => {
  it.each([
    ['bytes', 'outside'],
    ['objects', 'outside'],
    ['bytes', 'inside'],
    ['objects', 'inside'],
  ] as const)('ends with its reason: %s, measured from %s', async (order, watch) => {
    if (watch === 'outside' && !isLinux) return;
    const { end, most } = await endOf(order, watch);
    expect(end).toMatchObject({ reason: 'memory' });
    if (isLinux) expect(most).toBeLessThan(BOUNDS.megabytes + RESERVE_MEGABYTES);
  });

  it.runIf(isLinux)('ends even if the limit of the system would allow it', async () => {
    expect((await endOf('more than allowed', 'outside')).end).toMatchObject({ reason: 'memory' });
  });
});

/** Memory in MiB that a process may allocate between two measurements; the limit of the system ends it here in any case. */
const RESERVE_MEGABYTES = 700;

describe('a process', () => {
  it('is started without the settings of the server, which contain passwords', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://holdfast:secret@localhost/holdfast');
    vi.stubEnv('HOLDFAST_SMTP_URL', 'smtps://user:secret@mail.example.org');
    onTestFinished(() => void vi.unstubAllEnvs());
    const environment = await runTask<Record<string, string>>(pool(), 'environment', 20_000);
    expect(environment).toHaveProperty('PATH');
    expect(JSON.stringify(environment)).not.toContain('secret');
  });

  it('reports that it ended by itself', async () => {
    await expect(runTask(pool(), 'leave', 20_000)).rejects.toMatchObject({ reason: 'exit' });
  });
});

describe('a pool of processes', () => {
  it('reuses a process for the next task', async () => {
    const one = pool();
    const first = await runTask<number>(one, 'who', 20_000);
    expect(await runTask<number>(one, 'who', 20_000)).toBe(first);
    const both = await Promise.all([runTask<number>(one, 'who', 20_000), runTask<number>(one, 'who', 20_000)]);
    expect(new Set(both).size).toBe(2);
  });

  it('kills a process that takes too long, and continues with another one', async () => {
    const one = pool();
    const first = await runTask<number>(one, 'who', 20_000);
    await expect(runTask(one, 'time', 300)).rejects.toBeInstanceOf(TaskTooLong);
    await expect.poll(() => isRunning(first)).toBe(false);
    expect(await runTask<number>(one, 'who', 20_000)).not.toBe(first);
  });

  it.runIf(isLinux)('replaces a process that retains too much memory after a task', async () => {
    const one = pool({ reusableMegabytes: 120 });
    const first = await runTask<number>(one, 'who', 20_000);
    await runTask(one, 'some', 20_000);
    expect(await runTask<number>(one, 'who', 20_000)).not.toBe(first);
  });

  it.runIf(isLinux)('measures the processor time of each task separately, without time spent waiting', async () => {
    const one = pool();
    const timed = async (order: string): Promise<number> => {
      const worker = one.take();
      const before = worker.processorMs()!;
      const answered = new Promise((resolve) => worker.listen({ message: resolve, exit: resolve }));
      await worker.send(order);
      await answered;
      const used = worker.processorMs()! - before;
      worker.release(true);
      return used;
    };
    expect(await timed('half a second of work')).toBeGreaterThanOrEqual(480);
    const worker = one.take();
    const taken = worker.processorMs()!;
    expect(taken).toBeLessThan(480);
    await sleep(1_000);
    expect(worker.processorMs()! - taken).toBeLessThan(480);
    worker.release(true);
  });

  it('ends idle processes after a while, and replaces one that ended in the meantime', async () => {
    const one = pool({ idleMs: 300 });
    const first = await runTask<number>(one, 'who', 20_000);
    await expect.poll(() => isRunning(first)).toBe(false);
    const second = await runTask<number>(one, 'who', 20_000);
    expect(second).not.toBe(first);
    process.kill(second, 'SIGKILL');
    await expect.poll(() => isRunning(second)).toBe(false);
    expect(await runTask<number>(one, 'who', 20_000)).not.toBe(second);
  });
});

describe('the processes of a pool', () => {
  /** Takes a process. @returns its id, and the function that returns it to the pool */
  async function taken(from: ReturnType<typeof pool>): Promise<{ pid: number; release(finished: boolean): void }> {
    const { listen, send, release } = from.take();
    const pid = new Promise<number>((resolve) =>
      listen({ message: (id) => resolve(id as number), exit: () => resolve(0) }),
    );
    await send('who');
    return { pid: await pid, release };
  }

  it('are kept up to a number, and each that is kept is reused', async () => {
    const one = pool({ idle: 2 });
    const all = [await taken(one), await taken(one), await taken(one)];
    for (const { release } of all) release(true);
    await expect.poll(() => isRunning(all[2]!.pid)).toBe(false);
    const again = [await taken(one), await taken(one)].map(({ pid }) => pid);
    expect(new Set(again)).toEqual(new Set(all.slice(0, 2).map(({ pid }) => pid)));
  });

  it('are not counted any more once they ended after a while', async () => {
    const one = pool({ idle: 1, idleMs: 100 });
    const [early, late] = [await taken(one), await taken(one)];
    early.release(true);
    await expect.poll(() => isRunning(early.pid)).toBe(false);
    late.release(true);
    expect((await taken(one)).pid).toBe(late.pid);
  });

  it('are replaced after a total time of work', async () => {
    const clock = vi.spyOn(Date, 'now');
    onTestFinished(() => clock.mockRestore());
    const one = pool({ workMs: 1_000 });
    const pids: number[] = [];
    for (const [begin, end] of [
      [0, 600],
      [5_000, 5_400],
      [9_000, 9_001],
      [9_500, 9_501],
    ] as const) {
      clock.mockReturnValue(begin);
      const { pid, release } = await taken(one);
      clock.mockReturnValue(end);
      release(true);
      pids.push(pid);
    }
    expect(pids.map((pid) => pids.indexOf(pid))).toEqual([0, 0, 0, 3]);
  });

  it('are returned once, however often their user says so', async () => {
    const one = pool({ idle: 1 });
    const first = await taken(one);
    first.release(true);
    first.release(false);
    const second = await taken(one);
    expect(second.pid).toBe(first.pid);
    first.release(false);
    second.release(true);
    expect((await taken(one)).pid).toBe(first.pid);
  });

  it('are ended when their work did not finish, and when the pool stops, idle or busy', async () => {
    const one = pool();
    const [unfinished, idle, busy] = [await taken(one), await taken(one), await taken(one)];
    unfinished.release(false);
    await expect.poll(() => isRunning(unfinished.pid)).toBe(false);
    idle.release(true);
    one.stop();
    for (const { pid } of [idle, busy]) await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

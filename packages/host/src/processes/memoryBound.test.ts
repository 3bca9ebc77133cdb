import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { memoryBound } from './memoryBound.ts';

describe.runIf(process.platform === 'linux')('a bound of memory', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is measured only while the process works', () => {
    const exceeded = vi.fn<() => void>();
    const bound = memoryBound(process.pid, 1, exceeded);
    vi.advanceTimersByTime(1_000);
    expect(exceeded).not.toHaveBeenCalled();
    bound.watch();
    bound.watch();
    vi.advanceTimersByTime(50);
    expect(exceeded).toHaveBeenCalledTimes(2);
    bound.rest();
    vi.advanceTimersByTime(1_000);
    expect(exceeded).toHaveBeenCalledTimes(2);
    bound.watch();
    vi.advanceTimersByTime(25);
    expect(exceeded).toHaveBeenCalledTimes(3);
    bound.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not exceeded by a process within it', () => {
    const exceeded = vi.fn<() => void>();
    const bound = memoryBound(process.pid, 1_000_000, exceeded);
    bound.watch();
    vi.advanceTimersByTime(1_000);
    expect(exceeded).not.toHaveBeenCalled();
    bound.stop();
  });
});

describe('the watchdog in a process', () => {
  const program = (megabytes: number, script: string) => {
    const watchdog = new URL('./watchdog.worker.ts', import.meta.url).href;
    const child = spawn(process.execPath, ['--import', watchdog, '-e', script], {
      env: { ...process.env, HOLDFAST_MEMORY_MB: String(megabytes) },
      stdio: 'ignore',
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return once(child, 'exit');
  };

  it('kills it above its bound', async () => {
    expect(await program(1, 'setInterval(() => undefined, 1_000)')).toEqual([null, 'SIGKILL']);
  });

  it('lets it work and end below its bound', async () => {
    expect(await program(100_000, 'setTimeout(() => process.exit(7), 1_000)')).toEqual([7, null]);
  });
});

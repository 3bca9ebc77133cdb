import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockFolder } from '@holdfast/host';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const MAIN = join(import.meta.dirname, 'main.ts');

describe('an agent that is started by a supervisor', () => {
  let folder: string;
  let agent: ChildProcess;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-supervised-'));
  });
  afterEach(async () => {
    if (agent.exitCode === null && agent.signalCode === null && agent.kill('SIGKILL')) await once(agent, 'exit');
    await rm(folder, { recursive: true, force: true });
  });

  function start(): ChildProcess {
    const args = ['--server', 'http://127.0.0.1:9', '--data', folder, '--port', '0', '--weather', '0'];
    agent = fork(MAIN, args, { stdio: 'ignore', env: { ...process.env, HOLDFAST_SUPERVISED: '0.1.0' } });
    return agent;
  }

  it('waits for the previous agent to release the data folder', { timeout: 30_000 }, async () => {
    const unlock = lockFolder(folder);
    const started = once(start(), 'message');
    await Promise.race([sleep(3_000), started]);
    expect(agent.exitCode).toBeNull();
    unlock();
    const [message] = (await started) as unknown[];
    expect(message).toMatchObject({ type: 'ready' });
  });

  it.skipIf(process.platform !== 'linux')(
    'creates its files for its own user alone, regardless of its supervisor',
    { timeout: 30_000 },
    async () => {
      const usual = process.umask(0o022);
      try {
        await once(start(), 'message');
        expect(await readFile(`/proc/${agent.pid}/status`, 'utf8')).toMatch(/^Umask:\s+0077$/m);
      } finally {
        process.umask(usual);
      }
    },
  );

  it('ends when its supervisor ended while it started', { timeout: 30_000 }, async () => {
    start().disconnect();
    await once(agent, 'exit');
    expect(agent.connected).toBe(false);
  });
});

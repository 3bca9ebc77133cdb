/** A real S3-compatible server for tests, in a separate process with its own folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BucketAddress } from '../blobs/objectStore.ts';

/** A running store with one bucket. */
export interface TestStore {
  address: BucketAddress;
  /** Ends the process, as a failure of the store does. */
  stop(): Promise<void>;
  /** Starts it again at the same address, over the same objects. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

const PROGRAM = `
import S3rver from '@20minutes/s3rver';
const [directory, port, signatures] = process.argv.slice(1);
const store = new S3rver({
  directory,
  port: Number(port),
  address: '127.0.0.1',
  silent: true,
  allowMismatchedSignatures: signatures !== 'strict',
  configureBuckets: [{ name: 'holdfast' }],
});
console.log((await store.run()).port);
`;

/**
 * Starts a store.
 * @param signatures `strict`: requests with a wrong signature are refused; listings are refused then, too, because the store omits the slash after
 * the bucket when it checks their signature
 */
export async function openTestStore(signatures: 'strict' | 'any' = 'any'): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-store-'));
  const launch = async (port: number) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, folder, String(port), signatures], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    return { child, port: Number(said.toString().trim()) };
  };
  let running = await launch(0);
  const stop = async (): Promise<void> => {
    const ended = once(running.child, 'exit');
    if (running.child.exitCode === null && running.child.signalCode === null && running.child.kill('SIGKILL'))
      await ended;
  };
  return {
    address: {
      url: `http://127.0.0.1:${running.port}/holdfast`,
      region: 'us-east-1',
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
      directUrl: null,
    },
    stop,
    async start() {
      running = await launch(running.port);
    },
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

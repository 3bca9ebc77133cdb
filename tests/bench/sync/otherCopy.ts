/**
 * Another program that copies rows: a folder with a `limit.js` that accepts `server FOLDER ROWS ENCODING`, `client FOLDER PORT ENCODING
 * PAGE` and `push FOLDER PORT ENCODING BATCH ROWS`, each a forked process that sends one message. It copies different rows of about the
 * same size.
 */
import { fork } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The driver for SQLite that the other measurements use. */
const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const ENCODING = 'gzip1';
/** Everything in one answer, and changed rows in batches as ours. */
const [PAGE, BATCH] = ['-1', '1000'];

/** Durations in ms. */
export interface OtherCopy {
  pullMs: number;
  pushMs: number;
}

/** Measures the copying of a number of rows, and the sending of a number of changed rows. */
export async function otherCopy(
  program: string,
  folder: string,
  { rows, pushed }: { rows: number; pushed: number },
): Promise<OtherCopy> {
  await mkdir(folder);
  const begin = <T>(...args: string[]): { stop(): void; message: Promise<T> } => {
    const child = fork(join(program, 'limit.js'), args, { env: { ...process.env, NODE_PATH: MODULES } });
    const message = new Promise<T>((resolve, reject) => {
      child.once('message', (value) => resolve(value as T));
      child.once('exit', () => reject(new Error(`${program} ended without a message.`)));
    });
    return { stop: () => void child.kill(), message };
  };
  const server = begin<{ port: number }>('server', folder, String(rows), ENCODING);
  const port = String((await server.message).port);
  const pulled = await begin<{ n: number; ms: number }>('client', folder, port, ENCODING, PAGE).message;
  const sent = await begin<{ n: number; ms: number }>('push', folder, port, ENCODING, BATCH, String(pushed)).message;
  server.stop();
  if (pulled.n !== rows || sent.n !== pushed) throw new Error(`${program} copied ${pulled.n} rows and sent ${sent.n}.`);
  return { pullMs: pulled.ms, pushMs: sent.ms };
}

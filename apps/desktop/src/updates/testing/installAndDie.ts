/** Installs a release in a separate process that is killed at a step: `node installAndDie.ts <folder> <pack> <offer> <key> <step>`. */
import { readFileSync } from 'node:fs';
import type { OfferedRelease } from '@holdfast/contract';
import { installRelease } from '../install.ts';

const [folder = '', packFile = '', offer = '', key = '', step = ''] = process.argv.slice(2);
const pack = readFileSync(packFile);
const die = (): void => void process.kill(process.pid, 'SIGKILL');

await installRelease(JSON.parse(offer) as OfferedRelease, {
  folder,
  running: '0.1.0',
  keys: [key],
  shell: '0.1.0',
  node: '24.0.0',
  progress: () => undefined,
  async download(from) {
    const half = Math.floor(pack.length / 2);
    return (async function* pieces() {
      if (from < half) yield pack.subarray(from, half);
      if (step === 'downloading') die();
      yield pack.subarray(Math.max(from, half));
    })();
  },
  step(name) {
    if (name === step) die();
  },
});

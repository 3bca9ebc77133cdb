import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** A pseudo-terminal with a device behind it: a serial port as the operating system sees it. */
export interface Pty {
  readonly path: string;
  /** Writes bytes as the device. */
  emit(bytes: Uint8Array): void;
  /** Pulls the cable: the port is removed. */
  unplug(): Promise<void>;
}

/**
 * Opens a pseudo-terminal, links it and carries bytes between it and standard input and output. The script keeps the device side open, or reading
 * would fail between two openings of the port.
 */
const BRIDGE = `
import os, pty, select, sys, tty
master, slave = pty.openpty()
tty.setraw(slave)
link = sys.argv[1]
if os.path.islink(link): os.unlink(link)
os.symlink(os.ttyname(slave), link)
sys.stdout.buffer.write(b'\\n'); sys.stdout.buffer.flush()
try:
    while True:
        ready, _, _ = select.select([master, 0], [], [])
        if 0 in ready:
            data = os.read(0, 65536)
            if not data: break
            while data:
                data = data[os.write(master, data):]
        if master in ready:
            sys.stdout.buffer.write(os.read(master, 65536)); sys.stdout.buffer.flush()
finally:
    os.unlink(link)
`;

/** Returns true when this computer can make pseudo-terminals for tests: Linux or macOS with Python 3. */
export function hasPty(): boolean {
  return process.platform !== 'win32' && spawnSync('python3', ['--version']).status === 0;
}

/**
 * Makes a serial port at a path.
 * @param device the device behind it: receives bytes and returns its answer
 */
export async function openPty(path: string, device: (bytes: Uint8Array) => Uint8Array): Promise<Pty> {
  const bridge: ChildProcess = spawn('python3', ['-c', BRIDGE, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  const { stdin, stdout } = bridge;
  if (stdin === null || stdout === null) throw new Error('The bridge to the pseudo-terminal has no pipes.');
  stdin.on('error', () => undefined);
  await once(stdout, 'data');
  stdout.on('data', (bytes: Buffer) => {
    const answer = device(bytes);
    if (answer.length > 0) stdin.write(answer);
  });
  return {
    path,
    emit: (bytes) => void stdin.write(bytes),
    async unplug() {
      if (bridge.exitCode !== null) return;
      stdin.end();
      await once(bridge, 'exit');
    },
  };
}

/** Memory and processor time of processes, from /proc of Linux. */
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import type { Process } from '../../e2e/window/fixtures/application.ts';

const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const PARTS = {
  'agent/main.js': 'agent',
  'launcher.js': 'launcher',
  WebKitWebProcess: 'page',
  WebKitNetworkProcess: 'network',
  '/holdfast': 'window',
};

/** Memory of processes by part, MB: pages that several share are divided among them (PSS). */
export function memoryOf(processes: readonly Process[]): { part: string; mb: number }[] {
  const parts = new Map<string, number>();
  for (const { pid, command } of processes) {
    const part = Object.entries(PARTS).find(([mark]) => command.includes(mark))?.[1] ?? 'other';
    const kb = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? '0';
    parts.set(part, (parts.get(part) ?? 0) + Number(kb) / 1024);
  }
  return [...parts].map(([part, mb]) => ({ part, mb }));
}

/** Processor time that processes used so far, seconds. */
export function processorSeconds(processes: readonly Process[]): number {
  return processes.reduce((sum, { pid }) => {
    const fields = statOf(pid);
    return sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS;
  }, 0);
}

/** Time at which a process was started, milliseconds UTC. */
export function startedAt(pid: number): number {
  const upSeconds = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]);
  return Date.now() - (upSeconds - Number(statOf(pid)[19]) / TICKS) * 1000;
}

/** Fields of /proc/<pid>/stat behind the name of the program. */
function statOf(pid: number): string[] {
  return read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
}

/** Text of a file; empty when its process has ended: the agent starts programs of the system that last a moment. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

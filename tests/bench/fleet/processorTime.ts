/** Processor time of processes, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs';

/** Unit of Linux's processor times. */
const TICK_MS = 10;

/** Processor times of a process in ms: its own, and those of children that ended; null when there is no such process. */
function timesOf(pid: number | string): { parent: number; own: number; ended: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent: fields[1]!, own: (user + system) * TICK_MS, ended: (endedUser + endedSystem) * TICK_MS };
  } catch {
    return null;
  }
}

/** Processor time of a process and its children in ms. */
export function withChildren(pid: number): number {
  const { own, ended } = timesOf(pid)!;
  const children = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (timesOf(name) ?? []) : []));
  return children.reduce((sum, child) => (child.parent === pid ? sum + child.own : sum), own + ended);
}

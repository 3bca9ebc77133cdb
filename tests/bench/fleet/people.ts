/** Simulated users: each sends a request, reads the answer for a while, and sends the next one. */
import { CONDITIONS } from '@holdfast/contract';
import type { Workplace } from './world.ts';

const CHOICES = Object.values(CONDITIONS).map(({ id }) => id);

/** One answered request. */
export interface Answered {
  kind: string;
  ms: number;
  /** Time of the request, ms since the work began. */
  at: number;
}

/** Simulated users, who use the servers in turn. */
export interface People {
  workplaces: readonly Workplace[];
  /** Addresses of servers. */
  addresses: readonly string[];
  count: number;
  /** Average time in ms for which a user reads an answer; 0: none. */
  thinkMs: number;
}

/**
 * Lets people work for a time.
 * @returns their answers; those of the first fifth of the time are left out
 * @throws when an answer is not a success
 */
export async function work({ workplaces, addresses, count, thinkMs }: People, ms: number): Promise<Answered[]> {
  const answers: Answered[] = [];
  const began = performance.now();
  async function person(number: number): Promise<void> {
    const { token, installationInspectionId, itemIds } = workplaces[number % workplaces.length]!;
    const address = addresses[number % addresses.length]!;
    await pause(Math.random() * thinkMs);
    for (let turn = number; performance.now() - began < ms; turn += 1) {
      const itemId = itemIds[(turn * 7) % itemIds.length]!;
      const place = { installationInspectionId, itemId };
      const [kind, path, body] = [
        ['item', '/api/get-installation-inspection-item-by-installation-and-item', place],
        ['questions', '/api/get-fields-for-installation-inspection', place],
        ['condition', '/api/set-condition', { ...place, conditionId: CHOICES[turn % CHOICES.length] }],
        ['list', '/api/get-items-for-installation-inspection', { installationInspectionId }],
        ['dashboard', '/api/get-installations', null],
      ][turn % 5] as [string, string, object | null];
      const from = performance.now();
      await ask(address, path, token, body);
      if (from - began > ms / 5) answers.push({ kind, ms: performance.now() - from, at: from - began });
      await pause(thinkMs * (0.5 + Math.random()));
    }
  }
  await Promise.all(Array.from({ length: count }, (_, number) => person(number)));
  return answers;
}

/** Makes one request. @returns the time of its answer in ms */
export async function ask(address: string, path: string, token: string, body: object | null): Promise<number> {
  const from = performance.now();
  const answer = await fetch(`${address}${path}`, {
    method: body === null ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`);
  return performance.now() - from;
}

/** Returns the percentile of some numbers. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

function pause(ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}

import { describe, expect, it } from 'vitest';
import { turns } from './turns.ts';

const never = new AbortController().signal;

describe('A line', () => {
  it("lets a second piece of one's own in behind the first of others", async () => {
    const line = turns({ atOnce: 1, total: 9, perUser: 3 });
    const running = (await line.take('maren', never)!.turn)!;
    const second = line.take('maren', never)!;
    const third = line.take('maren', never)!;
    const jorun = line.take('jorun', never)!;
    expect([jorun.place(), second.place(), third.place()]).toEqual([1, 2, 3]);
    running();
    const end = (await jorun.turn)!;
    expect([jorun.place(), second.place(), third.place()]).toEqual([0, 1, 2]);
    end();
    expect(await second.turn).not.toBeNull();
  });

  it('is closed to a user who has too much in it, and to everybody when it is full, until somebody leaves', async () => {
    const line = turns({ atOnce: 1, total: 3, perUser: 2 });
    const end = (await line.take('maren', never)!.turn)!;
    const left = new AbortController();
    const given = line.take('maren', left.signal)!;
    expect(line.take('maren', never)).toBeNull();
    line.take('jorun', never);
    expect(line.take('idris', never)).toBeNull();
    left.abort();
    expect(await given.turn).toBeNull();
    expect(line.take('idris', never)!.place()).toBe(2);
    end();
    expect(line.take('maren', never)).not.toBeNull();
  });

  it('serves twenty people with two pieces each, the first of everybody before any second', async () => {
    const line = turns({ atOnce: 2, total: 40, perUser: 2 });
    const served: string[] = [];
    const people = Array.from({ length: 20 }, (_, i) => `person ${i}`);
    const pieces = people.flatMap((who) => [who, who]);
    await Promise.all(
      pieces.map(async (who) => {
        const end = (await line.take(who, never)!.turn)!;
        served.push(who);
        await Promise.resolve();
        end();
      }),
    );
    expect(served).toHaveLength(40);
    // The first person found the line empty and had both pieces begun at once.
    expect(new Set(served.slice(0, 21)).size).toBe(20);
  });
});

import { describe, expect, it } from 'vitest';
import { fairQueue } from './fairQueue.ts';

const never = new AbortController().signal;

describe('a fair queue', () => {
  it("starts a user's second task after the first ones of others", async () => {
    const queue = fairQueue({ atOnce: 1, total: 9, perUser: 3 });
    const running = (await queue.take('maren', never, 'a company')!.turn)!;
    const second = queue.take('maren', never, 'a company')!;
    const third = queue.take('maren', never, 'a company')!;
    const jorun = queue.take('jorun', never, 'a company')!;
    expect([jorun.place(), second.place(), third.place()]).toEqual([1, 2, 3]);
    running();
    const end = (await jorun.turn)!;
    expect([jorun.place(), second.place(), third.place()]).toEqual([0, 1, 2]);
    end();
    expect(await second.turn).not.toBeNull();
  });

  it('refuses a user with too many tasks, and all users when it is full, until a task ends', async () => {
    const queue = fairQueue({ atOnce: 1, total: 3, perUser: 2 });
    const end = (await queue.take('maren', never, 'a company')!.turn)!;
    const left = new AbortController();
    const given = queue.take('maren', left.signal, 'a company')!;
    expect(queue.take('maren', never, 'a company')).toBeNull();
    queue.take('jorun', never, 'a company');
    expect(queue.take('idris', never, 'a company')).toBeNull();
    left.abort();
    expect(await given.turn).toBeNull();
    expect(queue.take('idris', never, 'a company')!.place()).toBe(2);
    end();
    expect(queue.take('maren', never, 'a company')).not.toBeNull();
  });

  it('skips a cancelled task, and ends a task once', async () => {
    const queue = fairQueue({ atOnce: 1, total: 9, perUser: 3 });
    const end = (await queue.take('maren', never, 'a company')!.turn)!;
    const left = new AbortController();
    const given = queue.take('jorun', left.signal, 'a company')!;
    const second = queue.take('idris', never, 'a company')!;
    const third = queue.take('lena', never, 'a company')!;
    left.abort();
    expect(await given.turn).toBeNull();
    expect([second.place(), third.place()]).toEqual([1, 2]);
    end();
    end();
    expect(await second.turn).not.toBeNull();
    expect(third.place()).toBe(1);
    expect(queue.load()).toEqual({ running: 1, waiting: 1 });
  });

  it('runs two tasks of each of twenty users, the first of every user before any second', async () => {
    const queue = fairQueue({ atOnce: 2, total: 40, perUser: 2 });
    const served: string[] = [];
    const people = Array.from({ length: 20 }, (_, i) => `person ${i}`);
    const pieces = people.flatMap((who) => [who, who]);
    await Promise.all(
      pieces.map(async (who) => {
        const end = (await queue.take(who, never, 'a company')!.turn)!;
        served.push(who);
        await Promise.resolve();
        end();
      }),
    );
    expect(served).toHaveLength(40);
    // The queue was empty for the first user, whose two tasks started at once.
    expect(new Set(served.slice(0, 21)).size).toBe(20);
  });

  it('has an additional place for another company only when one company occupies all', async () => {
    const queue = fairQueue({ atOnce: 2, total: 9, perUser: 9 });
    const take = (who: string, company: string) => queue.take(who, never, company)!;
    const first = (await take('maren', 'Fjord').turn)!;
    await take('jorun', 'Fjord').turn;
    const third = take('lena', 'Fjord');
    expect(third.place()).toBe(1);
    const other = take('idris', 'Delta');
    expect(other.place()).toBe(0);
    const late = take('anouk', 'Delta');
    expect([third.place(), late.place()]).toEqual([1, 2]);
    first();
    // Each company has one of the two places: the queue continues when one of them is free.
    expect([third.place(), late.place()]).toEqual([1, 2]);
    (await other.turn)!();
    expect([third.place(), late.place()]).toEqual([0, 1]);
  });
});

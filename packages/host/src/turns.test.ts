import { describe, expect, it } from 'vitest';
import { turns } from './turns.ts';

const never = new AbortController().signal;

describe('A line', () => {
  it("lets a second piece of one's own in behind the first of others", async () => {
    const line = turns({ atOnce: 1, total: 9, perUser: 3 });
    const running = (await line.take('maren', never, 'a company')!.turn)!;
    const second = line.take('maren', never, 'a company')!;
    const third = line.take('maren', never, 'a company')!;
    const jorun = line.take('jorun', never, 'a company')!;
    expect([jorun.place(), second.place(), third.place()]).toEqual([1, 2, 3]);
    running();
    const end = (await jorun.turn)!;
    expect([jorun.place(), second.place(), third.place()]).toEqual([0, 1, 2]);
    end();
    expect(await second.turn).not.toBeNull();
  });

  it('is closed to a user who has too much in it, and to everybody when it is full, until somebody leaves', async () => {
    const line = turns({ atOnce: 1, total: 3, perUser: 2 });
    const end = (await line.take('maren', never, 'a company')!.turn)!;
    const left = new AbortController();
    const given = line.take('maren', left.signal, 'a company')!;
    expect(line.take('maren', never, 'a company')).toBeNull();
    line.take('jorun', never, 'a company');
    expect(line.take('idris', never, 'a company')).toBeNull();
    left.abort();
    expect(await given.turn).toBeNull();
    expect(line.take('idris', never, 'a company')!.place()).toBe(2);
    end();
    expect(line.take('maren', never, 'a company')).not.toBeNull();
  });

  it('serves twenty people with two pieces each, the first of everybody before any second', async () => {
    const line = turns({ atOnce: 2, total: 40, perUser: 2 });
    const served: string[] = [];
    const people = Array.from({ length: 20 }, (_, i) => `person ${i}`);
    const pieces = people.flatMap((who) => [who, who]);
    await Promise.all(
      pieces.map(async (who) => {
        const end = (await line.take(who, never, 'a company')!.turn)!;
        served.push(who);
        await Promise.resolve();
        end();
      }),
    );
    expect(served).toHaveLength(40);
    // The first person found the line empty and had both pieces begun at once.
    expect(new Set(served.slice(0, 21)).size).toBe(20);
  });

  it('has a place more for another company when one has them all, and only then', async () => {
    const line = turns({ atOnce: 2, total: 9, perUser: 9 });
    const take = (who: string, company: string) => line.take(who, never, company)!;
    const first = (await take('maren', 'Fjord').turn)!;
    await take('jorun', 'Fjord').turn;
    const third = take('lena', 'Fjord');
    expect(third.place()).toBe(1);
    const other = take('idris', 'Delta');
    expect(other.place()).toBe(0);
    const late = take('anouk', 'Delta');
    expect([third.place(), late.place()]).toEqual([1, 2]);
    first();
    // Each company has one of the two places: the line goes on when one of them is free.
    expect([third.place(), late.place()]).toEqual([1, 2]);
    (await other.turn)!();
    expect([third.place(), late.place()]).toEqual([0, 1]);
  });
});

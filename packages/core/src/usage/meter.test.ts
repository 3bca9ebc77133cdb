import { expect, it } from 'vitest';
import { onEachDatabase, type TestFixture } from '../testing/index.ts';
import { NO_QUOTAS, type Quotas, type Subject, type UsageKind } from '../quotas.ts';
import { openMeter, formatSize } from './meter.ts';

const SKERROW = { kind: 'company', id: 'skerrow' } as const;
const USER = { kind: 'user', id: 'maren' } as const;
const OTHER = { kind: 'user', id: 'idris' } as const;

function meterOf({ application, database }: TestFixture, quotas: Partial<Quotas>) {
  return openMeter({ write: database.db, ports: { ...application.ports, quotas: { ...NO_QUOTAS, ...quotas } } });
}

onEachDatabase('A meter', (fixture) => {
  it('refuses amounts beyond the limit of the window, with a message, and starts again with the next one', () => {
    const meter = meterOf(fixture, { each: { request: 2, upload: null, print: null } });
    for (let i = 0; i < 2; i += 1) meter.count('request', 1, [USER]);
    const refused = (): unknown => {
      try {
        meter.count('request', 1, [USER]);
      } catch (error) {
        return (error as { details: unknown }).details;
      }
      return null;
    };
    expect(refused()).toEqual({
      reason: 'The limit of your account is 2 calls in a minute. Nothing is lost; try again in 60 seconds.',
      retryAfterSeconds: 60,
    });
    meter.count('request', 1, [OTHER]);
    fixture.wait(60_000);
    expect(refused()).toBeNull();
  });

  it('counts an amount for all subjects or for none', () => {
    const meter = meterOf(fixture, {
      each: { request: null, upload: 100, print: null },
      company: { request: null, upload: 120, print: null },
    });
    meter.count('upload', 90, [USER, SKERROW]);
    expect(() => meter.count('upload', 40, [OTHER, SKERROW])).toThrow('A limit of this server is reached.');
    meter.count('upload', 30, [OTHER, SKERROW]);
    meter.count('upload', 70, [OTHER]);
    expect(() => meter.count('upload', 1, [OTHER])).toThrow();
  });

  it('includes what other servers of the database counted after an exchange, and counts nothing twice', async () => {
    const limits = { each: { request: null, upload: null, print: 10 } };
    const [one, other] = [meterOf(fixture, limits), meterOf(fixture, limits)];
    one.count('print', 4, [USER]);
    other.count('print', 4, [USER]);
    for (let i = 0; i < 3; i += 1) for (const meter of [one, other, one]) await meter.exchange();
    const stored = await fixture.database.db.selectFrom('usage').select('amount').execute();
    expect(stored).toEqual([{ amount: 8 }]);
    one.count('print', 2, [USER]);
    expect(() => one.count('print', 1, [USER])).toThrow();
    await one.exchange();
    expect(await fixture.database.db.selectFrom('usage').select('amount').execute()).toEqual([{ amount: 10 }]);
    fixture.wait(60 * 60 * 1000);
    one.count('print', 10, [USER]);
    await one.exchange();
    await other.exchange();
    expect(await fixture.database.db.selectFrom('usage').select('amount').execute()).toEqual([{ amount: 10 }]);
  });
});

onEachDatabase('The message of a reached limit', (fixture) => {
  const reasonAt = (kind: UsageKind, limit: number, wait: number, subject: Subject): unknown => {
    const limits = { request: null, upload: null, print: null, [kind]: limit };
    const meter = meterOf(fixture, { each: limits, company: limits });
    fixture.wait(wait);
    try {
      meter.count(kind, limit + 1, [subject]);
      return null;
    } catch (error) {
      return (error as { details: { reason: string } }).details.reason;
    }
  };
  const DESK = { kind: 'device', id: 'd1' } as const;
  const PLACE = { kind: 'address', id: '192.0.2.7' } as const;

  it('names who has the limit, how much it is and the time to wait, in seconds, minutes or hours', () => {
    expect(reasonAt('upload', 5 * 1024 * 1024, 0, SKERROW)).toBe(
      'The limit of your company is 5 MB of uploads in a day. Nothing is lost; try again in 12 hours.',
    );
    expect(reasonAt('print', 1, 0, DESK)).toBe(
      'The limit of this desktop is 1 report in an hour. Nothing is lost; try again in 60 minutes.',
    );
    expect(reasonAt('print', 2, 60_000 * 58 + 30_000, DESK)).toContain(
      '2 reports in an hour. Nothing is lost; try again in 2 minutes.',
    );
    expect(reasonAt('print', 2, 1_000, DESK)).toContain('try again in 89 seconds.');
    expect(reasonAt('print', 2, 88_000, DESK)).toContain('try again in 1 second.');
    expect(reasonAt('request', 3, 999, PLACE)).toBe(
      'The limit of your network is 3 calls in a minute. Nothing is lost; try again in 1 second.',
    );
  });
});

it('Sizes are stated in words', () => {
  expect([5 * 1024 * 1024, 1.5 * 1024 ** 3, 20 * 1024 ** 3].map(formatSize)).toEqual(['5 MB', '1.5 GB', '20 GB']);
  expect([0, 1023 * 1024 ** 2, 1024 ** 3].map(formatSize)).toEqual(['0 MB', '1023 MB', '1 GB']);
});

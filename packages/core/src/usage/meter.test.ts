import { expect, it } from 'vitest';
import { onEachDatabase, type TestFixture } from '../testing/index.ts';
import { NO_QUOTAS, type Quotas } from '../quotas.ts';
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
    fixture.wait(60 * 60 * 1000);
    one.count('print', 10, [USER]);
    await one.exchange();
    await other.exchange();
    expect(await fixture.database.db.selectFrom('usage').select('amount').execute()).toEqual([{ amount: 10 }]);
  });
});

it('Sizes are stated in words', () => {
  expect([5 * 1024 * 1024, 1.5 * 1024 ** 3, 20 * 1024 ** 3].map(formatSize)).toEqual(['5 MB', '1.5 GB', '20 GB']);
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openTestDatabase, type TestDatabase } from '@holdfast/core/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMeteo } from './weather.ts';

const silent = pino({ level: 'silent' });
let source: Server;
let database: TestDatabase;
let asked: string[];
/** Behaviour of the source on a request. */
let behave: 'answer' | 'fail' | 'hang' | 'nonsense';

/** Two days of hours from midnight of today on. */
function reading(): string {
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const hours = Array.from({ length: 48 }, (_, i) => new Date(midnight + i * 3_600_000).toISOString().slice(0, 16));
  return JSON.stringify({
    utc_offset_seconds: 0,
    hourly_units: { temperature_2m: '°C', windspeed_10m: 'km/h' },
    hourly: {
      time: hours,
      temperature_2m: hours.map(() => 7.5),
      windspeed_10m: hours.map(() => 31),
      weathercode: hours.map(() => 61),
    },
  });
}

beforeEach(async () => {
  asked = [];
  behave = 'answer';
  database = await openTestDatabase('sqlite');
  source = createServer((request, response) => {
    asked.push(request.url!);
    if (behave === 'hang') return;
    response.statusCode = behave === 'fail' ? 503 : 200;
    response.end(behave === 'nonsense' ? '{"hourly":' : reading());
  });
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  source.closeAllConnections();
  await new Promise((resolve) => source.close(resolve));
  await database.close();
});

const open = () => {
  const { port } = source.address() as AddressInfo;
  return openMeteo(`http://127.0.0.1:${port}/v1/forecast`, { read: database.db, write: database.db }, silent);
};
const soon = () => new Promise((resolve) => setTimeout(resolve, 150));

describe('weather', () => {
  it('is answered as unknown at once at first, and known soon afterwards', async () => {
    const weather = await open();
    expect(weather.at(57.9312, 1.418, Date.now())).toBeNull();
    await soon();
    expect(weather.at(57.9312, 1.418, Date.now())?.hourly.weathercodeName[0]).toBe('rain-slight');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('latitude=57.95');
    expect(asked[0]).toContain('timezone=auto');
  });

  it('is requested once in half an hour for each place, and shown for six hours', async () => {
    const weather = await open();
    const now = Date.now();
    for (let i = 0; i < 5; i++) weather.at(57.93, 1.41, now);
    await soon();
    weather.at(57.94, 1.42, Date.now());
    expect(asked).toHaveLength(1);
    behave = 'fail';
    expect(weather.at(57.93, 1.41, now + 31 * 60_000)).not.toBeNull();
    await soon();
    expect(asked).toHaveLength(2);
    expect(weather.at(57.93, 1.41, now + 7 * 3_600_000)).toBeNull();
  });

  it('is kept across a restart', async () => {
    (await open()).at(57.93, 1.41, Date.now());
    await soon();
    behave = 'fail';
    expect((await open()).at(57.93, 1.41, Date.now())).not.toBeNull();
  });

  it.each(['fail', 'nonsense', 'hang'] as const)(
    'stays unknown, and delays no caller, when the source does this: %s',
    async (manner) => {
      behave = manner;
      const weather = await open();
      const began = performance.now();
      expect(weather.at(57.93, 1.41, Date.now())).toBeNull();
      expect(performance.now() - began).toBeLessThan(50);
      await soon();
      expect(weather.at(57.93, 1.41, Date.now())).toBeNull();
      expect(asked).toHaveLength(1);
    },
  );
});

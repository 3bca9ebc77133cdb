import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openTestDatabase, type TestDatabase } from '@holdfast/core/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMeteo } from './weather.ts';

/** Reasons of the failures that were logged. */
const warned: string[] = [];
const log = pino({}, { write: (line) => warned.push((JSON.parse(line) as { reason: string }).reason) });
let source: Server;
let database: TestDatabase;
let asked: string[];
/** Behaviour of the source on a request. */
let behave: 'answer' | 'fail' | 'hang' | 'nonsense' | 'flood' | 'endless';

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

/** Sends until the connection is closed. */
function sendWithoutEnd(response: ServerResponse): void {
  const piece = Buffer.alloc(64 * 1024, ' ');
  const send = (): void => {
    while (response.write(piece));
  };
  response.on('drain', send);
  send();
}

beforeEach(async () => {
  asked = [];
  warned.length = 0;
  behave = 'answer';
  database = await openTestDatabase('sqlite');
  source = createServer((request, response) => {
    asked.push(request.url!);
    if (behave === 'hang') return;
    if (behave === 'endless') {
      sendWithoutEnd(response);
      return;
    }
    response.statusCode = behave === 'fail' ? 503 : 200;
    response.end(behave === 'nonsense' ? '{"hourly":' : behave === 'flood' ? reading().padEnd(200_001) : reading());
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
  return openMeteo(`http://127.0.0.1:${port}/v1/forecast`, { read: database.db, write: database.db }, log);
};
type Weather = Awaited<ReturnType<typeof openMeteo>>;
const known = (weather: Weather) => expect.poll(() => weather.at(57.93, 1.41, Date.now())).not.toBeNull();
const stored = () =>
  expect.poll(() => database.db.selectFrom('weatherReading').select('place').execute()).toHaveLength(1);

describe('weather', () => {
  it('is answered as unknown at once at first, and known afterwards', async () => {
    const weather = await open();
    expect(weather.at(57.9312, 1.418, Date.now())).toBeNull();
    await known(weather);
    expect(weather.at(57.9312, 1.418, Date.now())?.hourly.weathercodeName[0]).toBe('rain-slight');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('latitude=57.95');
    expect(asked[0]).toContain('longitude=1.4');
    expect(asked[0]).toContain('timezone=auto');
  });

  it('is requested once in half an hour for each place, and shown for six hours', async () => {
    const weather = await open();
    const now = Date.now();
    for (let i = 0; i < 5; i++) weather.at(57.93, 1.41, now);
    await known(weather);
    weather.at(57.94, 1.42, Date.now());
    expect(asked).toHaveLength(1);
    weather.at(10, 10, now);
    await expect.poll(() => asked).toHaveLength(2);
    behave = 'fail';
    expect(weather.at(57.93, 1.41, now + 31 * 60_000)).not.toBeNull();
    await expect.poll(() => warned).toHaveLength(1);
    expect(asked).toHaveLength(3);
    expect(weather.at(57.93, 1.41, now + 5 * 3_600_000)).not.toBeNull();
    expect(weather.at(57.93, 1.41, now + 7 * 3_600_000)).toBeNull();
  });

  it('is kept across a restart', async () => {
    (await open()).at(57.93, 1.41, Date.now());
    await stored();
    behave = 'fail';
    expect((await open()).at(57.93, 1.41, Date.now())).not.toBeNull();
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['fail', 'The weather source answered 503.'],
    ['nonsense', 'JSON'],
    ['flood', 'The weather source answered too much.'],
    ['endless', 'The weather source answered too much.'],
  ] as const)('stays unknown when the source does this, which is logged: %s', async (manner, reason) => {
    behave = manner;
    const weather = await open();
    expect(weather.at(57.93, 1.41, Date.now())).toBeNull();
    await expect.poll(() => warned).toEqual([expect.stringContaining(reason)]);
    expect(weather.at(57.93, 1.41, Date.now())).toBeNull();
    // The source is left alone for five minutes.
    weather.at(57.93, 1.41, Date.now() + 4 * 60_000);
    expect(asked).toHaveLength(1);
    behave = 'answer';
    weather.at(57.93, 1.41, Date.now() + 6 * 60_000);
    await known(weather);
  });

  it('stays unknown, and delays no caller, while the source does not answer', async () => {
    behave = 'hang';
    const weather = await open();
    expect(weather.at(57.93, 1.41, Date.now())).toBeNull();
    await expect.poll(() => asked).toHaveLength(1);
    expect(weather.at(57.93, 1.41, Date.now())).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it('is not requested without a source', async () => {
    const weather = await openMeteo(null, { read: database.db, write: database.db }, log);
    expect(weather.at(57.93, 1.41, Date.now())).toBeNull();
    expect([asked, warned]).toEqual([[], []]);
  });
});

import { bytesWithin } from '@holdfast/contract/client';
import { type Database, type Ports, weatherFrom, weatherPlace, WeatherReading } from '@holdfast/core';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';

/** Age up to which a reading is reused. */
const FRESH_MS = 30 * 60_000;
/** Age from which a reading is not shown any more. */
const STALE_MS = 6 * 60 * 60_000;
/** Time limit of a request to the source, in ms. */
const LIMIT_MS = 3_000;
/** Time in ms after a failure during which the source is not called. */
const PAUSE_MS = 5 * 60_000;
/** Maximum size of an answer. A reading has a few kilobytes. */
const LIMIT_BYTES = 200_000;
const PLACES = 1_000;

interface Known {
  fetchedAt: number;
  reading: WeatherReading | null;
  /** Milliseconds UTC before which the source is not called again. */
  notBefore: number;
}

/**
 * Weather from Open-Meteo's forecast API (product decision 24). A call is answered at once from stored data. Missing or old data are fetched in the
 * background, with one request per place, and stored in the database.
 * @param source address of the forecast API; null: no requests
 */
export async function openMeteo(
  source: string | null,
  db: { read: Kysely<Database>; write: Kysely<Database> },
  log: Logger,
): Promise<Ports['weather']> {
  const places = new Map<string, Known>();
  for (const row of await db.read.selectFrom('weatherReading').selectAll().limit(PLACES).execute()) {
    const reading = WeatherReading.safeParse(JSON.parse(row.reading));
    if (reading.success) places.set(row.place, { fetchedAt: row.fetchedAt, reading: reading.data, notBefore: 0 });
  }

  async function refresh(key: string, latitude: number, longitude: number, known: Known): Promise<void> {
    try {
      const reading = await fetchReading(source!, latitude, longitude);
      Object.assign(known, { reading, fetchedAt: Date.now(), notBefore: 0 });
      const row = { place: key, fetchedAt: known.fetchedAt, reading: JSON.stringify(reading) };
      await db.write
        .insertInto('weatherReading')
        .values(row)
        .onConflict((conflict) => conflict.column('place').doUpdateSet(row))
        .execute();
    } catch (error) {
      known.notBefore = Date.now() + PAUSE_MS;
      log.warn({ place: key, reason: error instanceof Error ? error.message : String(error) }, 'no weather');
    }
  }

  return {
    at(latitude, longitude, now) {
      const place = weatherPlace(latitude, longitude);
      const known = places.get(place.key) ?? { fetchedAt: 0, reading: null, notBefore: 0 };
      if (!places.has(place.key) && places.size < PLACES) places.set(place.key, known);
      if (source !== null && now - known.fetchedAt > FRESH_MS && now >= known.notBefore) {
        known.notBefore = now + LIMIT_MS;
        void refresh(place.key, place.latitude, place.longitude, known);
      }
      return known.reading === null || now - known.fetchedAt > STALE_MS ? null : weatherFrom(known.reading, now);
    },
  };
}

async function fetchReading(source: string, latitude: number, longitude: number): Promise<WeatherReading> {
  const url = new URL(source);
  url.searchParams.set('latitude', String(latitude));
  url.searchParams.set('longitude', String(longitude));
  url.searchParams.set('hourly', 'temperature_2m,windspeed_10m,weathercode');
  url.searchParams.set('timezone', 'auto');
  url.searchParams.set('forecast_days', '2');
  const answer = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS), redirect: 'error' });
  if (!answer.ok) throw new Error(`The weather source answered ${answer.status}.`);
  const bytes = await bytesWithin(answer.body, LIMIT_BYTES);
  if (bytes === null) throw new Error('The weather source answered too much.');
  return WeatherReading.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

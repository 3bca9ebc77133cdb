/** Converts weather from Open-Meteo into the displayed form (product decision 24). */
import type { Weather } from '@holdfast/contract';
import { z } from 'zod';

/** Hours shown, from the current one on (docs/acceptance.md, WTHR). */
const HOURS = 10;
const HOUR_MS = 3_600_000;

/** Names of the WMO weather codes the source uses. */
const CODE_NAMES: Readonly<Record<number, string>> = {
  0: 'clear-sky',
  1: 'mainly-clear',
  2: 'partly-cloudy',
  3: 'overcast',
  45: 'fog',
  48: 'depositing-rime-fog',
  51: 'drizzle-light',
  53: 'drizzle-moderate',
  55: 'drizzle-dense',
  56: 'freezing-drizzle-light',
  57: 'freezing-drizzle-dense',
  61: 'rain-slight',
  63: 'rain-moderate',
  65: 'rain-heavy',
  66: 'freezing-rain-light',
  67: 'freezing-rain-heavy',
  71: 'snow-fall-slight',
  73: 'snow-fall-moderate',
  75: 'snow-fall-heavy',
  77: 'snow-grains',
  80: 'rain-showers-slight',
  81: 'rain-showers-moderate',
  82: 'rain-showers-violent',
  85: 'snow-showers-slight',
  86: 'snow-showers-heavy',
  95: 'thunderstorm-slight-or-moderate',
  96: 'thunderstorm-slight-and-heavy-hail',
  99: 'thunderstorm-slight-and-heavy-hail',
};

/** The name of a WMO weather code; `unknown` for any other number. */
export function weatherCodeName(code: number): string {
  return CODE_NAMES[code] ?? 'unknown';
}

/** A local hour of a place. It has to exist, because pages convert it. */
const LocalHour = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
  .refine((hour) => {
    const at = Date.parse(`${hour}:00Z`);
    return !Number.isNaN(at) && new Date(at).toISOString().startsWith(hour);
  });

const numbers = z.array(z.number().nullable()).max(1_000);

/** The part of the source's answer that is kept. Times are local hours of the place, without a zone. */
export const WeatherReading = z.object({
  utc_offset_seconds: z.number().int(),
  hourly_units: z.object({ temperature_2m: z.string().max(20), windspeed_10m: z.string().max(20) }),
  hourly: z.object({
    time: z.array(LocalHour).max(1_000),
    temperature_2m: numbers,
    windspeed_10m: numbers,
    weathercode: numbers,
  }),
});

/** The part of the source's answer that is kept. */
export type WeatherReading = z.infer<typeof WeatherReading>;

/**
 * The ten hours that begin with the current local hour of the place.
 * @param now milliseconds UTC
 * @returns null when the reading does not reach the current hour
 */
export function weatherFrom({ utc_offset_seconds, hourly, hourly_units }: WeatherReading, now: number): Weather | null {
  const localHour = Math.floor((now + utc_offset_seconds * 1000) / HOUR_MS) * HOUR_MS;
  const first = hourly.time.findIndex((time) => Date.parse(`${time}:00Z`) === localHour);
  if (first === -1) return null;
  const hours = hourly.time.map((_, i) => i).slice(first, first + HOURS);
  const whole = hours.filter(
    (i) => typeof hourly.temperature_2m[i] === 'number' && typeof hourly.windspeed_10m[i] === 'number',
  );
  return {
    hourly: {
      time: whole.map((i) => hourly.time[i]!),
      temperature_2m: whole.map((i) => hourly.temperature_2m[i]!),
      windspeed_10m: whole.map((i) => hourly.windspeed_10m[i]!),
      weathercodeName: whole.map((i) => weatherCodeName(hourly.weathercode[i] ?? -1)),
    },
    hourly_units,
  };
}

/** The place for which the weather of a coordinate is requested: a few kilometres wide, so that neighbours share one reading. */
export function weatherPlace(
  latitude: number,
  longitude: number,
): { key: string; latitude: number; longitude: number } {
  const rounded = { latitude: Math.round(latitude * 20) / 20, longitude: Math.round(longitude * 20) / 20 };
  return { key: `${rounded.latitude.toFixed(2)},${rounded.longitude.toFixed(2)}`, ...rounded };
}

import { describe, expect, it } from 'vitest';
import { weatherCodeName, weatherFrom, weatherPlace, WeatherReading } from './weather.ts';

const HOURS = Array.from({ length: 48 }, (_, i) => i);
const READING: WeatherReading = {
  utc_offset_seconds: 3600,
  hourly_units: { temperature_2m: '°C', windspeed_10m: 'km/h' },
  hourly: {
    time: HOURS.map((i) => `2026-01-${15 + Math.floor(i / 24)}T${String(i % 24).padStart(2, '0')}:00`),
    temperature_2m: HOURS,
    windspeed_10m: HOURS.map((i) => i * 2),
    weathercode: HOURS.map(() => 3),
  },
};

describe('weather at an installation', () => {
  it('is ten hours from the current local hour of the place on [WTHR-01]', () => {
    const weather = weatherFrom(READING, Date.UTC(2026, 0, 15, 11, 59))!;
    expect(weather.hourly.time).toEqual(HOURS.slice(12, 22).map((i) => READING.hourly.time[i]));
    expect(weather.hourly.temperature_2m[0]).toBe(12);
    expect(weather.hourly.windspeed_10m[0]).toBe(24);
    expect(weather.hourly_units).toEqual({ temperature_2m: '°C', windspeed_10m: 'km/h' });
  });

  it('continues after midnight', () => {
    expect(weatherFrom(READING, Date.UTC(2026, 0, 15, 20))!.hourly.time.at(-1)).toBe('2026-01-16T06:00');
  });

  it('is unknown when the reading is too old to reach the current hour', () => {
    expect(weatherFrom(READING, Date.UTC(2026, 0, 18))).toBeNull();
  });

  it.each(['9999-99-99T99:99', '2026-02-30T01:00', '2026-01-15T24:00', '2026-01-15T01:60'])(
    'is not read with an hour that does not exist: %s',
    (hour) => {
      const { hourly } = READING;
      expect(WeatherReading.safeParse(READING).success).toBe(true);
      const read = WeatherReading.safeParse({ ...READING, hourly: { ...hourly, time: hourly.time.with(1, hour) } });
      expect(read.success).toBe(false);
    },
  );

  it('omits hours without data of the source', () => {
    const gaps = { ...READING, hourly: { ...READING.hourly, temperature_2m: HOURS.map((i) => (i === 13 ? null : i)) } };
    expect(weatherFrom(gaps, Date.UTC(2026, 0, 15, 11))!.hourly.temperature_2m).toEqual([
      12, 14, 15, 16, 17, 18, 19, 20, 21,
    ]);
  });

  it('is requested for coordinates rounded to a twentieth of a degree, so that neighbours share a reading', () => {
    expect(weatherPlace(58.441, -2.974)).toEqual({ key: '58.45,-2.95', latitude: 58.45, longitude: -2.95 });
    expect(weatherPlace(58.46, -2.96)).toEqual(weatherPlace(58.441, -2.974));
    expect(weatherPlace(58.42, -2.974)).not.toEqual(weatherPlace(58.441, -2.974));
  });

  it('has a name for every code of the specification, and "unknown" for any other [WTHR-04]', () => {
    const names = [
      0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96, 4,
    ].map(weatherCodeName);
    expect(new Set(names).size).toBe(28);
    expect(weatherCodeName(99)).toBe('thunderstorm-slight-and-heavy-hail');
    expect(weatherCodeName(4)).toBe('unknown');
  });
});

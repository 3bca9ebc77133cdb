import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { WeatherIcon, weatherText } from './weather.tsx';

/** The weather codes of docs/acceptance.md, WTHR; the 28th code is `unknown`. */
const NAMES = [
  'clear-sky',
  'mainly-clear',
  'partly-cloudy',
  'overcast',
  'fog',
  'depositing-rime-fog',
  ...['light', 'moderate', 'dense'].map((degree) => `drizzle-${degree}`),
  ...['light', 'dense'].map((degree) => `freezing-drizzle-${degree}`),
  ...['slight', 'moderate', 'heavy'].map((degree) => `rain-${degree}`),
  ...['light', 'heavy'].map((degree) => `freezing-rain-${degree}`),
  ...['slight', 'moderate', 'heavy'].map((degree) => `snow-fall-${degree}`),
  'snow-grains',
  ...['slight', 'moderate', 'violent'].map((degree) => `rain-showers-${degree}`),
  ...['slight', 'heavy'].map((degree) => `snow-showers-${degree}`),
  ...['slight-or-moderate', 'slight-and-heavy-hail'].map((degree) => `thunderstorm-${degree}`),
];

const drawn = (code: string): string => renderToStaticMarkup(<WeatherIcon code={code} size={26} />);

describe('the names of weather codes', () => {
  it('are 28 including unknown; each has an icon and a text of its own [WTHR-04]', () => {
    expect(NAMES).toHaveLength(27);
    const unknown = drawn('unknown');
    for (const name of NAMES) expect(drawn(name), name).not.toBe(unknown);
    expect(new Set(NAMES.map(weatherText)).size).toBe(27);
    expect(NAMES.map(weatherText)).not.toContain('Unknown');
    expect(weatherText('unknown')).toBe('Unknown');
    expect(weatherText('thunderstorm-slight-and-heavy-hail')).toBe('Thunderstorm, slight and heavy hail');
    expect(weatherText('mainly-clear')).toBe('Mainly clear');
  });
});

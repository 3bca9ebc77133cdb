import type { Weather } from '@holdfast/contract';
import {
  IconCloud,
  IconCloudFog,
  IconCloudRain,
  IconCloudSnow,
  IconCloudStorm,
  IconMist,
  IconQuestionMark,
  IconSnowflake,
  IconSun,
  IconSunElectricity,
} from '@tabler/icons-react';
import { type ComponentType, createElement } from 'react';
import { t } from '../../lib/texts/index.ts';

/** One hour of weather. */
export interface WeatherHour {
  time: string;
  temperature: string;
  wind: string;
  code: string;
}

type Icon = ComponentType<{ size?: number; stroke?: number }>;

/** Icons by the beginning of a weather code's name; the first match is used. */
const icons: readonly [beginning: string, icon: Icon][] = [
  ['clear-sky', IconSun],
  ['mainly-clear', IconSunElectricity],
  ['partly-cloudy', IconCloud],
  ['overcast', IconCloud],
  ['depositing-rime-fog', IconMist],
  ['fog', IconCloudFog],
  ['drizzle', IconCloudRain],
  ['freezing', IconSnowflake],
  ['rain', IconCloudRain],
  ['snow', IconCloudSnow],
  ['thunderstorm', IconCloudStorm],
];

/** The icon of a weather code; a question mark for an unknown code. */
export function WeatherIcon({ code, size }: { code: string; size: number }) {
  return createElement(iconOf(code) ?? IconQuestionMark, { size, stroke: 1.6 });
}

function iconOf(code: string): Icon | undefined {
  return icons.find(([beginning]) => code.startsWith(beginning))?.[1];
}

/** Converts a weather code to text: "rain-showers-slight" is "Rain showers, slight". */
export function weatherText(code: string): string {
  if (iconOf(code) === undefined) return t('weather.unknown');
  const [, kind, degree] =
    /^(.*?)(?:-(light|slight|moderate|dense|heavy|violent|slight-or-moderate|slight-and-heavy-hail))?$/.exec(code)!;
  const words = `${kind!.charAt(0).toUpperCase()}${kind!.slice(1)}`.replaceAll('-', ' ');
  return degree === undefined ? words : `${words}, ${degree.replaceAll('-', ' ')}`;
}

/** Returns the hours of a weather report with their units. */
export function hoursOf({ hourly, hourly_units: units }: Weather): WeatherHour[] {
  return hourly.time.map((time, index) => ({
    time,
    temperature: `${Math.round(hourly.temperature_2m[index] ?? 0)} ${units.temperature_2m}`,
    wind: `${Math.round(hourly.windspeed_10m[index] ?? 0)} ${units.windspeed_10m}`,
    code: hourly.weathercodeName[index] ?? 'unknown',
  }));
}

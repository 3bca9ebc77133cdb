import type { Weather } from '@holdfast/contract';
import { Group, Paper, ScrollArea, Text, Title } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { formatLocalHour } from '../../lib/display/formats.ts';
import { t } from '../../lib/texts/index.ts';
import { hoursOf, WeatherIcon, weatherText } from './weather.tsx';
import classes from './WeatherStrip.module.css';

/** The weather of the next ten hours at an installation. */
export function WeatherStrip({ weather }: { weather: Weather | null }) {
  return (
    <Paper
      component="section"
      p="md"
      aria-labelledby="weather-title"
      className={classes['panel']}
      data-empty={weather === null || undefined}
    >
      <Title order={2} id="weather-title" fz="md" mb={weather === null ? 0 : 'xs'}>
        {t('weather.title')}
      </Title>
      {weather === null ? (
        <Group gap="xs" wrap="nowrap" c="dimmed" className={classes['none']}>
          <IconCloudOff size={20} aria-hidden />
          <Text size="sm">{t('weather.none')}</Text>
        </Group>
      ) : (
        <ScrollArea type="auto" offsetScrollbars="x" viewportProps={{ tabIndex: 0 }}>
          <ol className={classes['hours']}>
            {hoursOf(weather).map(({ time, temperature, wind, code }) => {
              const words = weatherText(code);
              return (
                <li key={time}>
                  <Text size="sm" c="dimmed">
                    {formatLocalHour(time)}
                  </Text>
                  <span role="img" aria-label={words} title={words}>
                    <WeatherIcon code={code} size={26} />
                  </span>
                  <Text fw={600}>{temperature}</Text>
                  <Text size="sm" c="dimmed">
                    {wind}
                  </Text>
                </li>
              );
            })}
          </ol>
        </ScrollArea>
      )}
    </Paper>
  );
}

import type { Installation } from '@holdfast/contract';
import { Group, Paper, Text, Title } from '@mantine/core';
import { IconChevronRight, IconMapPin } from '@tabler/icons-react';
import { formatCoordinates, todayIn } from '../../lib/display/formats.ts';
import { t } from '../../lib/texts/index.ts';
import { CoverButton } from '../../ui/CoverButton.tsx';
import { InspectionLine, inWorkingOrder } from '../inspections/index.ts';
import classes from './InstallationCard.module.css';
import { hoursOf, WeatherIcon, weatherText } from './weather.tsx';

/** An installation on the dashboard: its location, the current weather, and its inspections. */
export function InstallationCard({
  installation,
  now,
  onOpen,
  onOpenInspection,
}: {
  installation: Installation;
  now: Date;
  onOpen(): void;
  onOpenInspection(installationInspectionId: string): void;
}) {
  const { name, latitude, longitude, timeZone, weather, installationInspections } = installation;
  const day = todayIn(timeZone, now);
  const weatherNow = weather === null ? undefined : hoursOf(weather)[0];
  return (
    <Paper component="article" className={classes['card']} aria-label={name}>
      <header className={classes['head']}>
        <div>
          <Title order={2} fz="xl" lh={1.3}>
            <CoverButton onClick={onOpen}>{name}</CoverButton>
          </Title>
          <Group gap={6} c="dimmed" mt={2} wrap="nowrap">
            <IconMapPin size={16} aria-hidden />
            <Text size="sm">
              {latitude === null || longitude === null
                ? t('installations.noPlace')
                : formatCoordinates(latitude, longitude)}
            </Text>
          </Group>
        </div>
        <Group gap="sm" wrap="nowrap">
          {weatherNow !== undefined && (
            <Group gap={6} wrap="nowrap" title={weatherText(weatherNow.code)}>
              <WeatherIcon code={weatherNow.code} size={22} />
              <Text size="sm" fw={550}>
                {weatherNow.temperature}
              </Text>
            </Group>
          )}
          <IconChevronRight size={20} color="var(--mantine-color-dimmed)" aria-hidden />
        </Group>
      </header>
      {installationInspections.length === 0 ? (
        <Text size="sm" c="dimmed" className={classes['none']}>
          {t('installations.noInspections')}
        </Text>
      ) : (
        inWorkingOrder(installationInspections, day).map((inspection) => (
          <InspectionLine
            key={inspection.id}
            inspection={inspection}
            day={day}
            onOpen={() => onOpenInspection(inspection.id)}
          />
        ))
      )}
    </Paper>
  );
}

import { batteryStep } from '@holdfast/rfid';
import type { RfidDevice } from '@holdfast/contract';
import { Button, Menu, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAntenna } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { reasonOf } from '../../lib/failures.ts';
import { keyOf } from '../../lib/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { useReaders } from './useReaders.ts';

/** The reader that scans and its battery, in the title bar; its menu lists every reader and starts and stops scanning. */
export default function ReaderStatus() {
  const cache = useQueryClient();
  const { devices, selected, otherPorts } = useReaders();
  const current = devices.find(({ id }) => id === selected);
  const act = (work: Promise<unknown>): void => {
    work.then(
      (state) => cache.setQueryData(keyOf('getConnectedDevices', {}), state),
      (error: unknown) => notifications.show({ color: 'red', title: t('rfid.failed'), message: reasonOf(error) }),
    );
  };
  if (devices.length === 0 && otherPorts.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          h={44}
          leftSection={<IconAntenna size={20} aria-hidden />}
          rightSection={current === undefined ? null : <Battery device={current} />}
          aria-label={current === undefined ? t('rfid.none') : t('rfid.reader', { name: current.displayName })}
        >
          {current?.displayName ?? t('rfid.none')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('rfid.readers')}</Menu.Label>
        {devices.map((device) => (
          <Menu.Item
            key={device.id}
            aria-current={device.id === selected}
            rightSection={<Battery device={device} />}
            onClick={() => act(call('selectReader', { id: device.id }))}
          >
            {`${device.displayName} · ${device.product}`}
            <Text size="sm" c="dimmed">{`${device.com} · ${t(`rfid.state.${device.state}`)}`}</Text>
          </Menu.Item>
        ))}
        {otherPorts.map(({ path, label }) => (
          <Menu.Item key={path} onClick={() => act(call('connectReader', { path }))}>
            {t('rfid.connect', { port: label === '' ? path : `${path} (${label})` })}
          </Menu.Item>
        ))}
        {current !== undefined && (
          <>
            <Menu.Divider />
            {current.state === 'scanning' ? (
              <Menu.Item onClick={() => act(call('stopScanning', {}))}>{t('rfid.stop')}</Menu.Item>
            ) : (
              <Menu.Item
                disabled={current.state !== 'ready'}
                onClick={() => act(call('startScanning', { mode: 'single' }))}
              >
                {t('rfid.start')}
              </Menu.Item>
            )}
            <Menu.Item onClick={() => act(call('disconnectReader', { id: current.id }))}>
              {t('rfid.disconnect')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Steps of the icon: one bar each. */
const STEPS = 7;

function Battery({ device: { batteryStatus } }: { device: RfidDevice }) {
  const step = batteryStep(batteryStatus?.percent ?? null);
  const percent = batteryStatus?.percent ?? null;
  const label = percent === null ? t('rfid.batteryUnknown') : t('rfid.battery', { percent });
  return (
    <svg width={30} height={14} viewBox="0 0 30 14" role="img" aria-label={label} data-step={step ?? 'unknown'}>
      <rect x={0.5} y={0.5} width={26} height={13} rx={2} fill="none" stroke="currentColor" />
      <rect x={27.5} y={4} width={2} height={6} fill="currentColor" />
      <rect x={2.5} y={2.5} width={(22 * (step ?? 0)) / STEPS} height={9} fill="currentColor" />
    </svg>
  );
}

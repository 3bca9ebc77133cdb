import { batteryStep } from '@holdfast/rfid';
import type { RfidDevice } from '@holdfast/contract';
import { Button, Menu, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAntenna } from '@tabler/icons-react';
import { reasonOf } from '../../lib/calls/failures.ts';
import { isDesktop } from '../../lib/host.ts';
import { t } from '../../lib/texts/index.ts';
import { t as reasonText } from '../../lib/texts/reasons.ts';
import { useReaderActions, useReaders } from './useReaders.ts';
import { chooseWebReader, hasWebSerial } from './webReaders.ts';

/** The selected reader and its battery, in the title bar. Its menu lists all readers and starts and stops scanning. */
export default function ReaderStatus() {
  const readers = useReaderActions();
  const { devices, selected, otherPorts } = useReaders();
  const current = devices.find(({ id }) => id === selected);
  const act = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => {
      notifications.show({ color: 'red', title: t('rfid.failed'), message: reasonOf(error) });
    });
  };
  const canChoose = !isDesktop && hasWebSerial;
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
          {current?.displayName ?? (isDesktop ? t('rfid.none') : '')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('rfid.readers')}</Menu.Label>
        {devices.map((device) => (
          <Menu.Item
            key={device.id}
            aria-current={device.id === selected}
            rightSection={<Battery device={device} />}
            onClick={() => act(readers.select(device.id))}
          >
            {`${device.displayName} · ${device.product}`}
            <Text size="sm" c="dimmed">{`${device.com} · ${t(`rfid.state.${device.state}`)}`}</Text>
          </Menu.Item>
        ))}
        {otherPorts.map(({ path, label }) => (
          <Menu.Item key={path} onClick={() => act(readers.connect(path))}>
            {t('rfid.connect', { port: label === '' ? path : `${path} (${label})` })}
          </Menu.Item>
        ))}
        {canChoose && <Menu.Item onClick={() => act(chooseWebReader())}>{t('rfid.choosePort')}</Menu.Item>}
        {current !== undefined && (
          <>
            <Menu.Divider />
            {current.state === 'scanning' ? (
              <Menu.Item onClick={() => act(readers.stop())}>{t('rfid.stop')}</Menu.Item>
            ) : (
              <StartItem state={current.state} onStart={() => act(readers.start('single'))} />
            )}
            <Menu.Item onClick={() => act(readers.disconnect(current.id))}>{t('rfid.disconnect')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Entry that starts scanning; while the reader is not ready, it shows that instead. */
function StartItem({ state, onStart }: { state: RfidDevice['state']; onStart(): void }) {
  if (state === 'ready') return <Menu.Item onClick={onStart}>{t('rfid.start')}</Menu.Item>;
  return (
    <Menu.Item aria-disabled data-disabled closeMenuOnClick={false}>
      {t('rfid.start')}
      <Text size="sm">{reasonText('reason.readerNotReady')}</Text>
    </Menu.Item>
  );
}

/** Number of bars of the icon. */
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

import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { renderSVG } from 'uqr';
import { saveFile } from '../../../lib/calls/downloads.ts';
import { t } from '../../../lib/texts/administration.ts';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';

/** Size of the code on screen in pixels: a phone's camera can read it at arm's length. */
const CODE_PX = 240;

/** The address of this server for the first start of a desktop: as text, as a QR code, and as a file. */
export function ConnectDialog({ onClose }: { onClose(): void }) {
  const address = window.location.origin;
  const save = (): void =>
    saveFile({ filename: 'holdfast-server.txt', content: new Blob([`${address}\n`], { type: 'text/plain' }) });
  return (
    <Dialog opened onClose={onClose} title={t('adminDevices.connect')}>
      <Stack align="center">
        <Text>{t('adminDevices.connectHint')}</Text>
        <img
          width={CODE_PX}
          height={CODE_PX}
          alt={t('adminDevices.code')}
          src={`data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(address, { border: 2 }))}`}
        />
        <Code fz="md" aria-label={t('adminDevices.address')}>
          {address}
        </Code>
        <Group>
          <Button variant="default" leftSection={<IconDownload size={20} aria-hidden />} onClick={save}>
            {t('adminDevices.saveAddress')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

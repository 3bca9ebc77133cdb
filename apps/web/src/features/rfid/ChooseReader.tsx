import { Menu } from '@mantine/core';
import { IconAntenna } from '@tabler/icons-react';
import { t } from '../../lib/texts/index.ts';
import { chooseWebReader } from './webReaders.ts';

/** Menu entry with which the user chooses the port of an RFID reader. */
export default function ChooseReader() {
  return (
    <Menu.Item h={48} leftSection={<IconAntenna size={20} aria-hidden />} onClick={() => void chooseWebReader()}>
      {t('rfid.choosePort')}
    </Menu.Item>
  );
}

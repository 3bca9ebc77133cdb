import type { TagSeen } from '@holdfast/contract';
import { notifications } from '@mantine/notifications';
import { call } from '../../lib/api.ts';
import { reasonOf } from '../../lib/failures.ts';
import { t } from '../../lib/texts/index.ts';
import { useViews } from '../../lib/views.ts';
import { nearestTag, tagInWords, useTags } from './tagReads.ts';

/** Opens the item whose tag was read, on every screen: in the open inspection, else in its newest one. */
export default function ScanToOpen() {
  const { view, open } = useViews();

  async function show({ tag, tagKind }: TagSeen): Promise<void> {
    const found = await call('findItemByTag', { tag, tagKind });
    if (found === null) {
      notifications.show({
        id: 'rfid',
        title: t('rfid.unknown'),
        message: `${tagInWords(tag)}. ${t('rfid.unknownHint')}`,
      });
      return;
    }
    const { itemId, installationId, name, inspections } = found;
    const current = view.at === 'inspection' || view.at === 'item' ? view.installationInspectionId : null;
    const inspection =
      inspections.find(({ installationInspectionId }) => installationInspectionId === current) ?? inspections[0];
    if (inspection === undefined) {
      notifications.show({ id: 'rfid', title: name, message: t('rfid.noInspection') });
      open({ at: 'installation', installationId });
      return;
    }
    const { installationInspectionId } = inspection;
    open({ at: 'item', installationId, installationInspectionId, itemId });
  }

  useTags((tags) => {
    const tag = nearestTag(tags);
    if (tag === undefined) return;
    show(tag).catch((error: unknown) => {
      notifications.show({ id: 'rfid', color: 'red', title: t('rfid.failed'), message: reasonOf(error) });
    });
  });
  return null;
}

import { roleHolds } from '@holdfast/contract/roles';
import type { TagSeen } from '@holdfast/contract';
import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Suspense, useState } from 'react';
import { call } from '../../lib/calls/api.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { part } from '../../lib/parts.ts';
import { t } from '../../lib/texts/index.ts';
import { hasUnsaved } from '../../lib/drafts/unsaved.ts';
import { useViews } from '../../lib/navigation/views.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { nearestTag, tagInWords, useKeyboardReader, useTags } from '../rfid/index.ts';
import { useUser } from '../users/index.ts';

const TagDialog = part(() => import('./TagDialog.tsx'));

/** A tag that the user wants to attach to the item on screen. */
interface Attaching {
  itemId: string;
  name: string;
  tag: string;
}

/**
 * Opens the item whose tag was read, on every screen: in the open inspection, otherwise in the item's newest one. For a tag that belongs
 * to no item, offers to attach it to the item on screen.
 */
export default function ScanToOpen() {
  const { view, open } = useViews();
  const confirm = useConfirm();
  const { role } = useUser();
  const [attaching, setAttaching] = useState<Attaching | null>(null);
  useKeyboardReader();

  async function showUnknown(tag: string): Promise<void> {
    const itemId = view.at === 'item' && roleHolds(role, 'inspect') ? view.itemId : null;
    const item = itemId === null ? null : await call('getItem', { itemId });
    const message =
      item === null ? (
        `${tagInWords(tag)}. ${t('rfid.unknownHint')}`
      ) : (
        <>
          <Text size="sm">{tagInWords(tag)}</Text>
          <Button
            variant="light"
            mt="xs"
            onClick={() => {
              notifications.hide('rfid');
              setAttaching({ itemId: item.id, name: item.name, tag });
            }}
          >
            {t('rfid.attachTo', { item: item.name })}
          </Button>
        </>
      );
    // Shown again when the same tag is read again: another item may be on screen.
    notifications.hide('rfid');
    notifications.show({ id: 'rfid', title: t('rfid.unknown'), message, autoClose: item === null ? 5_000 : 20_000 });
  }

  async function show({ tag, tagKind }: TagSeen): Promise<void> {
    const found = await call('findItemByTag', { tag, tagKind });
    if (found === null) return showUnknown(tag);
    const { itemId, installationId, name, inspections } = found;
    if (view.at === 'item' && view.itemId === itemId) return;
    const leave = { title: t('rfid.leave', { item: name }), text: t('window.closeUnsaved'), confirm: t('rfid.open') };
    if (hasUnsaved() && !(await confirm(leave))) return;
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
  return attaching === null ? null : (
    <Suspense>
      <TagDialog {...attaching} onClose={() => setAttaching(null)} />
    </Suspense>
  );
}

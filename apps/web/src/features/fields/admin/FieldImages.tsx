import type { Field } from '@holdfast/contract';
import { ActionIcon, Button, FileButton, Group, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { base64Of } from '../../../lib/calls/base64.ts';
import { fieldImageAddress } from '../../media/fileNames.ts';
import { t } from '../../../lib/texts/administration.ts';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { addFieldImage, removeFieldImage } from './calls.ts';
import classes from './TemplateEditor.module.css';

/** Maximum size of an image in bytes (product decision 22). */
const IMAGE_BYTES = 25 * 1024 * 1024;

/** The pictures that explain a question. They are added and removed at once. */
export function FieldImages({ field: { id, images } }: { field: Field }) {
  const cache = useQueryClient();
  const confirm = useConfirm();
  const [isBusy, setBusy] = useState(false);

  const notify = (title: string, message: string): void => void notifications.show({ color: 'red', title, message });
  const run = async (work: () => Promise<boolean>, failed: string): Promise<void> => {
    setBusy(true);
    if (await work()) await cache.invalidateQueries();
    else notify(failed, t('adminFields.tryAgain'));
    setBusy(false);
  };
  const add = async (file: File): Promise<void> => {
    if (!file.type.startsWith('image/'))
      return notify(t('adminFields.imageAddFailed'), t('adminFields.imageNotAnImage'));
    if (file.size > IMAGE_BYTES) return notify(t('adminFields.imageAddFailed'), t('adminFields.imageHint'));
    await run(
      async () => addFieldImage({ id, base64: await base64Of(file), path: file.name, mimeType: file.type }),
      t('adminFields.imageAddFailed'),
    );
  };
  const remove = async (imageId: string, place: number): Promise<void> => {
    const sure = await confirm({
      title: t('adminFields.imageRemoveTitle', { place }),
      text: t('adminFields.imageRemoveText'),
      confirm: t('admin.remove'),
      danger: true,
    });
    if (sure) await run(() => removeFieldImage(id, imageId), t('adminFields.imageRemoveFailed'));
  };

  return (
    <section aria-label={t('adminFields.images')}>
      <Title order={3} mb="xs">
        {t('adminFields.images')}
      </Title>
      {images.length > 0 && (
        <div className={classes['images']}>
          {images.map((image, index) => (
            <div key={image.id} className={classes['image']}>
              <img
                className={classes['picture']}
                src={fieldImageAddress(image)}
                alt={t('adminFields.image', { place: index + 1 })}
              />
              <ActionIcon
                size={44}
                variant="default"
                className={classes['removeImage'] ?? ''}
                aria-label={t('adminFields.imageRemove', { place: index + 1 })}
                disabled={isBusy}
                onClick={() => void remove(image.id, index + 1)}
              >
                <IconX size={18} />
              </ActionIcon>
            </div>
          ))}
        </div>
      )}
      <Group gap="sm" mt="xs">
        <FileButton accept="image/*" onChange={(file) => void (file !== null && add(file))}>
          {(props) => (
            <Button variant="default" leftSection={<IconPhotoPlus size={18} aria-hidden />} loading={isBusy} {...props}>
              {t('adminFields.imageAdd')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {t('adminFields.imageHint')}
        </Text>
      </Group>
    </section>
  );
}

import type { ItemImage } from '@holdfast/contract';
import { SegmentedControl, Slider, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../lib/texts/index.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { EditedPicture } from './EditedPicture.tsx';
import { imageAddress } from './fileNames.ts';
import classes from './PhotoComparison.module.css';

/** A photo of an earlier inspection. */
export interface EarlierPhoto {
  id: string;
  /** Inspection and day, as displayed. */
  when: string;
}

/** A photo beside a photo of the previous inspection, or both in one frame with a slider between them. */
export default function PhotoComparison({
  image,
  earlier,
  onClose,
}: {
  image: ItemImage;
  earlier: EarlierPhoto;
  onClose(): void;
}) {
  const [way, setWay] = useState('beside');
  const [share, setShare] = useState(50);
  const before = (
    <img className={classes['picture']} src={`/images/${earlier.id}?size=1280`} alt={t('photos.lastTime')} />
  );
  const now =
    image.edit === null ? (
      <img className={classes['picture']} src={imageAddress(image, 1280)} alt={t('photos.now')} />
    ) : (
      <EditedPicture
        className={classes['picture']}
        image={image}
        edit={image.edit}
        size={1280}
        name={t('photos.now')}
      />
    );
  return (
    <Dialog opened onClose={onClose} fullscreen title={t('photos.compare')}>
      <div className={classes['view']}>
        <SegmentedControl
          size="md"
          aria-label={t('photos.compareWay')}
          value={way}
          onChange={setWay}
          data={[
            { value: 'beside', label: t('photos.beside') },
            { value: 'slider', label: t('photos.slider') },
          ]}
        />
        {way === 'beside' ? (
          <div className={classes['beside']}>
            <figure>
              {before}
              <figcaption>{t('photos.lastTimeOn', { when: earlier.when })}</figcaption>
            </figure>
            <figure>
              {now}
              <figcaption>{t('photos.now')}</figcaption>
            </figure>
          </div>
        ) : (
          <>
            <div className={classes['over']}>
              {now}
              <div className={classes['above']} style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}>
                {before}
              </div>
              <div className={classes['edge']} style={{ left: `${share}%` }} />
            </div>
            <div className={classes['slide']}>
              <Text size="sm">{t('photos.lastTime')}</Text>
              <Slider
                flex={1}
                size="xl"
                label={null}
                thumbLabel={t('photos.sliderLabel')}
                value={share}
                onChange={setShare}
              />
              <Text size="sm">{t('photos.now')}</Text>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

import type { ItemImage } from '@holdfast/contract';
import { Text } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type TouchEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { t } from '../../lib/texts/index.ts';
import { usePicture } from '../../ui/hooks/usePicture.ts';
import { EditedPicture } from './EditedPicture.tsx';
import classes from './ImageView.module.css';

/** Greatest enlargement of a photo. */
export const LARGEST = 6;
const DOUBLE_CLICK = 2.5;
const WHEEL = 0.002;

/** A picture that fits its stage and can be enlarged there. An enlarged picture is moved by scrolling. */
export function ZoomStage({
  image,
  address,
  name,
  width,
  height,
  zoom,
  onZoom,
}: {
  image: ItemImage;
  address: string;
  name: string;
  /** Width in pixels of the displayed photo. */
  width: number;
  height: number;
  /** 1: the picture fits the stage. */
  zoom: number;
  onZoom(to: number): void;
}) {
  const { isMissing, onError } = usePicture(address);
  const stage = useRef<HTMLDivElement>(null);
  const size = useElementSize();
  const ref = useMergedRef(stage, size.ref);
  const fit = Math.min(size.width / width, size.height / height, 1);
  const shown = { width: Math.floor(width * fit * zoom), height: Math.floor(height * fit * zoom) };

  // The centre of the picture stays in the centre.
  const before = useRef(zoom);
  useLayoutEffect(() => {
    const { current } = stage;
    if (current === null || before.current === zoom) return;
    const grown = zoom / before.current;
    before.current = zoom;
    const middle = (at: number, length: number): number => (at + length / 2) * grown - length / 2;
    current.scrollTo(middle(current.scrollLeft, current.clientWidth), middle(current.scrollTop, current.clientHeight));
  }, [zoom]);

  const turned = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    onZoom(zoom * Math.exp(-event.deltaY * WHEEL));
  });
  useEffect(() => {
    const { current } = stage;
    // React registers its wheel listener as passive, which cannot prevent the page from scrolling.
    const listen = (event: WheelEvent): void => turned(event);
    current?.addEventListener('wheel', listen, { passive: false });
    return () => current?.removeEventListener('wheel', listen);
  }, []);

  const pinch = useRef<{ apart: number; zoom: number } | null>(null);
  return (
    <div
      ref={ref}
      className={classes['stage']}
      data-autofocus
      data-fits={zoom === 1 || undefined}
      tabIndex={0}
      role="group"
      aria-label={name}
      onDoubleClick={() => onZoom(zoom === 1 ? DOUBLE_CLICK : 1)}
      onTouchStart={(event) => {
        const apart = fingersApart(event);
        pinch.current = apart === null ? null : { apart, zoom };
      }}
      onTouchMove={(event) => {
        const apart = fingersApart(event);
        if (apart !== null && pinch.current !== null) onZoom((pinch.current.zoom * apart) / pinch.current.apart);
      }}
    >
      {isMissing ? (
        <Text className={classes['missing'] ?? ''}>{t('photos.notHere')}</Text>
      ) : (
        size.width > 0 &&
        (image.edit === null ? (
          <img key={name} src={address} alt={name} {...shown} draggable={false} onError={onError} />
        ) : (
          <EditedPicture
            key={name}
            image={image}
            edit={image.edit}
            size={zoom === 1 ? 1280 : undefined}
            name={name}
            {...shown}
            onError={onError}
          />
        ))
      )}
    </div>
  );
}

/** Returns the distance between two fingers in px; null for any other number of fingers. */
function fingersApart({ touches }: TouchEvent): number | null {
  const [one, other] = [touches[0], touches[1]];
  if (touches.length !== 2 || one === undefined || other === undefined) return null;
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

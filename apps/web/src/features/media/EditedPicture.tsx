import { drawMarks, editedSize, type PhotoEdit } from '@holdfast/contract/photos';
import type { ItemImage } from '@holdfast/contract';
import { useEffect, useRef, useState } from 'react';
import { imageAddress } from './fileNames.ts';

/** Longest edge, in pixels, of an edited picture on screen: a size that phone browsers render without delay. */
const EDGE = 2_560;

/** A photo rotated, cropped and marked, based on the copy of its original that the page has loaded. */
export function EditedPicture({
  image,
  edit,
  size,
  name,
  className,
  onError,
  ...box
}: {
  image: Pick<ItemImage, 'id' | 'filename'>;
  edit: PhotoEdit;
  /** Longest edge of the copy; absent: the original. */
  size: 320 | 1280 | undefined;
  /** Name for screen readers; empty for decoration. */
  name: string;
  className?: string | undefined;
  onError?(): void;
  width?: number;
  height?: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useLoaded(imageAddress(image, size), onError);
  useEffect(() => {
    if (canvas.current !== null && picture !== null) drawEdited(canvas.current, picture, edit);
  }, [picture, edit]);
  return (
    <canvas
      ref={canvas}
      className={className}
      {...(name === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
      {...(box.width === undefined ? {} : { style: { width: box.width, height: box.height } })}
    />
  );
}

/** Draws an edited photo on a canvas, and sets the size of the canvas. */
export function drawEdited(canvas: HTMLCanvasElement, picture: HTMLImageElement, edit: PhotoEdit): void {
  const natural = { width: picture.naturalWidth, height: picture.naturalHeight };
  const full = editedSize(edit, natural);
  const shrink = Math.min(1, EDGE / Math.max(full.width, full.height));
  const size = { width: Math.round(full.width * shrink), height: Math.round(full.height * shrink) };
  canvas.width = size.width;
  canvas.height = size.height;
  const surface = canvas.getContext('2d', { willReadFrequently: edit.marks.some(({ kind }) => kind === 'blur') });
  if (surface === null) return;
  const lies = edit.turn % 180 !== 0;
  const drawn = lies ? { width: size.height, height: size.width } : size;
  surface.translate(size.width / 2, size.height / 2);
  surface.rotate((edit.turn * Math.PI) / 180);
  const crop = edit.crop ?? { x: 0, y: 0, width: 1, height: 1 };
  surface.drawImage(
    picture,
    crop.x * natural.width,
    crop.y * natural.height,
    crop.width * natural.width,
    crop.height * natural.height,
    -drawn.width / 2,
    -drawn.height / 2,
    drawn.width,
    drawn.height,
  );
  surface.setTransform(1, 0, 0, 1, 0, 0);
  drawMarks(surface, size, edit);
}

/** Returns the picture at an address once it is loaded; null before. */
export function useLoaded(address: string, onError?: () => void): HTMLImageElement | null {
  const [loaded, setLoaded] = useState<HTMLImageElement | null>(null);
  const failed = useRef(onError);
  useEffect(() => {
    failed.current = onError;
  });
  useEffect(() => {
    const picture = new Image();
    picture.addEventListener('load', () => setLoaded(picture));
    picture.addEventListener('error', () => failed.current?.());
    picture.src = address;
    return () => {
      picture.src = '';
    };
  }, [address]);
  return loaded;
}

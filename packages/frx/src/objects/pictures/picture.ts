/** Places a picture in its object. The resolution stored in a picture is ignored. */
import type { ImagePrimitive, ImageResource, Primitive } from '../../page.ts';
import { transparent } from '../../template/colors.ts';
import type { TemplateObject } from '../../template/model.ts';
import { colorOf, enumOf, flagOf, numberOf, paddingOf } from '../../template/properties.ts';
import { drawSvg } from '../svg/index.ts';
import type { DrawTools, Drawn, ObjectClass, ObjectNow } from '../object.ts';
import { exifTurn } from './orientation.ts';

const SIZE_MODES = ['Zoom', 'Normal', 'StretchImage', 'AutoSize', 'CenterImage'] as const;

/** Pictures with more pixels than this are not drawn. */
const MAX_PIXELS = 200_000_000;

/** Maximum number of copies of a tiled picture. */
const MAX_TILES = 10_000;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The rotation of a picture: that of the template, in steps of 90, plus that stored by the camera. */
function turnOf(source: TemplateObject, image: ImageResource): number {
  const asked = Math.round(numberOf(source, 'Angle', 0) / 90) * 90;
  return (((asked + (image.format === 'jpeg' ? exifTurn(image.bytes) : 0)) % 360) + 360) % 360;
}

/** Size in px after rotation. */
function seenSize(source: TemplateObject, image: ImageResource): { readonly width: number; readonly height: number } {
  return turnOf(source, image) % 180 === 0 ? image : { width: image.height, height: image.width };
}

/** Size of an object with SizeMode AutoSize: the picture's pixels, without the padding, within MaxWidth and MaxHeight; undefined in other modes. */
function pictureSize(
  source: TemplateObject,
  image: ImageResource | undefined,
): { readonly width: number; readonly height: number } | undefined {
  if (enumOf(source, 'SizeMode', SIZE_MODES) !== 'AutoSize') return undefined;
  if (image === undefined || image.width === 0) return { width: 0, height: 0 };
  const { width, height } = seenSize(source, image);
  const limited = (length: number, most: number): number => (most > 0 ? Math.min(length, most) : length);
  return {
    width: limited(width, numberOf(source, 'MaxWidth', 0)),
    height: limited(height, numberOf(source, 'MaxHeight', 0)),
  };
}

/** Draws a picture object. */
function drawPicture(object: ObjectNow, tools: DrawTools): Drawn {
  const { source, image } = object;
  if (image === undefined) return { drawing: [], ...pictureSize(source, undefined) };
  if (image.bytes.length === 0) return { drawing: [] };
  const pixels = image.width * image.height;
  if (pixels === 0 || pixels > MAX_PIXELS) {
    tools.warn(pixels === 0 ? 'The picture cannot be read.' : 'The picture has too many pixels.');
    return { drawing: [] };
  }
  const padding = paddingOf(source, 'Padding');
  const area: Box = {
    x: padding.left,
    y: padding.top,
    width: object.width - padding.left - padding.right,
    height: object.height - padding.top - padding.bottom,
  };
  if (area.width <= 0 || area.height <= 0) return { drawing: [] };
  const size = seenSize(source, image);
  if (flagOf(source, 'Tile'))
    return { drawing: tiles(area, size).flatMap((box) => placed(object, image, box, area, tools)) };
  return { drawing: placed(object, image, boxOf(source, area, size), area, tools) };
}

/** The box that a picture fills, which may exceed its area. */
function boxOf(source: TemplateObject, area: Box, size: { readonly width: number; readonly height: number }): Box {
  const mode = enumOf(source, 'SizeMode', SIZE_MODES);
  if (mode === 'StretchImage' || mode === 'AutoSize') return area;
  const scale = mode === 'Zoom' ? Math.min(area.width / size.width, area.height / size.height) : 1;
  const width = size.width * scale;
  const height = size.height * scale;
  const standard = mode === 'Normal' ? 'Top_Left' : 'Center_Center';
  const asked = enumOf(source, 'ImageAlign', [
    'None',
    'Top_Left',
    'Top_Center',
    'Top_Right',
    'Center_Left',
    'Center_Center',
    'Center_Right',
    'Bottom_Left',
    'Bottom_Center',
    'Bottom_Right',
  ]);
  const [vertical, horizontal] = (asked === 'None' ? standard : asked).split('_');
  const share = (word: string | undefined, first: string): number => (word === first ? 0 : word === 'Center' ? 0.5 : 1);
  return {
    x: area.x + (area.width - width) * share(horizontal, 'Left'),
    y: area.y + (area.height - height) * share(vertical, 'Top'),
    width,
    height,
  };
}

function tiles(area: Box, size: { readonly width: number; readonly height: number }): readonly Box[] {
  const boxes: Box[] = [];
  for (let y = area.y; y < area.y + area.height; y += size.height) {
    for (let x = area.x; x < area.x + area.width; x += size.width) {
      if (boxes.length >= MAX_TILES) return boxes;
      boxes.push({ x, y, ...size });
    }
  }
  return boxes;
}

function placed(
  { source }: ObjectNow,
  image: ImageResource,
  box: Box,
  area: Box,
  tools: DrawTools,
): readonly Primitive[] {
  const angle = turnOf(source, image);
  if (image.format === 'svg') return drawSvg(new TextDecoder().decode(image.bytes), box, tools);
  const opacity = 1 - Math.min(1, Math.max(0, numberOf(source, 'Transparency', 0)));
  const sticksOut =
    box.x < area.x - 0.01 ||
    box.y < area.y - 0.01 ||
    box.x + box.width > area.x + area.width + 0.01 ||
    box.y + box.height > area.y + area.height + 0.01;
  // The box of a primitive is that of the unrotated picture around the same centre.
  const lying = angle % 180 !== 0;
  const width = lying ? box.height : box.width;
  const height = lying ? box.width : box.height;
  const hidden = colorOf(source, 'TransparentColor', transparent);
  const primitive: ImagePrimitive = {
    kind: 'image',
    image,
    x: box.x + (box.width - width) / 2,
    y: box.y + (box.height - height) / 2,
    width,
    height,
    ...(angle === 0 ? {} : { angle }),
    ...(opacity === 1 ? {} : { opacity }),
    ...(flagOf(source, 'Grayscale') ? { grayscale: true } : {}),
    ...(hidden === transparent ? {} : { transparentColor: hidden }),
    ...(sticksOut ? { clip: area } : {}),
  };
  return [primitive];
}

/** Pictures: bytes or their text, which determine the size with SizeMode="AutoSize". One without data and picture keeps its size until it is printed. */
export const pictureClass: ObjectClass = {
  draw: drawPicture,
  content: 'picture',
  expression: 'ImageSourceExpression',
  bracketed: true,
  settable: 'Angle ImageAlign SizeMode Grayscale Transparency TransparentColor Tile Shape Padding',
  placedSize: ({ source, image }) => (image ? pictureSize(source, image) : undefined),
  size: ({ source, image }, _fonts, _box, filled) => (filled || image ? pictureSize(source, image) : undefined),
};

import type { Primitive } from '../page.ts';
import { colorOf, enumOf, flagOf, numberOf } from '../template/properties.ts';
import { filled, line, polyline, rectangle, solid, stroked } from './drawing/path.ts';
import type { Drawn, ObjectClass, ObjectNow } from './object.ts';

/** px of the width at which the symbol has its default size: 5 mm. */
const STANDARD_WIDTH = 18.9;

/** Draws a tick, cross or other symbol inside the box. */
function drawCheckBox({ source, width, height, value }: ObjectNow): Drawn {
  const checked = value === true;
  const ratio = width / STANDARD_WIDTH;
  const inset = 4 * ratio;
  const box = { left: inset, top: inset, right: width - inset, bottom: height - inset };
  if (box.right <= box.left || box.bottom <= box.top) return { drawing: [], checked };
  const color = colorOf(source, 'CheckColor', '#000000');
  const pen = { color, width: 1.6 * ratio * numberOf(source, 'CheckWidthRatio', 1) };
  const middleX = (box.left + box.right) / 2;
  const middleY = (box.top + box.bottom) / 2;
  const tenth = (box.bottom - box.top) / 10;
  const slash = line(box.left, box.bottom, box.right, box.top, pen);
  const backSlash = line(box.left, box.top, box.right, box.bottom, pen);
  const minus = line(box.left, middleY, box.right, middleY, pen);
  const sign = (): readonly Primitive[] => {
    const symbol = checked
      ? enumOf(source, 'CheckedSymbol', ['Check', 'Cross', 'Plus', 'Fill'])
      : enumOf(source, 'UncheckedSymbol', ['None', 'Cross', 'Minus', 'Slash', 'BackSlash']);
    switch (symbol) {
      case 'Check':
        return [
          stroked(
            polyline([
              [box.left, box.top + tenth * 5],
              [box.left + (box.right - box.left) * 0.4, box.bottom - tenth],
              [box.right, box.top + tenth],
            ]),
            pen,
          ),
        ];
      case 'Cross':
        return [backSlash, slash];
      case 'Plus':
        return [minus, line(middleX, box.top, middleX, box.bottom, pen)];
      case 'Fill':
        return [filled(rectangle(box.left, box.top, box.right - box.left, box.bottom - box.top), solid(color))];
      case 'Minus':
        return [minus];
      case 'Slash':
        return [slash];
      case 'BackSlash':
        return [backSlash];
      default:
        return [];
    }
  };
  return { drawing: sign(), checked };
}

/** Returns true when an unchecked box is hidden. */
function isHidden({ source, value }: Pick<ObjectNow, 'source' | 'value'>): boolean {
  return value !== true && flagOf(source, 'HideIfUnchecked');
}

/** Check boxes: true or false, from a column, an expression or the template. */
export const checkBoxClass: ObjectClass = {
  draw: drawCheckBox,
  content: 'check',
  settable: 'CheckColor CheckedSymbol UncheckedSymbol CheckWidthRatio HideIfUnchecked',
  hidden: isHidden,
};

import type { PathCommand } from '../../page.ts';
import { compose, rotation, scaling, transformCommands, translation } from '../drawing/matrix.ts';
import { arc } from '../drawing/path.ts';

/** Maximum number of commands of a path. */
const MAX_COMMANDS = 100_000;

/** Number of arguments of each command. */
const ARGUMENTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

interface Reader {
  readonly text: string;
  at: number;
}

const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;

function skip(reader: Reader): void {
  while (reader.at < reader.text.length && /[\s,]/.test(reader.text.charAt(reader.at))) reader.at++;
}

function readNumber(reader: Reader, flag: boolean): number | undefined {
  skip(reader);
  if (flag) {
    // Flags of arcs may follow each other without a space: `a1 1 0 01 5 5`.
    const character = reader.text.charAt(reader.at);
    if (character !== '0' && character !== '1') return undefined;
    reader.at++;
    return Number(character);
  }
  NUMBER.lastIndex = reader.at;
  const found = NUMBER.exec(reader.text)?.[0];
  if (found === undefined) return undefined;
  reader.at += found.length;
  const value = Number(found);
  return Number.isFinite(value) ? value : undefined;
}

/** The commands of a path's `d`, in absolute coordinates; everything after an error is ignored, as SVG requires. */
export function parsePathData(text: string): readonly PathCommand[] {
  const reader: Reader = { text, at: 0 };
  const commands: PathCommand[] = [];
  let letter = '';
  let [x, y, startX, startY] = [0, 0, 0, 0];
  /** The last control point, for smooth curves. */
  let [handleX, handleY] = [0, 0];
  let last = '';
  while (commands.length < MAX_COMMANDS) {
    skip(reader);
    if (reader.at >= text.length) break;
    const next = text.charAt(reader.at);
    if (/[a-z]/i.test(next)) {
      letter = next;
      reader.at++;
    } else if (letter === '' || letter.toUpperCase() === 'Z') break;
    const command = letter.toUpperCase();
    const count = ARGUMENTS[command];
    if (count === undefined) break;
    const values: number[] = [];
    while (values.length < count) {
      const value = readNumber(reader, command === 'A' && (values.length === 3 || values.length === 4));
      if (value === undefined) return commands;
      values.push(value);
    }
    const relative = letter !== command;
    const [offsetX, offsetY] = relative ? [x, y] : [0, 0];
    const at = (index: number): readonly [number, number] => [values[index]! + offsetX, values[index + 1]! + offsetY];
    const line = (toX: number, toY: number): void => {
      commands.push(['L', toX, toY]);
      [x, y] = [toX, toY];
    };
    const curve = (x1: number, y1: number, x2: number, y2: number, toX: number, toY: number): void => {
      commands.push(['C', x1, y1, x2, y2, toX, toY]);
      [handleX, handleY, x, y] = [x2, y2, toX, toY];
    };
    const quadratic = (x1: number, y1: number, toX: number, toY: number): void => {
      const third = (a: number, b: number): number => a + (2 / 3) * (b - a);
      commands.push(['C', third(x, x1), third(y, y1), third(toX, x1), third(toY, y1), toX, toY]);
      [handleX, handleY, x, y] = [x1, y1, toX, toY];
    };
    const mirrored = (kinds: string): readonly [number, number] =>
      kinds.includes(last) ? [2 * x - handleX, 2 * y - handleY] : [x, y];
    switch (command) {
      case 'M':
        [x, y] = at(0);
        [startX, startY] = [x, y];
        commands.push(['M', x, y]);
        // Further pairs of a moveto are lines.
        letter = relative ? 'l' : 'L';
        break;
      case 'L':
        line(...at(0));
        break;
      case 'H':
        line(values[0]! + offsetX, y);
        break;
      case 'V':
        line(x, values[0]! + offsetY);
        break;
      case 'C':
        curve(...at(0), ...at(2), ...at(4));
        break;
      case 'S':
        curve(...mirrored('CS'), ...at(0), ...at(2));
        break;
      case 'Q':
        quadratic(...at(0), ...at(2));
        break;
      case 'T':
        quadratic(...mirrored('QT'), ...at(0));
        break;
      case 'A': {
        const [toX, toY] = at(5);
        commands.push(...arcTo(x, y, values, toX, toY));
        [x, y] = [toX, toY];
        break;
      }
      default:
        commands.push(['Z']);
        [x, y] = [startX, startY];
    }
    last = command;
  }
  return commands;
}

/** An elliptical arc between two points (SVG 2, appendix B.2.4). */
function arcTo(x: number, y: number, values: readonly number[], toX: number, toY: number): readonly PathCommand[] {
  const [radiusX = 0, radiusY = 0, tilt = 0, large = 0, sweep = 0] = values;
  let rx = Math.abs(radiusX);
  let ry = Math.abs(radiusY);
  if ((x === toX && y === toY) || rx === 0 || ry === 0) return [['L', toX, toY]];
  const phi = (tilt * Math.PI) / 180;
  const [cos, sin] = [Math.cos(phi), Math.sin(phi)];
  const px = (cos * (x - toX) + sin * (y - toY)) / 2;
  const py = (-sin * (x - toX) + cos * (y - toY)) / 2;
  const stretch = Math.sqrt((px * px) / (rx * rx) + (py * py) / (ry * ry));
  if (stretch > 1) [rx, ry] = [rx * stretch, ry * stretch];
  const below = rx * rx * py * py + ry * ry * px * px;
  const root = Math.sqrt(Math.max(0, (rx * rx * ry * ry - below) / below)) * (large === sweep ? -1 : 1);
  const cx = (root * rx * py) / ry;
  const cy = (-root * ry * px) / rx;
  const angle = (vx: number, vy: number): number => (Math.atan2(vy, vx) * 180) / Math.PI;
  const start = angle((px - cx) / rx, (py - cy) / ry);
  let turn = angle((-px - cx) / rx, (-py - cy) / ry) - start;
  if (sweep === 0 && turn > 0) turn -= 360;
  if (sweep === 1 && turn < 0) turn += 360;
  const centerX = cos * cx - sin * cy + (x + toX) / 2;
  const centerY = sin * cx + cos * cy + (y + toY) / 2;
  const map = compose(translation(centerX, centerY), compose(rotation(tilt), scaling(rx, ry)));
  return transformCommands(arc(0, 0, 1, 1, start, turn, 'L'), map).slice(1);
}

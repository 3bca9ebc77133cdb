/** Objects to draw in tests. */
import type { Border, ImageResource, Primitive } from '../../page.ts';
import { cultureByName } from '../../expression/cultures/cultures.ts';
import type { TemplateObject } from '../../template/model.ts';
import type { DrawTools, ObjectNow } from '../object.ts';
import { testFonts } from './testFonts.ts';
import { plainTextStyle } from '../textStyle.ts';

const line = { color: '#000000', style: 'Solid', width: 1 } as const;

export const noBorder: Border = {
  lines: { left: false, top: false, right: false, bottom: false },
  left: line,
  top: line,
  right: line,
  bottom: line,
};

export function template(
  type: string,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly TemplateObject[] = [],
): TemplateObject {
  return {
    type,
    name: `${type}1`,
    line: 1,
    column: 1,
    attributes: new Map(Object.entries(attributes)),
    parent: undefined,
    children,
    text: '',
  };
}

export function objectNow(
  type: string,
  attributes: Readonly<Record<string, string>> = {},
  rest: Partial<ObjectNow> = {},
): ObjectNow {
  return {
    source: template(type, attributes),
    width: 100,
    height: 50,
    border: noBorder,
    fill: { kind: 'solid', color: '#ffffff00' },
    text: '',
    value: null,
    image: undefined,
    style: plainTextStyle,
    ...rest,
  };
}

/** Tools that collect warnings; pictures are 40 × 20 px. */
export function testTools(): DrawTools & { readonly warnings: string[] } {
  const warnings: string[] = [];
  return {
    fonts: testFonts,
    culture: cultureByName('en-US'),
    warnings,
    warn: (message) => void warnings.push(message),
    image: (bytes): ImageResource => ({ id: String(bytes.length), bytes, format: 'png', width: 40, height: 20 }),
  };
}

/** Every corner of the paths of a drawing, to a tenth of a px. */
export function corners(drawing: readonly Primitive[]): string[] {
  const round = (value: number): string => String(Math.round(value * 10) / 10);
  return drawing.flatMap((primitive) =>
    primitive.kind === 'path'
      ? primitive.commands.flatMap((command) =>
          command[0] === 'M' || command[0] === 'L' ? [`${round(command[1])},${round(command[2])}`] : [],
        )
      : [],
  );
}

export function texts(drawing: readonly Primitive[]): string[] {
  return drawing.flatMap((primitive) =>
    primitive.kind === 'text' ? [primitive.text] : primitive.kind === 'textBox' ? [primitive.content.text] : [],
  );
}

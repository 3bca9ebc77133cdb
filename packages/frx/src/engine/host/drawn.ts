import {
  boolProperty,
  enumProperty,
  ExpressionError,
  hostClass,
  textProperty,
  type HostClass,
  type HostProperty,
} from '../../expression/index.ts';
import { Double } from '../../expression/values.ts';
import { numberOfValue } from '../../data/convert.ts';
import { flagOf, numberOf, textOf } from '../../template/properties.ts';
import type { DrawnObject } from '../components.ts';
import { showPicture } from '../drawn.ts';
import type { Live } from './host.ts';
import { componentClass, enumType } from './objects.ts';

type Drawn = Live<DrawnObject>;

/** Changes an attribute of a drawn object. */
function change(object: DrawnObject, name: string, text: string): void {
  object.changes = new Map([...(object.changes ?? []), [name, text]]);
}

const changedText = (object: DrawnObject, name: string, fallback: string): string =>
  object.changes?.get(name) ?? fallback;

/** A number the template stores, as double. */
const storedNumber = (name: string): HostProperty<Drawn> => ({
  get: ({ object }) => new Double(Number(changedText(object, name, String(numberOf(object.source, name))))),
  set: ({ object }, value) => {
    const number = numberOfValue(value);
    if (number === undefined) throw new ExpressionError(`${name} is a number`);
    change(object, name, String(number));
  },
});

const storedFlag = (name: string): HostProperty<Drawn> =>
  boolProperty(
    ({ object }) => changedText(object, name, String(flagOf(object.source, name))) === 'true',
    ({ object }, value) => {
      change(object, name, String(value));
    },
  );

/** An enum the template stores, given and taken by a script as the enum of that name. */
const storedEnum = (name: string, type: string): HostProperty<Drawn> =>
  enumProperty(
    enumType(type),
    ({ object }) => changedText(object, name, textOf(object.source, name)),
    ({ object }, value) => {
      change(object, name, value);
    },
  );

/** Members of objects that are drawn. */
export const drawnClass: HostClass<Drawn> = hostClass<Drawn>('ReportComponent', {
  extends: componentClass,
  properties: {
    Text: textProperty(
      ({ object }) => object.text,
      ({ object }, value) => {
        object.text = value;
      },
    ),
    Checked: boolProperty(
      ({ object }) => object.value === true,
      ({ object }, value) => {
        object.value = value;
      },
    ),
    Value: {
      get: ({ object }) => object.value,
      set: ({ object }, value) => {
        object.value = value;
      },
    },
    Image: {
      get: ({ object }) => object.image?.bytes ?? null,
      set: ({ object, host }, value) => {
        object.image = value instanceof Uint8Array && value.length > 0 ? host.run.images(value) : undefined;
      },
    },
    ImageLocation: textProperty(
      ({ object }) => changedText(object, 'ImageLocation', textOf(object.source, 'ImageLocation', '')),
      ({ object, host }, value) => {
        change(object, 'ImageLocation', value);
        showPicture(host.run, object, value);
      },
    ),
    Minimum: storedNumber('Minimum'),
    Maximum: storedNumber('Maximum'),
    Zoom: storedNumber('Zoom'),
    Angle: storedNumber('Angle'),
    ShowText: storedFlag('ShowText'),
    AutoSize: storedFlag('AutoSize'),
    Diagonal: storedFlag('Diagonal'),
    Shape: storedEnum('Shape', 'ShapeKind'),
    SizeMode: storedEnum('SizeMode', 'PictureBoxSizeMode'),
    CheckedSymbol: storedEnum('CheckedSymbol', 'CheckedSymbol'),
    UncheckedSymbol: storedEnum('UncheckedSymbol', 'UncheckedSymbol'),
  },
});

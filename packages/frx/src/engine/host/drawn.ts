import {
  boolProperty,
  enumProperty,
  floatProperty,
  HostObject,
  hostClass,
  textProperty,
  type HostClass,
  type HostProperty,
  type Value,
} from '../../expression/index.ts';
import { Double } from '../../expression/values/values.ts';
import { numberOfValue } from '../../data/convert.ts';
import { objectClass, type ObjectClass } from '../../objects/index.ts';
import { numberOf, textOf } from '../../template/properties.ts';
import type { DrawnObject } from '../build/components.ts';
import { readDrawnData, showPicture, sourceNow } from '../build/drawn.ts';
import { enumType } from './enums.ts';
import type { Live } from './host.ts';
import { componentClass } from './objects.ts';
import { codeProperties } from './barcodes.ts';
import { storedText, storedValue } from './stored.ts';

/** Members of pictures, barcodes, check boxes, lines, shapes, gauges and the like. */

type Drawn = Live<DrawnObject>;

/** Changes an attribute of a drawn object. */
function change(object: DrawnObject, name: string, text: string): void {
  object.changes = new Map([...(object.changes ?? []), [name, text]]);
}

/** A property that the drawing reads from the template's attributes; a script changes it for this and all later rows. */
function stored(type: string, name: string): HostProperty<Drawn> {
  return {
    get: ({ object }) => storedValue(sourceNow(object), name) ?? null,
    set: ({ object, host }, value) => {
      change(object, name, storedText(type, name, value, host.run.culture));
    },
  };
}

/** A property that names the column or expression of the content. */
function bound(name: string): HostProperty<Drawn> {
  return {
    get: ({ object }) => storedValue(sourceNow(object), name) ?? null,
    set: ({ object, host }, value) => {
      change(object, name, storedText(object.type, name, value, host.run.culture));
      object.data = readDrawnData(host.run, sourceNow(object));
    },
  };
}

const CAPS = ['StartCap', 'EndCap'] as const;

interface Cap extends Drawn {
  readonly cap: (typeof CAPS)[number];
}

const capSize = (name: 'Width' | 'Height'): HostProperty<Cap> =>
  floatProperty(
    ({ object, cap }) => numberOf(sourceNow(object), `${cap}.${name}`, 8),
    ({ object, cap }, value) => {
      change(object, `${cap}.${name}`, String(value));
    },
  );

/** Members of the ends of a line. */
export const capClass = hostClass<Cap>('CapSettings', {
  properties: {
    Width: capSize('Width'),
    Height: capSize('Height'),
    Style: enumProperty(
      enumType('CapStyle'),
      ({ object, cap }) => textOf(sourceNow(object), `${cap}.Style`, 'None'),
      ({ object, cap }, style) => {
        change(object, `${cap}.Style`, style);
      },
    ),
  },
});

/** Property for the text of an object. */
const text: HostProperty<Drawn> = textProperty(
  ({ object }) => object.text,
  ({ object }, value) => {
    object.text = value;
    object.ownText = value;
  },
);

function setImage({ object, host }: Drawn, value: Value): void {
  object.image = value instanceof Uint8Array && value.length > 0 ? host.run.images(value) : undefined;
}

/** Members by which a script reads and sets the content of an object. */
const contents: Readonly<Record<NonNullable<ObjectClass['content']>, Readonly<Record<string, HostProperty<Drawn>>>>> = {
  check: {
    Checked: boolProperty(
      ({ object }) => object.value === true,
      ({ object }, value) => {
        object.value = value;
      },
    ),
  },
  number: {
    Value: {
      get: ({ object }) => new Double(numberOfValue(object.value) ?? 0),
      set: ({ object }, value) => {
        object.value = value;
      },
    },
  },
  picture: {
    Image: { get: ({ object }) => object.image?.bytes ?? null, set: setImage },
    ImageLocation: textProperty(
      ({ object }) => textOf(sourceNow(object), 'ImageLocation', ''),
      ({ object, host }, value) => {
        change(object, 'ImageLocation', value);
        showPicture(host.run, object, value);
      },
    ),
    MaxWidth: limit('maxWidth'),
    MaxHeight: limit('maxHeight'),
  },
  rows: {},
};

/** Members of a class beyond those of its content. */
const more: Readonly<Record<string, Readonly<Record<string, HostProperty<Drawn>>>>> = {
  BarcodeObject: codeProperties,
  LineObject: Object.fromEntries(
    CAPS.map((cap) => [cap, { get: (live) => new HostObject(capClass, { ...live, cap }) }]),
  ),
};

function limit(name: 'maxWidth' | 'maxHeight'): HostProperty<Drawn> {
  return floatProperty(
    ({ object }) => object[name],
    ({ object }, value) => {
      object[name] = value;
    },
  );
}

const pictureMethods = {
  SetImageData: (live: Drawn, [data]: readonly Value[]): null => {
    setImage(live, data ?? null);
    return null;
  },
};

const classes = new Map<string, HostClass<Drawn>>();

/** Returns the members of a drawn object by its class. */
export function drawnClassOf(type: string): HostClass<Drawn> {
  let made = classes.get(type);
  if (!made) {
    const { content, settable = '', text: ownText, expression = 'Expression' } = objectClass(type);
    const names = settable.split(' ').filter((name) => name !== '');
    made = hostClass<Drawn>(type, {
      extends: componentClass,
      properties: {
        ...Object.fromEntries(names.map((name) => [name, stored(type, name)])),
        ...(content === undefined ? {} : contents[content]),
        ...(ownText === 'Text' ? { Text: text } : {}),
        ...(content === 'rows' ? {} : { DataColumn: bound('DataColumn'), [expression]: bound(expression) }),
        ...more[type],
      },
      methods: content === 'picture' ? pictureMethods : {},
      stored: ({ object }, name) => storedValue(sourceNow(object), name),
    });
    classes.set(type, made);
  }
  return made;
}

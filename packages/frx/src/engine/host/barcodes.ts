import {
  HostObject,
  hostClass,
  textProperty,
  type HostClass,
  type HostProperty,
  type Value,
} from '../../expression/index.ts';
import { NetException } from '../../expression/errors.ts';
import type { TemplateObject } from '../../template/model.ts';
import { propertiesOf, textOf } from '../../template/properties.ts';
import type { DrawnObject } from '../build/components.ts';
import { sourceNow } from '../build/drawn.ts';
import type { Host, Live } from './host.ts';
import { storedText, storedValue } from './stored.ts';

/** Members of the code of a barcode object by its class, as in `(Barcode1.Barcode as BarcodeQR).ErrorCorrection`. */

/** Names of symbologies by the classes of their codes. */
const SYMBOLOGIES: Readonly<Record<string, string>> = {
  Barcode2of5Interleaved: '2/5 Interleaved',
  Barcode2of5Industrial: '2/5 Industrial',
  Barcode2of5Matrix: '2/5 Matrix',
  BarcodeDeutscheIdentcode: 'Deutsche Identcode',
  BarcodeDeutscheLeitcode: 'Deutsche Leitcode',
  BarcodeITF14: 'ITF-14',
  BarcodeCodabar: 'Codabar',
  Barcode128: 'Code128',
  Barcode39: 'Code39',
  Barcode39Extended: 'Code39 Extended',
  Barcode93: 'Code93',
  Barcode93Extended: 'Code93 Extended',
  BarcodeEAN8: 'EAN8',
  BarcodeEAN13: 'EAN13',
  BarcodeMSI: 'MSI',
  BarcodePostNet: 'PostNet',
  BarcodeJapanPost4StateCode: 'Japan Post 4 State Code',
  BarcodeUPC_A: 'UPC-A',
  BarcodeUPC_E0: 'UPC-E0',
  BarcodeUPC_E1: 'UPC-E1',
  BarcodeSupplement2: 'Supplement 2',
  BarcodeSupplement5: 'Supplement 5',
  BarcodePDF417: 'PDF417',
  BarcodeDatamatrix: 'Datamatrix',
  BarcodeQR: 'QR Code',
  BarcodeAztec: 'Aztec',
  BarcodePlessey: 'Plessey',
  BarcodeEAN128: 'GS1-128 (UCC/EAN-128)',
  BarcodeGS1Omnidirectional: 'GS1 DataBar Omnidirectional',
  BarcodeGS1Limited: 'GS1 DataBar Limited',
  BarcodeGS1Stacked: 'GS1 DataBar Stacked',
  BarcodeGS1StackedOmnidirectional: 'GS1 DataBar Stacked Omnidirectional',
  BarcodeGS1Datamatrix: 'GS1 Datamatrix',
  BarcodePharmacode: 'Pharmacode',
  BarcodeIntelligentMail: 'Intelligent Mail (USPS)',
  BarcodeMaxiCode: 'MaxiCode',
  BarcodeGS1ExpandedStacked: 'GS1 DataBar Expanded Stacked',
};
const CLASSES: ReadonlyMap<string, string> = new Map(Object.entries(SYMBOLOGIES).map(([type, name]) => [name, type]));

/** Text that an object is given when a script sets its symbology by name. */
const SAMPLES: Readonly<Record<string, string>> = {
  BarcodeDeutscheIdentcode: '12345123456',
  BarcodeDeutscheLeitcode: '1234512312312',
  BarcodeGS1Datamatrix: '(02)00000123456789',
  BarcodeIntelligentMail: '12345678901234567890',
};
const sampleOf = (type: string): string =>
  SAMPLES[type] ?? (type.startsWith('BarcodeGS1') ? '(01)0000123456789' : '12345678');

/** The options of a code by name: that of an object, or one that a script has created. */
interface Code {
  readonly type: string;
  readonly host: Host;
  readonly options: () => ReadonlyMap<string, string>;
  readonly set: (name: string, text: string) => void;
}

/** Returns a code as an element of a template. */
const elementOf = ({ type, host, options }: Code): TemplateObject => ({
  ...host.run.template.root,
  type,
  name: '',
  attributes: options(),
  children: [],
});

const option = (type: string, name: string): HostProperty<Code> => ({
  get: (code) => storedValue(elementOf({ ...code, type }), name) ?? null,
  set: ({ host, set }, value) => {
    set(name, storedText(type, name, value, host.run.culture));
  },
});

const classes = new Map<string, HostClass<Code>>();

/** Returns the members of a class of codes; undefined for other classes. */
export function barcodeClassOf(type: string): HostClass<Code> | undefined {
  const isBase = ['BarcodeBase', 'LinearBarcodeBase', 'Barcode2DBase', 'BarcodeEAN'].includes(type);
  if (SYMBOLOGIES[type] === undefined && !isBase) return undefined;
  let made = classes.get(type);
  if (!made) {
    const names = [...(propertiesOf(type)?.keys() ?? [])];
    made = hostClass<Code>(type, {
      properties: Object.fromEntries(names.map((name) => [name, option(type, name)])),
    });
    classes.set(type, made);
  }
  return made;
}

const codes = new WeakMap<object, Code>();

/** Returns the code of a script's value. */
const codeOf = (value: Value): Code | undefined =>
  typeof value === 'object' && value !== null ? codes.get(value) : undefined;

/** Returns the script value of a code. */
function valueOf(code: Code): Value {
  const made = barcodeClassOf(code.type);
  if (!made) return null;
  const value = new HostObject(made, code);
  codes.set(value, code);
  return value;
}

type Drawn = Live<DrawnObject>;

const typeNow = ({ object }: Drawn): string =>
  CLASSES.get(textOf(sourceNow(object), 'Barcode', 'Code39')) ?? 'Barcode39';
const PREFIX = 'Barcode.';

function change(object: DrawnObject, entries: Iterable<readonly [string, string]>): void {
  object.changes = new Map([...(object.changes ?? []), ...entries]);
}

/** Replaces the code of an object; options that the template sets for the previous one are reset to the defaults of the new one. */
function replace({ object }: Drawn, type: string, options: ReadonlyMap<string, string>): void {
  const standard = propertiesOf(type);
  const former = Array.from(sourceNow(object).attributes.keys(), (name) => name.slice(PREFIX.length));
  change(object, [
    ...former.flatMap((name): [string, string][] => {
      const known = standard?.get(name);
      return known === undefined ? [] : [[PREFIX + name, String(known.value)]];
    }),
    ...Array.from(options, ([name, text]): [string, string] => [PREFIX + name, text]),
    ['Barcode', SYMBOLOGIES[type] ?? ''],
  ]);
}

/** Returns the value of `new BarcodeQR()` and similar; undefined for other classes. */
export function newBarcode(host: Host, type: string): Value | undefined {
  if (SYMBOLOGIES[type] === undefined) return undefined;
  const options = new Map<string, string>();
  return valueOf({ type, host, options: () => options, set: (name, text) => void options.set(name, text) });
}

/** Properties of a barcode object for its code and the name of its symbology. */
export const codeProperties: Readonly<Record<string, HostProperty<Drawn>>> = {
  Barcode: {
    get: (live) => {
      const type = typeNow(live);
      const { object, host } = live;
      const options = (): Map<string, string> =>
        new Map(
          Array.from(sourceNow(object).attributes)
            .filter(([name]) => name.startsWith(PREFIX))
            .map(([name, text]) => [name.slice(PREFIX.length), text]),
        );
      const set = (name: string, value: string): void => {
        change(object, [[PREFIX + name, value]]);
      };
      return valueOf({ type, host, options, set });
    },
    set: (live, value: Value) => {
      const code = codeOf(value);
      if (code) replace(live, code.type, code.options());
    },
  },
  SymbologyName: textProperty(
    (live: Drawn) => SYMBOLOGIES[typeNow(live)] ?? '',
    (live, name) => {
      const type = CLASSES.get(name);
      if (type === undefined) throw new NetException('ArgumentException', `There is no symbology '${name}'`);
      if (type === typeNow(live)) return;
      replace(live, type, new Map());
      live.object.text = sampleOf(type);
    },
  ),
};

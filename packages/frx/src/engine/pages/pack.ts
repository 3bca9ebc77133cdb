import type { Border, Fill, PlacedObject, PlacedValue, TextStyle } from '../../page.ts';

/** Properties that few objects have. */
type Rare = Omit<
  PlacedObject,
  'type' | 'name' | 'left' | 'top' | 'width' | 'height' | 'text' | 'fill' | 'border' | 'value' | 'children'
>;

/** Placed objects in a compact form, in the order of a depth-first walk: numbers in typed arrays, shared values by reference. */
export interface PackedObjects {
  /** For each object: left, top, width, height and its value as a number. */
  readonly numbers: Float64Array;
  /**
   * For each object the indices of type and name, style, fill, border and kind of the value (0: none), and the number of children plus one
   * (0: no list).
   */
  readonly indices: Uint32Array;
  /** All texts joined, and the end of each. */
  readonly text: string;
  readonly ends: Uint32Array;
  readonly rare: ReadonlyMap<number, Rare>;
  readonly names: readonly { readonly type: string; readonly name: string }[];
  readonly styles: readonly TextStyle[];
  readonly fills: readonly Fill[];
  readonly borders: readonly Border[];
  readonly forms: readonly ValueForm[];
}

/** Kind and format of a value that is stored as a number. */
interface ValueForm {
  readonly kind: 'number' | 'boolean' | 'Date';
  readonly format: string | undefined;
}

const formOf = ({ value, format }: PlacedValue): ValueForm => ({
  kind: value instanceof Date ? 'Date' : typeof value === 'boolean' ? 'boolean' : 'number',
  format,
});

function valueOf({ kind, format }: ValueForm, number: number): PlacedValue {
  if (kind === 'Date') return { value: new Date(number), format };
  return { value: kind === 'boolean' ? number === 1 : number, format };
}

/** Numbers per object in `numbers` and in `indices`. */
const lengths = 5;
const fields = 6;

/** Assigns numbers from 1 to items in the order of their first use; items with equal keys share a number. */
function numbered<Item>(): { items: Item[]; indexOf: (item: Item | undefined, key?: unknown) => number } {
  const items: Item[] = [];
  const known = new Map<unknown, number>();
  return {
    items,
    indexOf: (item, key = item) => {
      if (item === undefined) return 0;
      let index = known.get(key);
      if (index === undefined) {
        index = items.push(item);
        known.set(key, index);
      }
      return index;
    },
  };
}

/** Converts placed objects to the compact form. */
export function packObjects(objects: readonly PlacedObject[]): PackedObjects {
  const names = numbered<{ type: string; name: string }>();
  const styles = numbered<TextStyle>();
  const fills = numbered<Fill>();
  const borders = numbered<Border>();
  const forms = numbered<ValueForm>();
  const numbers: number[] = [];
  const indices: number[] = [];
  const texts: string[] = [];
  const ends: number[] = [];
  let length = 0;
  const rare = new Map<number, Rare>();
  const add = (object: PlacedObject): void => {
    const { type, name, left, top, width, height, text, fill, border, value, children, ...others } = object;
    const form = value && formOf(value);
    numbers.push(left, top, width, height, Number(value?.value ?? 0));
    indices.push(
      names.indexOf({ type, name }, `${type} ${name}`),
      styles.indexOf(text?.style),
      fills.indexOf(fill),
      borders.indexOf(border),
      forms.indexOf(form, `${form?.kind ?? ''} ${form?.format ?? ''}`),
      children ? children.length + 1 : 0,
    );
    if (Object.keys(others).length > 0) rare.set(texts.length, others);
    texts.push(text?.text ?? '');
    length += text?.text.length ?? 0;
    ends.push(length);
    children?.forEach(add);
  };
  objects.forEach(add);
  return {
    numbers: Float64Array.from(numbers),
    indices: Uint32Array.from(indices),
    text: texts.join(''),
    ends: Uint32Array.from(ends),
    rare,
    names: names.items,
    styles: styles.items,
    fills: fills.items,
    borders: borders.items,
    forms: forms.items,
  };
}

/** Converts the compact form back to placed objects. */
export function unpackObjects(packed: PackedObjects): PlacedObject[] {
  const { numbers, indices, text, ends, rare, names, styles, fills, borders, forms } = packed;
  let at = 0;
  const next = (): PlacedObject => {
    const own = at++;
    const [left = 0, top = 0, width = 0, height = 0, number = 0] = numbers.subarray(own * lengths, (own + 1) * lengths);
    const [name = 0, style = 0, fill = 0, border = 0, form = 0, children = 0] = indices.subarray(
      own * fields,
      (own + 1) * fields,
    );
    const object: PlacedObject = { ...names[name - 1]!, left, top, width, height };
    if (fill > 0) object.fill = fills[fill - 1];
    if (border > 0) object.border = borders[border - 1];
    if (style > 0)
      object.text = { text: text.slice(own > 0 ? ends[own - 1] : 0, ends[own]), style: styles[style - 1]! };
    if (form > 0) object.value = valueOf(forms[form - 1]!, number);
    Object.assign(object, rare.get(own));
    if (children > 0) object.children = Array.from({ length: children - 1 }, next);
    return object;
  };
  const objects: PlacedObject[] = [];
  while (at < ends.length) objects.push(next());
  return objects;
}

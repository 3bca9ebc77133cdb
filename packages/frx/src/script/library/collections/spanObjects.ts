import { Char } from '../../../expression/values/values.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Call, NamedType, Type } from '../../binder/types/types.ts';
import { Obj } from '../../runtime/objects.ts';
import { error } from '../../runtime/values.ts';
import { need } from '../registry.ts';

/** Values of Span, ReadOnlySpan and Memory: views of a part of an array. */

export class SpanObj extends Obj {
  readonly elements: Value[];
  readonly start: number;
  readonly length: number;
  constructor(type: NamedType, items: Value[], start = 0, length = items.length - start) {
    super(type);
    this.elements = items;
    this.start = start;
    this.length = length;
  }

  override size(): number {
    return this.length;
  }

  get element(): Type {
    return this.type.args[0] ?? need('Object').open;
  }

  part(start: number, length = this.length - start): SpanObj {
    if (start < 0 || start > this.length || length < 0 || start + length > this.length)
      throw error('ArgumentOutOfRangeException', 'Specified argument was out of the range of valid values.');
    return new SpanObj(this.type, this.elements, this.start + start, length);
  }

  place(index: number): number {
    if (index < 0 || index >= this.length)
      throw error('IndexOutOfRangeException', 'Index was outside the bounds of the array.');
    return this.start + index;
  }

  values(): Value[] {
    return this.elements.slice(this.start, this.start + this.length);
  }

  override *iterate(): Generator<Value> {
    for (let at = 0; at < this.length; at++) yield this.elements[this.start + at] ?? null;
  }

  override nativeText(): string {
    if (this.element === need('Char').open) return textOfSpan(this);
    const { name } = this.type.definition;
    return `System.${name}<${this.element.kind === 'named' ? this.element.definition.name : ''}>[${String(this.length)}]`;
  }
}

/** Returns the characters of a span as a text. */
export function textOfSpan(span: SpanObj): string {
  return span
    .values()
    .map((each) => (each instanceof Char ? String.fromCharCode(each.code) : ''))
    .join('');
}

const charSpan = (): NamedType => need('ReadOnlySpan', 1).of([need('Char').open]);

/** Returns a text as a span and counts its characters against the budget. */
export function spanOfText(c: Call, text: string | null): SpanObj {
  const given = text ?? '';
  c.rt.budget.hold(given.length);
  c.rt.budget.work(given.length);
  return new SpanObj(
    charSpan(),
    Array.from({ length: given.length }, (_, at) => new Char(given.charCodeAt(at))),
  );
}

import type { Value } from '../../expression/values/values.ts';
import { Obj } from '../runtime/objects.ts';
import { registerDefault } from '../runtime/defaults.ts';
import { hashOf } from '../runtime/hashCodes.ts';
import { declare, need } from './registry.ts';

/** System.HashCode: hash codes of several values. They differ in each run of .NET, so that no script can depend on them. */

class HashObj extends Obj {
  code = 17;
  add(hash: number): void {
    this.code = (Math.imul(this.code, 31) + hash) | 0;
  }
}

const blank = (): HashObj => new HashObj(need('HashCode').open);
const typeNames = (count: number): string =>
  Array.from({ length: count }, (_, index) => `T${String(index + 1)}`).join(', ');
const parameters = (count: number): string =>
  Array.from({ length: count }, (_, index) => `T${String(index + 1)} value${String(index + 1)}`).join(', ');

declare('System', 'struct HashCode', {
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8].map((count) => [
      `static int Combine<${typeNames(count)}>(${parameters(count)})`,
      (c, ...values: Value[]) => {
        const hash = blank();
        for (const value of values) hash.add(value === null ? 0 : hashOf(value, c.rt));
        return hash.code;
      },
    ]),
  ),
  'void Add<T>(T value)': (c, self: HashObj, value: Value) => {
    self.add(value === null ? 0 : hashOf(value, c.rt));
  },
  'int ToHashCode()': (_c, self: HashObj) => self.code,
});
registerDefault('HashCode', blank);

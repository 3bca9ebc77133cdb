import { Decimal } from '../../expression/values/decimal.ts';
import type { Runtime } from '../../expression/scope.ts';
import type { Value } from '../../expression/values/values.ts';
import { Char, DateTime, Double, EnumValue, Integer, Single, TimeSpan } from '../../expression/values/values.ts';
import { HashTable } from './collections.ts';
import type { Equality } from './collections.ts';
import { hashOf } from './hashCodes.ts';

/**
 * A Hashtable, which is enumerated in the order of its buckets. Keys whose hash codes differ between runs of .NET, such as texts and
 * objects, are enumerated in the order in which they were added.
 */

const FREE = -1;
const REMOVED = -2;

/** Load factor. */
const LOAD = 0.72;

/** Numbers of buckets to which a table grows. */
const SIZES = [
  3, 7, 11, 17, 23, 29, 37, 47, 59, 71, 89, 107, 131, 163, 197, 239, 293, 353, 431, 521, 631, 761, 919, 1103, 1327, 1597, 1931, 2333, 2801,
  3371, 4049, 4861, 5839, 7013, 8419, 10_103, 12_143, 14_591, 17_519, 21_023, 25_229, 30_293, 36_353, 43_627, 52_361, 62_851, 75_431, 90_523,
  108_631, 130_363, 156_437, 187_751, 225_307, 270_371, 324_449, 389_357, 467_237, 560_689, 672_827, 807_403, 968_897, 1_162_687,
]; // prettier-ignore

const sizeFor = (wanted: number): number | undefined => SIZES.find((size) => size >= wanted);

const hasFixedHash = (key: Value): boolean =>
  typeof key === 'number' || typeof key === 'bigint' || typeof key === 'boolean' || key instanceof Integer || key instanceof EnumValue ||
  key instanceof Char || key instanceof DateTime || key instanceof TimeSpan || key instanceof Double || key instanceof Single ||
  key instanceof Decimal; // prettier-ignore

/** A hash table that keeps its entries in the order of .NET's Hashtable. */
export class BucketTable extends HashTable {
  /** Index of the key in each bucket. */
  #buckets: number[] = [];
  #hashes: number[] = [];
  /** True if a search continues after the bucket. */
  #collided: boolean[] = [];
  #taken = 0;
  #occupied = 0;
  /** False once a key was added whose hash code is not the same in every run. */
  #isOrdered: boolean;

  constructor(equality: Equality, capacity: number, hasComparer: boolean) {
    super(equality);
    this.#isOrdered = !hasComparer;
    const size = capacity / LOAD > 3 ? sizeFor(Math.trunc(capacity / LOAD)) : 3;
    this.#resize(size);
  }

  override insert(key: Value, value: Value, rt: Runtime): void {
    super.insert(key, value, rt);
    if (!hasFixedHash(key)) this.#isOrdered = false;
    if (!this.#isOrdered) return;
    const limit = Math.trunc(LOAD * this.#buckets.length);
    if (this.#taken >= limit) this.#rehash(sizeFor(this.#buckets.length * 2));
    else if (this.#occupied > limit && this.#taken > 100) this.#rehash(this.#buckets.length);
    if (this.#isOrdered) this.#put(super.find(key), hashOf(key, rt) & 0x7fff_ffff);
  }

  override remove(key: Value): boolean {
    const place = super.find(key);
    const bucket = this.#buckets.indexOf(place);
    if (place >= 0 && bucket >= 0) {
      this.#buckets[bucket] = this.#collided[bucket] ? REMOVED : FREE;
      this.#hashes[bucket] = 0;
      this.#taken--;
    }
    if (place >= 0) this.version++;
    return super.remove(key);
  }

  override clear(): void {
    super.clear();
    const size = this.#buckets.length;
    this.#resize(size);
  }

  override *places(): Generator<number> {
    if (!this.#isOrdered) {
      yield* super.places();
      return;
    }
    const { version } = this;
    for (let bucket = this.#buckets.length - 1; bucket >= 0; bucket--) {
      const place = this.#buckets[bucket] ?? FREE;
      if (place < 0) continue;
      yield place;
      this.checkUnchanged(version);
    }
    this.checkUnchanged(version);
  }

  /** Stores a key in the first free bucket of its probe sequence, preferably in a removed one. */
  #put(place: number, hash: number): void {
    const length = this.#buckets.length;
    const step = 1 + ((hash * 101) % (length - 1));
    let bucket = hash % length;
    let removed = -1;
    for (let tries = 0; tries < length; tries++) {
      const held = this.#buckets[bucket] ?? FREE;
      if (removed < 0 && held === REMOVED && this.#collided[bucket]) removed = bucket;
      if (held === FREE || (held === REMOVED && !this.#collided[bucket])) {
        this.#hold(removed < 0 ? bucket : removed, place, hash);
        return;
      }
      if (removed < 0 && !this.#collided[bucket]) {
        this.#collided[bucket] = true;
        this.#occupied++;
      }
      bucket = (bucket + step) % length;
    }
    if (removed >= 0) this.#hold(removed, place, hash);
  }

  #hold(bucket: number, place: number, hash: number): void {
    this.#buckets[bucket] = place;
    this.#hashes[bucket] = hash;
    this.#taken++;
  }

  #resize(size: number | undefined): void {
    if (size === undefined) this.#isOrdered = false;
    this.#buckets = Array.from({ length: size ?? 0 }, () => FREE);
    this.#hashes = this.#buckets.map(() => 0);
    this.#collided = this.#buckets.map(() => false);
    this.#taken = 0;
    this.#occupied = 0;
  }

  #rehash(size: number | undefined): void {
    const [buckets, hashes] = [this.#buckets, this.#hashes];
    this.#resize(size);
    if (!this.#isOrdered) return;
    for (const [index, place] of buckets.entries()) if (place >= 0) this.#put(place, hashes[index] ?? 0);
  }
}

/** Data for timing: a given number of inspection results, the same on every machine. */
import type { DataSet, DataTable } from '../src/index.ts';

/** Pseudo-random numbers with a fixed seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const CONDITIONS = ['Good', 'Minor', 'Major', 'Critical'];
const SHORT = ['Corrosion on bolt', 'Loose nut, retightened', 'Paint damage', ''];
const LONG =
  'Several areas of the supporting structure show pitting corrosion with a depth of up to 2 mm, mainly where water collects behind the stiffeners.';
const START = Date.UTC(2025, 8, 1, 8);

/** Rows generated while they are read. */
function rows(count: number, make: (index: number) => Record<string, unknown>): Iterable<Record<string, unknown>> {
  return {
    *[Symbol.iterator]() {
      for (let index = 0; index < count; index++) yield make(index);
    },
  };
}

/** `Result` rows that belong to `items` items in rotation; long findings make texts grow. */
function results(count: number, items: number, long: boolean): DataTable {
  return {
    name: 'Result',
    rows: rows(count, (index) => {
      const random = randomFrom(index + 1);
      const finding = index % 3 === 0 ? (long ? LONG : (SHORT[Math.floor(random() * SHORT.length)] ?? '')) : '';
      return {
        Id: index + 1,
        ItemId: (index % items) + 1,
        InspectionId: 117,
        Condition: CONDITIONS[Math.floor(random() * CONDITIONS.length)],
        ConditionColor: '#00aa00',
        Height: Math.round(random() * 400) / 10,
        Weight: Math.round(random() * 5000) / 100,
        InspectedAt: new Date(START + index * 60_000),
        Finding: finding,
        Recommendation: index % 4 === 0 ? 'Replace before next inspection' : '',
        Priority: 1 + Math.floor(random() * 3),
        Cost: Math.round(random() * 1_000_000) / 100,
      };
    }),
  };
}

function items(count: number): DataTable {
  return {
    name: 'Item',
    rows: rows(count, (index) => ({
      Id: index + 1,
      ParentId: 0,
      LocationId: 1 + (index % 20),
      Path: `Deck ${1 + (index % 12)}`,
      Name: `Crane ${index + 1}`,
      TypeName: 'Crane',
      IsLocation: false,
      Tag: `L${String(index % 20).padStart(2, '0')}-C-${String(index).padStart(4, '0')}`,
      Order: index,
      SerialNo: `SN${100_000 + index}`,
      Manufactured: new Date(Date.UTC(1995 + (index % 30), index % 12, 1 + (index % 28))),
      Swl: 0.5 * (1 + (index % 50)),
      IntervalMonths: 12,
    })),
  };
}

/** A data set `Field` with this many results over this many items. */
export function fieldData(resultCount: number, itemCount: number, long: boolean): DataSet {
  return { name: 'Field', tables: [results(resultCount, itemCount, long), items(itemCount)] };
}

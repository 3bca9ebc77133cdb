/** Layout of an installation: from a plan of areas, levels and counts to places and things with names and tags. */
import { between } from './chance.ts';
import { EQUIPMENT_TYPES, type EquipmentType, TYPE_LETTERS } from './itemTypes.ts';
import { type AreaKind, nameOf } from './names.ts';

/** A level of an area. */
interface LevelPlan {
  name: string;
  /** Its form within the name of a thing; absent: its name in small letters. */
  spoken?: string;
  /** Lowest and highest above deck, in metres. */
  heights: readonly [number, number];
  /** The only types here, which are nowhere else in the area; absent: a share of all others. */
  takes?: readonly EquipmentType[];
}

/** An area with what it holds. */
interface AreaPlan {
  name: string;
  /** In tag numbers. */
  letters: string;
  /** Its form within the name of a thing; absent: its name in small letters. */
  spoken?: string;
  /** The area it lies in. */
  within?: string;
  kind: AreaKind;
  heights: readonly [number, number];
  levels: readonly LevelPlan[];
  holds: Partial<Record<EquipmentType, number>>;
}

/** An installation's areas. */
export interface RigPlan {
  /** In tag numbers. */
  letters: string;
  areas: readonly AreaPlan[];
}

/** An area or level. */
export interface Place {
  key: string;
  name: string;
  type: 'Area' | 'Level';
  /** Key of the place it lies in. */
  within: string | null;
  heights: readonly [number, number];
  /** Its form within the name of a thing. */
  spoken: string;
}

/** A thing. */
export interface Equipment {
  /** Its tag number. */
  key: string;
  name: string;
  type: EquipmentType;
  /** Name of the area in which it is counted. */
  area: string;
  /** Key of its parent: a place, or a thing. */
  within: string;
  /** In metres above deck. */
  height: number;
  /** In kilograms. */
  weight: number;
}

/** Places and things of an installation, in the order in which an inspector visits them; parents come first. */
export interface Rig {
  places: readonly Place[];
  equipment: readonly Equipment[];
}

const WEIGHTS: Record<EquipmentType, readonly [number, number]> = {
  Floodlight: [8.5, 24],
  'CCTV Camera': [2.8, 9.5],
  'Junction Box': [1.2, 14],
  'Gas Detector': [1.4, 4.2],
  'PA Speaker and Beacon': [1.8, 7.5],
  'Cable Tray': [4, 38],
  'Sheave / Snatch Block': [12, 95],
  'Air Winch (Tugger)': [420, 980],
  'Safety Net': [11, 38],
  'Handrail and Gate': [7, 38],
  'Grating Panel': [18, 38],
  'Fixed Ladder': [38, 165],
  'Structural Member': [9, 38],
  Shackle: [0.4, 24],
  'Wire Rope Sling': [1.2, 36],
  'Chain Hoist': [9, 38],
  Padeye: [3.5, 21],
  'Pedestal Crane': [41_000, 68_000],
};

/** The places and things of a plan. */
export function rigOf({ letters, areas }: RigPlan): Rig {
  const places: Place[] = [];
  const equipment: Equipment[] = [];
  const counters = new Map<string, number>();
  const names = new Set<string>();
  for (const area of areas) {
    const own: Place = {
      key: area.name,
      name: area.name,
      type: 'Area',
      within: area.within ?? null,
      heights: area.heights,
      spoken: area.spoken ?? area.name.toLowerCase(),
    };
    const levels = area.levels.map(({ name, heights, spoken = name.toLowerCase() }): Place => ({
      key: `${area.name} / ${name}`,
      name,
      type: 'Level',
      within: own.key,
      heights,
      spoken,
    }));
    places.push(own, ...levels);
    const spread = spreadOver(area, own, levels);
    for (const { place, type, number } of spread) {
      const count = (counters.get(`${area.letters} ${type}`) ?? 0) + 1;
      counters.set(`${area.letters} ${type}`, count);
      const key = `${letters}-${area.letters}-${TYPE_LETTERS[type]}-${String(count).padStart(3, '0')}`;
      const carrier = carrierOf(equipment, area.name, type, place.key, number);
      const name = uniqueName(
        names,
        nameOf({ type, number, key, kind: area.kind, place: place.spoken, carrier: carrier?.name }),
      );
      equipment.push({
        key,
        name,
        type,
        area: area.name,
        within: carrier?.key ?? place.key,
        height: between(`${key} height`, place.heights, 1),
        weight: between(`${key} weight`, WEIGHTS[type], 1),
      });
    }
  }
  return { places, equipment };
}

/** Returns the things of an area, place by place, each place's types in one order; `number` counts within place and type. */
function spreadOver(
  { levels: plans, holds }: AreaPlan,
  own: Place,
  levels: readonly Place[],
): { place: Place; type: EquipmentType; number: number }[] {
  const open = levels.filter((_, i) => plans[i]!.takes === undefined);
  const shared = open.length > 1 ? open : [own, ...open];
  const shares = new Map<Place, { type: EquipmentType; count: number }[]>([own, ...levels].map((place) => [place, []]));
  let turn = 0;
  for (const type of CARRIERS_FIRST) {
    const count = holds[type] ?? 0;
    const keeper = levels.find((_, i) => plans[i]!.takes?.includes(type));
    const among = keeper === undefined ? shared : [keeper];
    for (const [i, place] of among.entries()) {
      const first = (i - (turn % among.length) + among.length) % among.length;
      const share = Math.floor((count - first + among.length - 1) / among.length);
      if (share > 0) shares.get(place)!.push({ type, count: share });
    }
    turn += count;
  }
  return [...shares].flatMap(([place, held]) =>
    held.flatMap(({ type, count }) => Array.from({ length: count }, (_, number) => ({ place, type, number }))),
  );
}

/** Types that carry others, before those they carry. */
const CARRIERS_FIRST = EQUIPMENT_TYPES.toSorted((a, b) => Number(isGear(a)) - Number(isGear(b)));

function isGear(type: EquipmentType): boolean {
  return type === 'Shackle' || type === 'Wire Rope Sling';
}

/** Returns the thing that carries another one, in place of its area: a handrail for a gate, the crane or winch of its area for gear. */
function carrierOf(
  before: readonly Equipment[],
  area: string,
  type: EquipmentType,
  placeKey: string,
  number: number,
): Equipment | undefined {
  const near = before.filter((other) => other.area === area);
  if (type === 'Handrail and Gate') {
    if (number % 3 !== 2) return undefined;
    return near.findLast((other) => other.type === type && other.within === placeKey);
  }
  if (!isGear(type) || number % 2 === 1) return undefined;
  return near.find(
    (other) => other.type === 'Pedestal Crane' || (other.type === 'Air Winch (Tugger)' && other.within === placeKey),
  );
}

function uniqueName(taken: Set<string>, name: string): string {
  let unique = name;
  for (let number = 2; taken.has(unique); number++) unique = `${name}, no. ${number}`;
  taken.add(unique);
  return unique;
}

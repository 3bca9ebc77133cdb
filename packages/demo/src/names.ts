/** Names as inspectors write them. */
import { oneOf } from './chance.ts';
import { EQUIPMENT_TYPES, type EquipmentType } from './itemTypes.ts';

/** Kind of an area, which decides the names of its positions. */
export type AreaKind = 'derrick' | 'travelling' | 'deck' | 'crane' | 'store' | 'legs' | 'process';

/** Parts of a name. */
export interface Named {
  type: EquipmentType;
  /** From 0 within its place and type. */
  number: number;
  /** Its tag number. */
  key: string;
  kind: AreaKind;
  /** The place it stands in, as it reads within a name. */
  place: string;
  /** Name of the thing it hangs on. */
  carrier: string | undefined;
}

const POSITIONS: Record<AreaKind, readonly string[]> = {
  derrick: [
    'port fwd leg',
    'stbd aft leg',
    'stbd fwd leg',
    'port aft leg',
    'V-door side',
    'drawworks side',
    'port side',
    'stbd side',
  ],
  travelling: ['port side', 'stbd side', 'fwd face', 'aft face'],
  deck: ['fwd', 'aft', 'inboard', 'outboard', 'fwd bulkhead', 'aft bulkhead', 'midships', 'hatch coaming'],
  crane: ['tip', 'heel', 'mid section', 'slew platform', 'cab roof', 'A-frame top'],
  store: ['rack A', 'rack B', 'rack C', 'rack D'],
  legs: ['fwd leg', 'port aft leg', 'stbd aft leg', 'leg well', 'jack frame port', 'jack frame stbd'],
  process: ['north face', 'east face', 'south face', 'west face', 'row A', 'row B'],
};

/** Names of gear state load and length. */
const SHACKLE_SIZES = ['3.25 t', '4.75 t', '6.5 t', '8.5 t', '9.5 t', '12 t', '17 t', '25 t'] as const;
const SLING_SIZES = ['1.8 t x 2 m', '2.5 t x 3 m', '4.2 t x 3 m', '4.2 t x 6 m', '6.3 t x 4 m', '8.4 t x 8 m'] as const;

const CRANE_LINES = ['whip line', 'main hoist', 'boom rest', 'pennant'] as const;

/** The name of a thing; two of the same kind in one place may get the same. */
export function nameOf(named: Named): string {
  const { type, number, key, kind, carrier, place } = named;
  const positions = POSITIONS[kind];
  // Types start at different positions, so that not all things are at the first one.
  const position = positions[(number + EQUIPMENT_TYPES.indexOf(type)) % positions.length]!;
  const at = kind === 'store' ? `${place}, ${position}` : `${position}, ${place}`;
  const turn = <T>(choices: readonly T[]): T => choices[number % choices.length]!;
  switch (type) {
    case 'Floodlight':
      return `${turn(['Floodlight', 'Floodlight', 'Floodlight, LED twin'])}, ${at}`;
    case 'CCTV Camera':
      return `${turn(['CCTV camera', 'CCTV camera, PTZ'])}, ${at}`;
    case 'Junction Box':
      if (kind === 'crane') return `Limit switch box, ${turn(['hoist', 'luffing', 'slew', 'whip line'])}, ${at}`;
      if (kind === 'travelling')
        return `${turn(['Junction box, encoder', 'Sensor box', 'Junction box, motor'])}, ${at}`;
      return `Junction box, ${turn(['lighting', 'CCTV', 'PA/GA', 'ESD'])}, ${at}`;
    case 'Gas Detector':
      return `Gas detector, ${turn(['HC', 'H2S'])}, ${at}`;
    case 'PA Speaker and Beacon':
      return `${turn(['PA speaker', 'Beacon, GA'])}, ${at}`;
    case 'Cable Tray':
      if (kind === 'travelling') return `Service loop clamp no. ${number + 1}, ${place}`;
      return `${turn(['Cable tray', 'Cable tray bracket', 'Cable ladder'])}, ${at}`;
    case 'Sheave / Snatch Block':
      if (kind === 'crane') return `Hook block, ${place}`;
      return turn([
        `Sheave, tugger no. ${1 + (number % 4)}, ${at}`,
        `Snatch block, tugger no. ${1 + (number % 4)}, u/s ${place}`,
      ]);
    case 'Air Winch (Tugger)':
      if (kind === 'crane') return `Air winch, whip line tugger, ${place}`;
      return number === 1 && !place.endsWith('roof') ? `Man-rider winch, ${at}` : `Tugger no. ${number + 1}, ${at}`;
    case 'Safety Net':
      return `Safety net, ${at}`;
    case 'Handrail and Gate':
      return carrier === undefined ? `Handrail section, ${at}` : `Gate, self-closing, ${at}`;
    case 'Grating Panel':
      if (kind === 'travelling') return `Guard panel, ${at}`;
      return `Grating panel ${String.fromCharCode(65 + (number % 6))}${1 + Math.floor(number / 6)}, ${place}`;
    case 'Fixed Ladder':
      return `Fixed ladder with cage, ${at}`;
    case 'Structural Member':
      return structuralName(named, at);
    case 'Shackle':
      return `Shackle ${shackleSize(named)} ${turn(['bow', 'dee'])}, ${onCarrier(named, at)}`;
    case 'Wire Rope Sling':
      return `Wire rope sling ${oneOf(`${key} size`, SLING_SIZES)}, ${onCarrier(named, at)}`;
    case 'Chain Hoist':
      return `Chain hoist ${turn(['1 t', '2 t', '3 t', '5 t'])}, ${at}`;
    case 'Padeye':
      return `Padeye ${turn(['3 t', '5 t', '10 t'])}, ${at}`;
    default:
      return `Pedestal crane, ${place}`;
  }
}

function structuralName({ number, place }: Named, at: string): string {
  if (place === 'fingerboard') return `Finger no. ${number + 3}, latch arm, ${place}`;
  if (place === 'crown block' || place === 'water table') return `Lightning rod bracket, ${at}`;
  return `Girt brace, ${at}`;
}

/** Each line of a crane has its own size. */
function shackleSize({ kind, number, key }: Named): string {
  if (kind === 'crane') return ['8.5 t', '17 t', '12 t', '9.5 t'][number % CRANE_LINES.length]!;
  return oneOf(`${key} size`, SHACKLE_SIZES);
}

/** Names gear on a crane by its line, gear on a winch by the winch, anything else by its place. */
function onCarrier({ number, kind, carrier, place }: Named, at: string): string {
  if (kind === 'crane') return `${place.split(' ')[0]!} crane ${CRANE_LINES[number % CRANE_LINES.length]!}`;
  return carrier === undefined ? at : `on ${carrier.split(',')[0]!.toLowerCase()}, ${place}`;
}

/** Notes of inspectors: phrases with variable parts, and the boxes ticked with each. */
import { between, oneOf } from './chance.ts';
import type { InspectionCode } from './inspectionTypes.ts';
import type { EquipmentType } from './itemTypes.ts';
import type { FINDINGS } from './resultTemplates.ts';
import type { Equipment } from './rig.ts';
import type { Found } from './survey.ts';

type Remarked = 'needsAttention' | 'defective' | 'notApplicable';

/** A remark. */
export interface Phrase {
  text: string;
  /** Things to which it applies; absent: all. */
  fits?: (thing: Equipment) => boolean;
  /** Finding of a dropped object survey ticked with it. */
  finding?: (typeof FINDINGS)[number];
  /** True when it was corrected at once. */
  corrected?: boolean;
  /** The part of lifting equipment, what is wrong with it, and what is to be done. */
  defect?: string;
  remedy?: string;
  /** Class of damage to a derrick. */
  damage?: string;
}

const of =
  (...types: EquipmentType[]) =>
  ({ type }: Equipment): boolean =>
    types.includes(type);
const hung = of('Floodlight', 'CCTV Camera', 'PA Speaker and Beacon', 'Sheave / Snatch Block', 'Cable Tray');
const boxed = of('Floodlight', 'CCTV Camera', 'Junction Box', 'Gas Detector', 'PA Speaker and Beacon');
const isGate = ({ type, name }: Equipment): boolean => type === 'Handrail and Gate' && name.startsWith('Gate');
const isHandrail = (thing: Equipment): boolean => thing.type === 'Handrail and Gate' && !isGate(thing);

const DROPS: Record<Remarked, readonly Phrase[]> = {
  defective: [
    {
      text: 'Split pin missing on lower clevis, replaced on site',
      finding: 'Secondary retention missing',
      corrected: true,
      fits: hung,
    },
    {
      text: 'Safety sling anchored to same bracket as primary fixing, not independent',
      finding: 'Safety securing not independent',
      fits: hung,
    },
    { text: 'Corrosion on U-bolt threads, re-inspect within {days} days', finding: 'Corrosion' },
    { text: 'Nut locking not visible, re-terminate', finding: 'Secondary retention missing' },
    { text: '{count} of 4 bolts missing at {side} bracket, item barriered below', finding: 'Missing fastener' },
    { text: 'Bracket cracked at weld toe, about {mm} mm, remove item', finding: 'Mechanical damage' },
    { text: 'Safety securing missing, fall height {height} m', finding: 'Safety securing missing' },
    { text: 'Clamp slipped {mm} mm along member, liner worn through', finding: 'Primary fixing loose' },
    { text: 'Locking wire broken on {count} bolts', finding: 'Secondary retention missing' },
    { text: 'Cover hinge pin backed out, taped up until repair', finding: 'Loose or foreign object', fits: boxed },
    { text: 'Shackle pin not moused, hand tight only', finding: 'Secondary retention missing', fits: hung },
    { text: 'Loose bolt M12 found lying on flange, removed', finding: 'Loose or foreign object' },
  ],
  needsAttention: [
    { text: 'Surface corrosion on bracket, clean and coat within {days} days', finding: 'Corrosion' },
    { text: 'Tag label illegible, renew', finding: 'Labelling missing' },
    {
      text: 'Safety sling shares its anchor with the cable, fit one of its own',
      finding: 'Safety securing not independent',
      fits: hung,
    },
    { text: 'Nyloc nut reused, renew at next opportunity', finding: 'Secondary retention missing' },
    { text: 'Cable ties used as securing, fit clamps', finding: 'Safety securing missing', fits: boxed },
    {
      text: 'Paint over split pin, could not confirm opening of legs',
      finding: 'Secondary retention missing',
      fits: hung,
    },
    { text: 'Light chafing of sling at anchor, {side} side', finding: 'Mechanical damage', fits: hung },
    { text: 'Torque mark missing on {count} bolts', finding: 'Labelling missing' },
  ],
  notApplicable: [
    { text: 'Removed for overhaul, fixing point empty' },
    { text: 'Not accessible, scaffold in the way' },
  ],
};

const LOLER: Record<Remarked, readonly Phrase[]> = {
  defective: [
    {
      text: 'Sling has {count} broken wires in one lay length, quarantined',
      defect: 'Rope above the lower eye: broken wires beyond the discard limit',
      fits: of('Wire Rope Sling'),
    },
    {
      text: 'Hook throat opened {mm} mm beyond limit, out of service',
      defect: 'Bottom hook: throat opened beyond the discard limit',
      fits: of('Chain Hoist', 'Sheave / Snatch Block'),
    },
    {
      text: 'Brake band worn to {mm} mm, winch locked out',
      defect: 'Brake band: worn beyond the discard limit',
      remedy: 'Renew the band and test the brake',
      fits: of('Air Winch (Tugger)'),
    },
    {
      text: 'Pin bent {mm} mm out of true, quarantined',
      defect: 'Pin: bent beyond the discard limit',
      fits: of('Shackle'),
    },
    {
      text: 'Whip line flattened over {length} mm, crane stopped',
      defect: 'Whip line: flattened beyond the discard limit',
      remedy: 'Renew the line and test under load',
      fits: of('Pedestal Crane'),
    },
  ],
  needsAttention: [
    {
      text: 'Rope dry, lubricate before next lift',
      defect: 'Wire rope: dry, first rust between the strands',
      remedy: 'Clean, lubricate and re-examine',
      fits: of('Wire Rope Sling', 'Air Winch (Tugger)', 'Pedestal Crane'),
    },
    {
      text: 'Pin swapped from another shackle, match and mark',
      defect: 'Pin: not that of the bow',
      remedy: 'Fit the pin that belongs to it, or take it out of use',
      fits: of('Shackle'),
    },
    {
      text: 'Load chain worn, {count} links near the limit',
      defect: 'Load chain: links close to the wear limit',
      remedy: 'Gauge monthly and renew the chain',
      fits: of('Chain Hoist'),
    },
    {
      text: 'Grease nipple blocked, sheave turns stiffly',
      defect: 'Sheave bearing: dry, turns stiffly',
      remedy: 'Clear the nipple, grease and re-examine',
      fits: of('Sheave / Snatch Block'),
    },
  ],
  notApplicable: [{ text: 'Ashore for repair' }],
};

const ACCESS: Record<Remarked, readonly Phrase[]> = {
  defective: [
    { text: 'Grating clip missing on {count} corners, panel barriered', fits: of('Grating Panel') },
    { text: 'Gate does not close by itself, spring broken', fits: isGate },
    { text: 'Toe board missing over {length} mm', fits: isHandrail },
    { text: 'Rung loose at {side} stringer, ladder closed', fits: of('Fixed Ladder') },
  ],
  needsAttention: [
    { text: 'Removable section not pinned, pin found on chain', fits: isHandrail },
    { text: 'Handrail stanchion corroded at base, {side} side', fits: isHandrail },
    { text: 'Gate drags on the grating, hinge worn', fits: isGate },
    { text: 'Non-slip coating worn on {count} rungs', fits: of('Fixed Ladder') },
    { text: 'Bearing bars corroded at {side} edge', fits: of('Grating Panel') },
  ],
  notApplicable: [{ text: 'Section removed for boat landing work' }],
};

const EX: Record<Remarked, readonly Phrase[]> = {
  defective: [
    { text: 'Gland loose on {side} entry, isolated' },
    { text: '{count} cover bolts missing, flamepath open' },
  ],
  needsAttention: [
    { text: 'Certificate plate painted over' },
    { text: 'Earth bond corroded, renew within {days} days' },
  ],
  notApplicable: [{ text: 'Disconnected, circuit out of use' }],
};

const DCAT3: Record<Remarked, readonly Phrase[]> = {
  defective: [
    { text: 'Bolt of connection to girt sheared, Secondary damage', damage: 'Secondary' },
    {
      text: 'Diagonal bent {mm} mm over its length, Major damage',
      damage: 'Major',
      fits: of('Structural Member'),
    },
    { text: 'Weld cracked over {mm} mm, Major damage', damage: 'Major', fits: of('Padeye') },
  ],
  needsAttention: [
    { text: 'Coating broken down at {side} node, Minor damage', damage: 'Minor' },
    { text: 'Bolt heads without match marks on {count} bolts', damage: 'Minor' },
  ],
  notApplicable: [{ text: 'Member not fitted on this unit' }],
};

const PHRASES: Record<InspectionCode, Record<Remarked, readonly Phrase[]>> = { DROPS, LOLER, ACCESS, EX, DCAT3 };

/** All phrases, before their variable parts are filled in. */
export const ALL_PHRASES: readonly string[] = Object.values(PHRASES).flatMap((kinds) =>
  Object.values(kinds).flatMap((phrases) => phrases.map(({ text }) => text)),
);

/**
 * Returns the note on a thing found in a condition in a type of inspection, its variable parts filled in; null where a condition needs none.
 * @param occasion distinguishes inspections of one type
 */
export function remarkOn(code: InspectionCode, found: Found, thing: Equipment, occasion: string): Phrase | null {
  if (found === null || found === 'fitForPurpose') return null;
  const name = `${occasion} ${thing.key}`;
  const fitting = PHRASES[code][found].filter(({ fits }) => fits?.(thing) ?? true);
  const phrase = oneOf(name, fitting);
  const text = phrase.text
    .replace('{days}', oneOf(`${name} days`, ['14', '30', '60']))
    .replace('{count}', String(between(`${name} count`, [2, 3])))
    .replace('{mm}', String(between(`${name} mm`, [4, 18])))
    .replace('{length}', String(between(`${name} length`, [30, 90]) * 10))
    .replace('{side}', oneOf(`${name} side`, ['port', 'stbd', 'fwd', 'aft']))
    .replace('{height}', String(thing.height));
  return { ...phrase, text };
}

/** What inspectors remark: phrases with places for what differs. */
import { between, oneOf } from './chance.ts';
import type { InspectionCode } from './inspectionTypes.ts';
import type { Equipment } from './rig.ts';
import type { Found } from './survey.ts';

type Remarked = 'needsAttention' | 'defective' | 'notApplicable';

const DROPS: Record<Remarked, readonly string[]> = {
  defective: [
    'Split pin missing on lower clevis, replaced on site',
    'Safety sling anchored to same bracket as primary fixing, not independent',
    'Corrosion on U-bolt threads, re-inspect within {days} days',
    'Nut locking not visible, re-terminate',
    '{count} of 4 bolts missing at {side} bracket, item barriered below',
    'Bracket cracked at weld toe, about {mm} mm, remove item',
    'Safety securing missing, fall height {height} m',
    'Clamp slipped {mm} mm along member, liner worn through',
    'Locking wire broken on {count} bolts',
    'Cover hinge pin backed out, taped up until repair',
    'Shackle pin not moused, hand tight only',
    'Loose bolt M12 found lying on flange, removed',
  ],
  needsAttention: [
    'Surface corrosion on bracket, clean and coat within {days} days',
    'Tag label illegible, renew',
    'Safety sling {length} mm too long, shorten',
    'Nyloc nut reused, renew at next opportunity',
    'Cable ties used as securing, fit clamps',
    'Access from ladder only on calm days, photo taken with zoom',
    'Paint over split pin, could not confirm opening of legs',
    'Light chafing of sling at anchor, {side} side',
    'Torque mark missing on {count} bolts',
  ],
  notApplicable: ['Removed for overhaul, fixing point empty', 'Not accessible, scaffold in the way'],
};

const LOLER: Record<Remarked, readonly string[]> = {
  defective: [
    'Sling has {count} broken wires in one lay length, quarantined',
    'Hook throat opened {mm} mm beyond limit, out of service',
    'Brake band worn to {mm} mm, winch locked out',
  ],
  needsAttention: [
    'Certificate not in the register, requested from store',
    'Last period’s colour code still on, recode',
    'Rope dry, lubricate before next lift',
    'Pin swapped from another shackle, match and mark',
  ],
  notApplicable: ['Ashore for repair'],
};

const ACCESS: Record<Remarked, readonly string[]> = {
  defective: [
    'Grating clip missing on {count} corners, panel barriered',
    'Gate does not close by itself, spring broken',
    'Toe board missing over {length} mm',
  ],
  needsAttention: [
    'Removable section not pinned, pin found on chain',
    'Non-slip coating worn on {count} rungs',
    'Handrail stanchion corroded at base, {side} side',
  ],
  notApplicable: ['Section removed for boat landing work'],
};

const EX: Record<Remarked, readonly string[]> = {
  defective: ['Gland loose on {side} entry, isolated', '{count} cover bolts missing, flamepath open'],
  needsAttention: ['Certificate plate painted over', 'Earth bond corroded, renew within {days} days'],
  notApplicable: ['Disconnected, circuit out of use'],
};

const DCAT3: Record<Remarked, readonly string[]> = {
  defective: [
    'Bolt of girt connection sheared, Secondary damage',
    'Diagonal bent {mm} mm over its length, Major damage',
  ],
  needsAttention: [
    'Coating broken down at {side} node, Minor damage',
    'Bolt heads without match marks on {count} bolts',
  ],
  notApplicable: ['Member not fitted on this unit'],
};

const PHRASES: Record<InspectionCode, Record<Remarked, readonly string[]>> = { DROPS, LOLER, ACCESS, EX, DCAT3 };

/** Every phrase, as it is before its places are filled. */
export const ALL_PHRASES: readonly string[] = Object.values(PHRASES).flatMap((kinds) => Object.values(kinds).flat());

/** What is remarked on a thing that was found so in a type of inspection; null where a condition needs no words. */
export function remarkOn(code: InspectionCode, found: Found, thing: Equipment, occasion: string): string | null {
  if (found === null || found === 'fitForPurpose') return null;
  const name = `${occasion} ${thing.key}`;
  return oneOf(name, PHRASES[code][found])
    .replace('{days}', oneOf(`${name} days`, ['14', '30', '60']))
    .replace('{count}', String(between(`${name} count`, [2, 3])))
    .replace('{mm}', String(between(`${name} mm`, [4, 18])))
    .replace('{length}', String(between(`${name} length`, [30, 90]) * 10))
    .replace('{side}', oneOf(`${name} side`, ['port', 'stbd', 'fwd', 'aft']))
    .replace('{height}', String(thing.height));
}

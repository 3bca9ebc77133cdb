/** The types of item and of question. */

/** Places. */
export const LOCATION_TYPES = ['Area', 'Level'] as const;

/** Fixed equipment that is inspected for dropped objects. */
export const FIXED_TYPES = [
  'Floodlight',
  'CCTV Camera',
  'Junction Box',
  'Gas Detector',
  'PA Speaker and Beacon',
  'Cable Tray',
  'Sheave / Snatch Block',
  'Air Winch (Tugger)',
  'Safety Net',
  'Handrail and Gate',
  'Grating Panel',
  'Fixed Ladder',
  'Structural Member',
] as const;

/** Lifting gear. */
const LIFTING_GEAR_TYPES = ['Shackle', 'Wire Rope Sling', 'Chain Hoist', 'Padeye', 'Pedestal Crane'] as const;

/** Types of question. */
export const QUESTION_TYPES = ['Survey Question', 'Handover Question'] as const;

/** A type of thing. */
export type EquipmentType = (typeof FIXED_TYPES)[number] | (typeof LIFTING_GEAR_TYPES)[number];
/** Any type. */
export type ItemTypeName = EquipmentType | (typeof LOCATION_TYPES)[number] | (typeof QUESTION_TYPES)[number];

/** Every type of thing. */
export const EQUIPMENT_TYPES: readonly EquipmentType[] = [...FIXED_TYPES, ...LIFTING_GEAR_TYPES];

/** Types in a thorough examination of lifting equipment. */
export const EXAMINED_TYPES: readonly EquipmentType[] = [
  'Shackle',
  'Wire Rope Sling',
  'Chain Hoist',
  'Air Winch (Tugger)',
  'Pedestal Crane',
  'Sheave / Snatch Block',
];
/** Types certified for hazardous areas. */
export const EX_TYPES: readonly EquipmentType[] = ['Junction Box', 'Gas Detector', 'PA Speaker and Beacon'];
/** Types of access: walkways and handrails. */
export const ACCESS_TYPES: readonly EquipmentType[] = ['Handrail and Gate', 'Grating Panel', 'Fixed Ladder'];
/** Types that carry the load of a derrick. */
export const DERRICK_TYPES: readonly EquipmentType[] = [
  'Structural Member',
  'Sheave / Snatch Block',
  'Padeye',
  'Fixed Ladder',
];

/** The letters a type has in tag numbers. */
export const TYPE_LETTERS: Record<EquipmentType, string> = {
  Floodlight: 'FL',
  'CCTV Camera': 'CC',
  'Junction Box': 'JB',
  'Gas Detector': 'GD',
  'PA Speaker and Beacon': 'PA',
  'Cable Tray': 'CT',
  'Sheave / Snatch Block': 'SB',
  'Air Winch (Tugger)': 'AW',
  'Safety Net': 'SN',
  'Handrail and Gate': 'HR',
  'Grating Panel': 'GR',
  'Fixed Ladder': 'LD',
  'Structural Member': 'SM',
  Shackle: 'SK',
  'Wire Rope Sling': 'SL',
  'Chain Hoist': 'CH',
  Padeye: 'PE',
  'Pedestal Crane': 'PC',
};

/** Returns the possible parents of a type. An area may be anywhere, also inside another area. */
export function parentsOf(type: ItemTypeName): ItemTypeName[] {
  if (type === 'Area' || type === 'Survey Question' || type === 'Handover Question') return [];
  if (type === 'Level') return ['Area'];
  if (type === 'Shackle' || type === 'Wire Rope Sling')
    return ['Area', 'Level', 'Pedestal Crane', 'Air Winch (Tugger)', 'Chain Hoist'];
  return ['Area', 'Level'];
}

/** The templates of a type's own questions. */
export function templatesOf(type: ItemTypeName): string[] {
  if (type === 'Area' || type === 'Level') return [];
  if (type === 'Handover Question') return ['Handover questions'];
  if (type === 'Survey Question') return ['Survey questions'];
  const templates = ['Identification'];
  if (type !== 'Shackle' && type !== 'Wire Rope Sling') templates.push('Securing');
  if (EXAMINED_TYPES.includes(type)) templates.push('Lifting data');
  if (EX_TYPES.includes(type)) templates.push('Ex data');
  return templates;
}

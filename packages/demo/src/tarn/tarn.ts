/** Northmere Tarn: which of its things each of the five inspections looks at, and how they were found. */
import { shuffled } from '../chance.ts';
import { ACCESS_TYPES, EXAMINED_TYPES, FIXED_TYPES } from '../itemTypes.ts';
import { type Equipment, type Rig, rigOf } from '../rig.ts';
import type { Found } from '../survey.ts';
import { deal } from '../surveyPlans.ts';
import { TARN } from './plan.ts';

/** Padeyes at height, in the order they are walked; the others are below the decks' edge. */
const PADEYES_AT_HEIGHT = 28;
/** Things that came aboard since the previous dropped object survey. */
const NEW_THINGS = 18;
const NOT_YET_CHECKED = 78;

/** Things in scope of the inspections of Tarn, by key, with their conditions. */
export interface TarnFindings {
  rig: Rig;
  dropsBefore: ReadonlyMap<string, Found>;
  drops: ReadonlyMap<string, Found>;
  loler: ReadonlyMap<string, Found>;
  access: ReadonlyMap<string, Found>;
  /** Padeyes that no inspection holds. */
  outOfScope: readonly Equipment[];
  /** Defective in the previous dropped object survey and fit now. */
  putRight: readonly Equipment[];
}

/** The findings of Tarn's inspections. */
export function tarnFindings(): TarnFindings {
  const rig = rigOf(TARN);
  const padeyes = rig.equipment.filter(({ type }) => type === 'Padeye');
  const atHeight = new Set(padeyes.slice(0, PADEYES_AT_HEIGHT));
  const scope = rig.equipment.filter(
    (thing) => (FIXED_TYPES as readonly string[]).includes(thing.type) || atHeight.has(thing),
  );
  const checked = scope.slice(0, scope.length - NOT_YET_CHECKED);
  const newThings = new Set(
    shuffled(
      'new',
      checked.filter(({ type }) => type === 'Floodlight' || type === 'CCTV Camera' || type === 'Gas Detector'),
    ).slice(0, NEW_THINGS),
  );
  const before = scope.filter((thing) => !newThings.has(thing));
  const stillToSee = new Set(scope.slice(checked.length));
  const { found: dropsBefore, defective } = previous(before, stillToSee);
  const putRight = defective.slice(0, 9);
  const known = checked.filter((thing) => !newThings.has(thing));
  const drops = current({ scope, checked, known, putRight, stillDefective: defective.slice(9) });
  return {
    rig,
    dropsBefore,
    drops,
    loler: lolerFindings(rig),
    access: deal(
      'access',
      rig.equipment.filter(({ type }) => ACCESS_TYPES.includes(type)),
      { defective: 4, needsAttention: 11, notApplicable: 2 },
    ),
    outOfScope: padeyes.slice(PADEYES_AT_HEIGHT),
    putRight,
  };
}

/** The previous survey. What was defective then lies where the current one has been already. */
function previous(
  things: readonly Equipment[],
  stillToSee: ReadonlySet<Equipment>,
): { found: Map<string, Found>; defective: Equipment[] } {
  const defective = shuffled(
    'defective before',
    things.filter((thing) => !stillToSee.has(thing)),
  ).slice(0, 14);
  const others = things.filter((thing) => !defective.includes(thing));
  const found = deal('drops before', others, { defective: 0, needsAttention: 61, notApplicable: 9 });
  for (const { key } of defective) found.set(key, 'defective');
  return { found, defective };
}

interface CurrentScope {
  scope: readonly Equipment[];
  checked: readonly Equipment[];
  /** Those of the checked that the previous survey held. */
  known: readonly Equipment[];
  putRight: readonly Equipment[];
  stillDefective: readonly Equipment[];
}

function current({ scope, checked, known, putRight, stillDefective }: CurrentScope): Map<string, Found> {
  const before = new Set([...putRight, ...stillDefective]);
  const newlyDefective = shuffled(
    'newly defective',
    known.filter((thing) => !before.has(thing)),
  ).slice(0, 16);
  const settled = new Set([...before, ...newlyDefective]);
  const others = checked.filter((thing) => !settled.has(thing));
  const found = new Map<string, Found>(scope.map(({ key }) => [key, null]));
  for (const [key, condition] of deal('drops', others, { defective: 0, needsAttention: 58, notApplicable: 12 }))
    found.set(key, condition);
  for (const { key } of putRight) found.set(key, 'fitForPurpose');
  for (const { key } of [...stillDefective, ...newlyDefective]) found.set(key, 'defective');
  return found;
}

/** The examination begins with the store, the cranes and the winches. */
function lolerFindings({ equipment }: Rig): Map<string, Found> {
  const scope = equipment.filter(({ type }) => EXAMINED_TYPES.includes(type));
  const first = scope.filter(
    ({ type, area }) => area === 'Main deck' || type === 'Pedestal Crane' || type === 'Air Winch (Tugger)',
  );
  const found = new Map<string, Found>(scope.map(({ key }) => [key, null]));
  for (const [key, condition] of deal('loler', first, { defective: 3, needsAttention: 9, notApplicable: 0 }))
    found.set(key, condition);
  return found;
}

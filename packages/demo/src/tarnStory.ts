/** The five inspections of Northmere Tarn as they were carried out. */
import { roll, shuffled } from './chance.ts';
import type { InspectionCode } from './inspectionTypes.ts';
import { ACCESS_TYPES, EX_TYPES } from './itemTypes.ts';
import { ownAnswers } from './ownAnswers.ts';
import { remarkOn } from './remarks.ts';
import { resultsOf } from './results.ts';
import type { Equipment } from './rig.ts';
import { DAY_MS, MINUTE_MS, type Story } from './story.ts';
import { carryOut, type Found, type Site, type Survey, type Visit } from './survey.ts';
import { daysFrom, surveyDetails } from './surveyPlans.ts';
import { type TarnFindings, tarnFindings } from './tarn.ts';

/** How many things carry tags, and how many of them got theirs in the dropped object survey. */
const TAGS = { drops: 130, loler: 50 };

/** Makes Tarn's things and inspections, in the order of their days. */
export async function tellTarn(story: Story, site: Site): Promise<void> {
  const findings = tarnFindings();
  const before = await carryOut(story, site, previousDrops(story, findings));
  const access = await carryOut(story, site, accessSurvey(story, site, findings));
  await leaveOut(story, site, findings.outOfScope, before, access);
  await carryOut(story, site, currentDrops(story, findings, before));
  await carryOut(story, site, lolerSurvey(story, site, findings));
  await carryOut(story, site, exSurvey(story, site));
}

function previousDrops(story: Story, { rig, dropsBefore, outOfScope }: TarnFindings): Survey {
  const aside = new Set(outOfScope);
  const things = rig.equipment.filter((thing) => dropsBefore.has(thing.key) || aside.has(thing));
  const start = daysFrom(story.day, -372);
  return {
    code: 'DROPS',
    start: -372,
    end: -361,
    details: surveyDetails('NMT DROPS before', 'maren', start),
    startFrom: {},
    places: rig.places,
    visits: things.map((thing) =>
      visit(thing, 'DROPS', dropsBefore.get(thing.key) ?? null, {
        occasion: 'before',
        today: start,
        isNew: true,
        remarks: 0.45,
      }),
    ),
    inspectors: ['maren', 'idris'],
    setUp: -373,
    firstDay: -372,
    lastDay: -361,
  };
}

function accessSurvey(story: Story, { library }: Site, { rig, access }: TarnFindings): Survey {
  const start = daysFrom(story.day, -330);
  return {
    code: 'ACCESS',
    start: -330,
    end: -322,
    details: surveyDetails('NMT ACCESS', 'idris', start),
    startFrom: { types: ACCESS_TYPES.map((type) => library.itemTypes.get(type)!) },
    places: [],
    visits: rig.equipment
      .filter(({ key }) => access.has(key))
      .map((thing) =>
        visit(thing, 'ACCESS', access.get(thing.key)!, { occasion: 'access', today: start, isNew: false, remarks: 1 }),
      ),
    inspectors: ['idris', 'maren'],
    setUp: -331,
    firstDay: -330,
    lastDay: -322,
  };
}

/**
 * The padeyes below the decks' edge were written down but are no dropped objects: they stay in the installation and leave the inspection. What
 * no inspection holds would be deleted, so they are held by another one while they leave, and are taken out of that again.
 */
async function leaveOut(
  story: Story,
  { installationId, items }: Site,
  things: readonly Equipment[],
  before: string,
  access: string,
): Promise<void> {
  const call = story.as('maren', daysFrom(story.day, -321) + 500 * MINUTE_MS);
  const itemIds = things.map(({ key }) => items.get(key)!);
  const { undo } = await call('addItemsFromInstallation', { installationInspectionId: access, itemIds });
  for (const itemId of itemIds) await call('deleteItem', { installationInspectionId: before, itemId });
  await call('undoChanges', { installationId, undo: undo! });
}

function currentDrops(story: Story, { rig, dropsBefore, drops }: TarnFindings, before: string): Survey {
  const start = daysFrom(story.day, -6);
  const checked = rig.equipment.filter(({ key }) => (drops.get(key) ?? null) !== null);
  const tagged = tagsFor(shuffled('tags drops', checked).slice(0, TAGS.drops), 0);
  return {
    code: 'DROPS',
    start: -6,
    end: 4,
    details: surveyDetails('NMT DROPS', 'maren', start),
    startFrom: { survey: before },
    places: [],
    visits: checked.map((thing) =>
      visit(thing, 'DROPS', drops.get(thing.key)!, {
        occasion: 'now',
        today: start,
        isNew: !dropsBefore.has(thing.key),
        remarks: 0.5,
        tag: tagged.get(thing),
      }),
    ),
    inspectors: ['maren', 'idris'],
    setUp: -7,
    firstDay: -6,
    lastDay: -1,
  };
}

function lolerSurvey(story: Story, { items, library }: Site, { rig, loler }: TarnFindings): Survey {
  const start = daysFrom(story.day, -2);
  const scope = rig.equipment.filter(({ key }) => loler.has(key));
  const checked = scope.filter(({ key }) => loler.get(key) !== null);
  const tagged = tagsFor(checked.slice(0, TAGS.loler), TAGS.drops);
  const unchecked = scope.filter(({ key }) => loler.get(key) === null);
  const known = scope.filter(({ key }) => items.has(key)).map(({ type }) => library.itemTypes.get(type)!);
  return {
    code: 'LOLER',
    start: -2,
    end: 6,
    details: surveyDetails('NMT LOLER', 'idris', start),
    startFrom: { types: [...new Set(known)] },
    places: [],
    // The register is written before the first examination; carriers come before what hangs on them.
    visits: [...checked.filter(isCarrier), ...unchecked, ...checked.filter((thing) => !isCarrier(thing))].map((thing) =>
      visit(thing, 'LOLER', loler.get(thing.key)!, {
        occasion: 'now',
        today: start,
        isNew: !items.has(thing.key),
        remarks: 1,
        tag: tagged.get(thing),
      }),
    ),
    inspectors: ['idris', 'maren'],
    setUp: -3,
    firstDay: -2,
    lastDay: -1,
  };
}

function isCarrier({ type }: Equipment): boolean {
  return type === 'Pedestal Crane' || type === 'Air Winch (Tugger)';
}

function exSurvey(story: Story, { library }: Site): Survey {
  return {
    code: 'EX',
    start: 10,
    end: 20,
    details: surveyDetails('NMT EX', 'maren', daysFrom(story.day, 10)),
    startFrom: { types: EX_TYPES.map((type) => library.itemTypes.get(type)!) },
    places: [],
    visits: [],
    inspectors: ['maren'],
    setUp: -1,
    firstDay: 10,
    lastDay: 20,
  };
}

interface Circumstances {
  occasion: string;
  /** Milliseconds UTC. */
  today: number;
  /** Nobody has written it down before. */
  isNew: boolean;
  /** How often words are written on what is not fit, from 0 to 1; a defect always gets words. */
  remarks: number;
  tag?: string | undefined;
}

/** A visit of a thing in an inspection. */
export function visit(
  thing: Equipment,
  code: InspectionCode,
  found: Found,
  { occasion, today, isNew, remarks, tag }: Circumstances,
): Visit {
  const speaks = found === 'defective' || roll(`${occasion} ${thing.key} remark`) < remarks;
  const remark = speaks ? remarkOn(code, found, thing, occasion) : null;
  return {
    thing,
    own: isNew ? ownAnswers(thing, today, 'usual') : [],
    tag: tag ?? null,
    found,
    results: resultsOf(code, thing, found, today + 9 * 60 * MINUTE_MS + Math.floor(roll(thing.key) * 4) * DAY_MS),
    notes: remark === null ? [] : [remark],
  };
}

/** Tags as a handheld writes them, numbered on from the tags given before. */
function tagsFor(things: readonly Equipment[], given: number): Map<Equipment, string> {
  return new Map(
    things.map((thing, i) => [thing, `E2000000${(given + i + 1).toString(16).toUpperCase().padStart(16, '0')}`]),
  );
}

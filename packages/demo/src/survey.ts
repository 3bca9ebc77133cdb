/** An inspection as it was carried out: inspectors, visits, times and findings. */
import { CONDITIONS } from '@holdfast/contract';
import { type Answer, fieldAnswer } from './answers.ts';
import { base64Of } from './base64.ts';
import { drawing } from './pictures/drawing.ts';
import type { InspectionCode } from './inspectionTypes.ts';
import type { Library } from './library.ts';
import { paper } from './pictures/paper.ts';
import type { Equipment, Place } from './rig.ts';
import { DAY_MS, MINUTE_MS, shifts, type Story, unixDay, type Who } from './story.ts';

/** Condition in which something was found; null: not checked. */
export type Found = keyof typeof CONDITIONS | null;

/** An installation while its inspections are made: the ids created so far. */
export interface Site {
  installationId: string;
  library: Library;
  /** By key of place or thing. */
  items: Map<string, string>;
}

/** Work on one thing in an inspection. */
export interface Visit {
  thing: Equipment;
  /** Answers to its own questions. */
  own: readonly Answer[];
  /** RFID tag put on it. */
  tag: string | null;
  /** First condition, if it was corrected on the spot. */
  foundFirst?: Found;
  found: Found;
  /** Answers to the result questions, given at a moment in milliseconds UTC. */
  results(moment: number): readonly Answer[];
  notes: readonly string[];
  /** True when a photo of the finding was taken. */
  photo: boolean;
  files: readonly ItemPaper[];
}

/** A file that was put on a thing. */
export interface ItemPaper {
  filename: string;
  heading: string;
  lines: readonly string[];
}

/** An inspection. */
export interface Survey {
  code: InspectionCode;
  /** Days of the inspection, counted from the day of the fleet. */
  start: number;
  end: number;
  details: readonly Answer[];
  /** Items with which it is started. */
  startFrom: { survey?: string; types?: readonly string[] };
  /** Places recorded for the first time. */
  places: readonly Place[];
  /** Visits in the order in which they are made. Things recorded for the first time are created. */
  visits: readonly Visit[];
  /** Inspectors of the visits, one area each in turn. */
  inspectors: readonly Who[];
  /** Time of the preparation, and first and last day of the visits. */
  setUp: number;
  firstDay: number;
  lastDay: number;
}

/** A part of the fleet's history, made on its day. */
export interface Chapter {
  /** Counted from the day of the fleet. */
  day: number;
  run(): Promise<void>;
}

/** Starts an inspection and carries it out. @returns its id */
export async function carryOut(story: Story, site: Site, survey: Survey): Promise<string> {
  const { library, items } = site;
  const lead = survey.inspectors[0]!;
  const begin = story.day + survey.setUp * DAY_MS + 375 * MINUTE_MS;
  const { id } = await story.as(lead, begin)('createInstallationInspection', {
    installationId: site.installationId,
    inspectionId: library.inspections.get(survey.code)!,
    startDate: unixDay(story.day, survey.start),
    endDate: unixDay(story.day, survey.end),
    fields: survey.details.map((answer) => fieldAnswer(library, answer)),
    ...(survey.startFrom.survey === undefined ? {} : { fromInstallationInspectionId: survey.startFrom.survey }),
    ...(survey.startFrom.types === undefined ? {} : { fromItemTypeIds: [...survey.startFrom.types] }),
  });
  for (const [i, place] of survey.places.entries()) {
    const { id: itemId } = await story.as(lead, begin + (i + 1) * 20_000)('newItem', {
      installationInspectionId: id,
      itemTypeId: library.itemTypes.get(place.type)!,
      parentItemId: place.within === null ? null : items.get(place.within)!,
      name: place.name,
    });
    items.set(place.key, itemId);
  }
  const when = shifts(story.day, survey.firstDay, survey.lastDay - survey.firstDay + 1, survey.visits.length);
  const turns = assignmentsOf(survey);
  for (const [i, visit] of survey.visits.entries())
    await visitOne(story, site, id, { visit, who: turns.get(visit.thing.area)!, instant: when(i) });
  return id;
}

/** Assigns each area to one inspector. */
function assignmentsOf({ visits, inspectors }: Survey): Map<string, Who> {
  const turns = new Map<string, Who>();
  for (const { thing } of visits)
    if (!turns.has(thing.area)) turns.set(thing.area, inspectors[turns.size % inspectors.length]!);
  return turns;
}

async function visitOne(
  story: Story,
  { library, items }: Site,
  installationInspectionId: string,
  { visit, who, instant }: { visit: Visit; who: Who; instant: number },
): Promise<void> {
  let step = 0;
  const call = () => story.as(who, instant + step++ * 7_000);
  const record = () => story.record(who, instant + step++ * 7_000);
  const { thing } = visit;
  let itemId = items.get(thing.key);
  if (itemId === undefined) {
    const made = await call()('newItem', {
      installationInspectionId,
      itemTypeId: library.itemTypes.get(thing.type)!,
      parentItemId: items.get(thing.within)!,
      name: thing.name,
    });
    itemId = made.id;
    items.set(thing.key, itemId);
  }
  for (const answer of visit.own) await record()('saveItemField', { itemId, ...fieldAnswer(library, answer) });
  if (visit.tag !== null) await record()('setTag', { itemId, tag: visit.tag });
  for (const answer of visit.results(instant))
    await record()('saveInstallationInspectionItemField', {
      installationInspectionId,
      itemId,
      ...fieldAnswer(library, answer),
    });
  for (const found of [visit.foundFirst ?? null, visit.found]) {
    if (found === null) continue;
    const conditionId = CONDITIONS[found].id;
    await record()('setCondition', { installationInspectionId, itemId, conditionId });
  }
  if (visit.photo && visit.found !== null && visit.found !== 'notApplicable') {
    const date = new Date(instant).toISOString().slice(0, 10);
    await record()('addImageToInstallationInspectionItem', {
      installationInspectionId,
      itemId,
      filename: `${thing.key} ${date}.gif`,
      base64Image: base64Of(drawing(thing, visit.found, date.split('-').toReversed().join('/'))),
    });
  }
  for (const { filename, heading, lines } of visit.files)
    await record()('addFileToItem', { itemId, filename, base64File: base64Of(paper(heading, lines)) });
  for (const content of visit.notes)
    await record()('addNoteToInstallationInspectionItem', { installationInspectionId, itemId, content });
}

/** Common parts of surveys of all installations. */
import type { Answer } from './answers.ts';
import { between, roll, shuffled } from './chance.ts';
import type { InspectionCode } from './inspectionTypes.ts';
import { ownAnswers, type Thoroughness } from './ownAnswers.ts';
import { PEOPLE } from './people.ts';
import { remarkOn } from './remarks.ts';
import { resultsOf } from './results.ts';
import type { Equipment } from './rig.ts';
import { DAY_MS, MINUTE_MS, type Who } from './story.ts';
import type { Found, Visit } from './survey.ts';

/** Number of each outcome; the others were fit for purpose. */
export type Outcome = Record<Exclude<NonNullable<Found>, 'fitForPurpose'>, number>;

/** Assigns a condition to each thing, so that each outcome occurs exactly as often as given. */
export function deal(name: string, things: readonly Equipment[], outcome: Outcome): Map<string, Found> {
  const order = shuffled(name, things);
  const found = new Map<string, Found>(things.map(({ key }) => [key, 'fitForPurpose']));
  let next = 0;
  for (const condition of ['defective', 'needsAttention', 'notApplicable'] as const)
    for (let i = 0; i < outcome[condition]; i++) found.set(order[next++]!.key, condition);
  return found;
}

/** Answers to the detail questions of an inspection that began on a day (milliseconds UTC). */
export function surveyDetails(name: string, lead: Who, start: number): Answer[] {
  const answer = (question: string, given: Answer['given']): Answer => ({
    question: `Inspection details / ${question}`,
    given,
  });
  return [
    answer('Work order', `WO-${between(`${name} order`, [41_000, 68_999])}`),
    answer('Lead inspector', PEOPLE.find((person) => person.name.toLowerCase().startsWith(lead))!.name),
    answer('Client representative', 'Toolpusher on shift'),
    answer('Permit number', `PTW-${between(`${name} permit`, [2_000, 9_999])}`),
    answer('Mobilised', start - 16 * 60 * MINUTE_MS),
    answer('POB', between(`${name} pob`, [48, 126])),
    answer('Restrictions', 'No work at height above 20 m/s wind; drill floor red zone by arrangement with the driller'),
  ];
}

/** Circumstances of a visit. */
export interface Circumstances {
  occasion: string;
  /** Milliseconds UTC. */
  today: number;
  /** True when it was not recorded before. */
  isNew: boolean;
  /** Share of unfit things with a note, from 0 to 1; a defect always has one. */
  remarks: number;
  tag?: string | undefined;
  thoroughness?: Thoroughness;
}

/** A visit of a thing in an inspection. */
export function visit(
  thing: Equipment,
  code: InspectionCode,
  found: Found,
  { occasion, today, isNew, remarks, tag, thoroughness = 'usual' }: Circumstances,
): Visit {
  const speaks = found === 'defective' || roll(`${occasion} ${thing.key} remark`) < remarks;
  const remark = remarkOn(code, found, thing, occasion);
  return {
    thing,
    own: isNew ? ownAnswers(thing, today, thoroughness) : [],
    tag: tag ?? null,
    found,
    results: (moment) => resultsOf(code, thing, found, remark, moment),
    notes: speaks && remark !== null ? [remark.text] : [],
    photo: thoroughness === 'usual',
    files: [],
  };
}

/** Whole days from a day of the fleet, in milliseconds UTC. */
export function daysFrom(day: number, offset: number): number {
  return day + offset * DAY_MS;
}

/** What surveys have in common, whichever installation they are of. */
import type { Answer } from './answers.ts';
import { between, shuffled } from './chance.ts';
import { PEOPLE } from './people.ts';
import type { Equipment } from './rig.ts';
import { DAY_MS, MINUTE_MS, type Who } from './story.ts';
import type { Found } from './survey.ts';

/** How many of each; the rest was fit for purpose. */
export type Outcome = Record<Exclude<NonNullable<Found>, 'fitForPurpose'>, number>;

/** Says of each thing how it was found, so that exactly so many were found each way. */
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

/** Whole days from a day of the fleet, in milliseconds UTC. */
export function daysFrom(day: number, offset: number): number {
  return day + offset * DAY_MS;
}

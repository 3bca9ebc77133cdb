import type { Call, FleetOptions } from './fleet.ts';
import { PEOPLE } from './people.ts';

/** One day, in milliseconds. */
export const DAY_MS = 24 * 60 * 60 * 1000;
/** One minute, in milliseconds. */
export const MINUTE_MS = 60 * 1000;

/** Calls that make the fleet: users and times. */
export interface Story {
  /** Midnight UTC of the day all dates are counted from. */
  day: number;
  /** Calls as a user at a moment. @throws {Stopped} when the run is to end */
  as(who: Who, instant: number): Call;
}

/** The people who write, by first name. */
export type Who = 'wren' | 'maren' | 'idris' | 'callum' | 'anouk';

/** Error: the run was stopped by a signal. Its data are kept, and the next run continues from there. */
export class Stopped extends Error {}

const EMAILS: Record<Who, string> = {
  wren: 'admin@holdfast.example',
  maren: emailOf('Maren'),
  idris: emailOf('Idris'),
  callum: emailOf('Callum'),
  anouk: emailOf('Anouk'),
};

/** Opens the story of a fleet; its progress is the fraction of the expected number of calls. */
export function storyOf({ callAs, day, stopped, onProgress }: FleetOptions, calls: number): Story {
  let made = 0;
  return {
    day,
    as: (who, instant) => {
      const call = callAs(EMAILS[who], instant);
      return async (name, input) => {
        if (stopped()) throw new Stopped('The making of the fleet was stopped.');
        const answer = await call(name, input);
        made += 1;
        onProgress(Math.min(made / calls, 1));
        return answer;
      };
    },
  };
}

/** Returns a day of an inspection in the form of the API: seconds of midnight UTC, counted from the day of the fleet. */
export function unixDay(day: number, offset: number): number {
  return (day + offset * DAY_MS) / 1000;
}

/** Times of a number of steps spread over the day shifts (06:30 to 17:30 UTC) of some days. */
export function shifts(day: number, firstDay: number, days: number, steps: number): (step: number) => number {
  const perDay = Math.ceil(steps / days);
  const pace = (11 * 60 * MINUTE_MS) / perDay;
  return (step) =>
    day +
    (firstDay + Math.floor(step / perDay)) * DAY_MS +
    390 * MINUTE_MS +
    Math.floor(((step % perDay) * pace) / 1000) * 1000;
}

function emailOf(firstName: string): string {
  return PEOPLE.find(({ name }) => name.startsWith(`${firstName} `))!.email;
}

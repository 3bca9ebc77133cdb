import type { InputOf, Operation, OperationName, Operations } from '@holdfast/contract';
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
  /** The same for records on which nothing else is built: a refused one is left out. */
  record(who: Who, instant: number): RecordCall;
}

/** Calls an operation whose answer is not needed. */
type RecordCall = <N extends OperationName>(
  name: N,
  input: InputOf<Extract<Operations[N], Operation>>,
) => Promise<void>;

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
export function storyOf({ callAs, day, stopped, onProgress, onRefused }: FleetOptions, calls: number): Story {
  let made = 0;
  const advance = (): void => {
    made += 1;
    onProgress(Math.min(made / calls, 1));
  };
  const as = (who: Who, instant: number): Call => {
    const call = callAs(EMAILS[who], instant);
    return async (name, input) => {
      if (stopped()) throw new Stopped('The making of the fleet was stopped.');
      const answer = await call(name, input);
      advance();
      return answer;
    };
  };
  return {
    day,
    as,
    record: (who, instant) => async (name, input) => {
      try {
        await as(who, instant)(name, input);
      } catch (error) {
        if (error instanceof Stopped || onRefused?.(name, error) !== true) throw error;
        advance();
      }
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

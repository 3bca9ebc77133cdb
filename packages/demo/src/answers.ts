/** Conversion of answers to the form that the application stores and shows. */
import type { FieldAnswer } from '@holdfast/contract';
import type { Library, MadeQuestion } from './library.ts';

/** Value of an answer: text, a number, yes or no, one choice or several by name, a day or a moment in milliseconds UTC. */
export type Given = string | number | boolean | readonly string[];

/** An answer to a question of a template. */
export interface Answer {
  /** `template / question`. */
  question: string;
  given: Given;
  /** Key `template / question / choice` under which it is given. */
  under?: string;
}

/** Time zone of all installations of the fleet with local times. */
const ZONE = 'Europe/London';
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});
const momentFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: true,
});

/** Converts an answer to the form of the API. */
export function fieldAnswer(library: Library, { question, given, under }: Answer): FieldAnswer {
  const asked = questionNamed(library, question);
  return {
    fieldId: asked.id,
    ...stored(asked, given),
    parentFieldOptionId: under === undefined ? null : choiceNamed(library, under),
  };
}

function stored({ type, choices }: MadeQuestion, given: Given): Pick<FieldAnswer, 'value' | 'displayValue'> {
  switch (type) {
    case 'checkbox':
      return { value: String(given), displayValue: given === true ? 'Yes' : 'No' };
    case 'date':
      return { value: new Date(Number(given)).toISOString(), displayValue: dayFormat.format(Number(given)) };
    case 'datetime':
      return {
        value: new Date(Number(given)).toISOString(),
        displayValue: momentFormat.format(Number(given)).replace(',', ''),
      };
    case 'select':
    case 'selectWithSubfields':
      return { value: idOfChoice(choices, String(given)), displayValue: String(given) };
    case 'multiSelect': {
      const names = [...choices.keys()].filter((name) => (given as readonly string[]).includes(name));
      return { value: JSON.stringify(names.map((name) => choices.get(name))), displayValue: names.join(', ') };
    }
    default:
      return { value: String(given), displayValue: String(given) };
  }
}

function questionNamed({ questions }: Library, name: string): MadeQuestion {
  const question = questions.get(name);
  if (question === undefined) throw new Error(`The library has no question "${name}".`);
  return question;
}

function choiceNamed(library: Library, path: string): string {
  const end = path.lastIndexOf(' / ');
  return idOfChoice(questionNamed(library, path.slice(0, end)).choices, path.slice(end + 3));
}

function idOfChoice(choices: ReadonlyMap<string, string>, name: string): string {
  const id = choices.get(name);
  if (id === undefined) throw new Error(`The library has no choice "${name}".`);
  return id;
}

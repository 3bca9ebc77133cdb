/** Types in which the templates of the fleet are declared. */
import type { FIELD_TYPES, FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';

/** A choice; `opens` names the template of its further questions. */
interface Choice {
  name: string;
  opens?: string;
}

/** A question. */
export interface Question {
  name: string;
  /** Column name in reports. */
  shortName: string;
  type: keyof typeof FIELD_TYPES;
  required: boolean;
  /** Proposes the moment at which it is answered. */
  proposesNow: boolean;
  description: string;
  choices: readonly Choice[];
}

/** A template. One that another opens comes before it. */
export interface Template {
  name: string;
  type: keyof typeof FIELDS_TEMPLATE_TYPES;
  questions: readonly Question[];
}

interface Extras {
  required?: boolean;
  proposesNow?: boolean;
  description?: string;
}

type Maker = (name: string, shortName: string, extras?: Extras) => Question;
type MakerOfChoices = (
  name: string,
  shortName: string,
  choices: readonly (string | Choice)[],
  extras?: Extras,
) => Question;

/** Makes a question that is answered with a text. */
export const text: Maker = plain('text');
/** Makes a question that is answered with a number. */
export const number: Maker = plain('number');
/** Makes a question that is answered with a check mark. */
export const checkbox: Maker = plain('checkbox');
/** Makes a question that is answered with a date. */
export const date: Maker = plain('date');
/** Makes a question that is answered with a date and a time. */
export const datetime: Maker = plain('datetime');
/** Makes a question with one of several options. */
export const select: MakerOfChoices = choosing('select');
/** Makes a question with any of several options. */
export const multiSelect: MakerOfChoices = choosing('multiSelect');
/** Makes a question whose options open further questions. */
export const selectWithSubfields: MakerOfChoices = choosing('selectWithSubfields');

/** Marks a question as required. */
export const required: Extras = { required: true };

function plain(type: Question['type']): Maker {
  return (name, shortName, extras = {}) => question(type, name, shortName, [], extras);
}

function choosing(type: Question['type']): MakerOfChoices {
  return (name, shortName, choices, extras = {}) =>
    question(
      type,
      name,
      shortName,
      choices.map((choice) => (typeof choice === 'string' ? { name: choice } : choice)),
      extras,
    );
}

function question(
  type: Question['type'],
  name: string,
  shortName: string,
  choices: readonly Choice[],
  { required: isRequired = false, proposesNow = false, description = '' }: Extras,
): Question {
  return { name, shortName, type, required: isRequired, proposesNow, description, choices };
}

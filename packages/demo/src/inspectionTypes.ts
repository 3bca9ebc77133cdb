/** The types of inspection. */
import type { ListViewField } from '@holdfast/contract';
import {
  ACCESS_TYPES,
  DERRICK_TYPES,
  EX_TYPES,
  EXAMINED_TYPES,
  FIXED_TYPES,
  type ItemTypeName,
  LOCATION_TYPES,
  QUESTION_TYPES,
} from './itemTypes.ts';

/** Short name of a type of inspection. */
export type InspectionCode = 'DROPS' | 'LOLER' | 'EX' | 'DCAT3' | 'ACCESS';

/** A type of inspection. */
export interface InspectionType {
  code: InspectionCode;
  name: string;
  looksAt: readonly ItemTypeName[];
  /** Template of its result questions. */
  result: string;
  /** Columns of its list from the own questions of items. */
  columns: readonly ListViewField[];
  /** Columns of its list from the result questions. */
  resultColumns: readonly ListViewField[];
}

const column = (name: string): ListViewField => ({ name, isSearchable: false });
const searchable = (name: string): ListViewField => ({ name, isSearchable: true });

/** The five types of inspection. */
export const INSPECTION_TYPES: readonly InspectionType[] = [
  {
    code: 'DROPS',
    name: 'Dropped Object Survey',
    looksAt: [...LOCATION_TYPES, ...FIXED_TYPES, 'Padeye', ...QUESTION_TYPES],
    result: 'DROPS result',
    columns: [searchable('Tag number'), column('Weight (kg)'), column('Height above deck (m)'), searchable('Photo ID')],
    resultColumns: [column('Potential consequence')],
  },
  {
    code: 'LOLER',
    name: 'Lifting Equipment Thorough Examination',
    looksAt: [...LOCATION_TYPES, ...EXAMINED_TYPES, ...QUESTION_TYPES],
    result: 'LOLER result',
    columns: [searchable('Tag number'), column('SWL (t)'), searchable('Serial number'), column('Next examination due')],
    resultColumns: [],
  },
  {
    code: 'EX',
    name: 'Ex Equipment Inspection, close grade',
    looksAt: [...LOCATION_TYPES, ...EX_TYPES],
    result: 'EX result',
    columns: [searchable('Tag number'), column('Protection'), column('Zone'), searchable('Certificate no.')],
    resultColumns: [],
  },
  {
    code: 'DCAT3',
    name: 'Derrick Category III',
    looksAt: [...LOCATION_TYPES, ...DERRICK_TYPES, ...QUESTION_TYPES],
    result: 'DCAT3 result',
    columns: [searchable('Tag number'), column('Height above deck (m)')],
    resultColumns: [column('Damage class')],
  },
  {
    code: 'ACCESS',
    name: 'Handrails, Gratings and Ladders',
    looksAt: [...LOCATION_TYPES, ...ACCESS_TYPES],
    result: 'ACCESS result',
    columns: [searchable('Tag number'), column('Height above deck (m)')],
    resultColumns: [column('Fault class')],
  },
];

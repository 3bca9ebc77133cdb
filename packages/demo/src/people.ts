/** The people of the demo. All names are invented. */

/** The password of every demo account; shown on the login page of a demo server alone. */
export const DEMO_PASSWORD = 'demo-Holdfast-1';

/** A person of the demo. */
export interface Person {
  name: string;
  email: string;
  role: 'inspector' | 'viewer' | 'administrator';
  /** Short name of the company; null: staff. */
  company: 'NMD' | 'SKE' | 'VMC' | null;
}

/** The administrator, who creates all other users. */
export const ADMINISTRATOR: Person = {
  name: 'Wren Castellane',
  email: 'admin@holdfast.example',
  role: 'administrator',
  company: null,
};

/** All other users. */
export const PEOPLE: readonly Person[] = [
  { name: 'Maren Thorskild', email: 'inspector@northmere.example', role: 'inspector', company: 'NMD' },
  { name: 'Jorun Haleby', email: 'viewer@northmere.example', role: 'viewer', company: 'NMD' },
  { name: 'Petra Lindquay', email: 'petra@northmere.example', role: 'viewer', company: 'NMD' },
  { name: 'Idris Fallowby', email: 'idris@northmere.example', role: 'inspector', company: 'NMD' },
  { name: 'Callum Breckenhow', email: 'callum@skerrow.example', role: 'inspector', company: 'SKE' },
  { name: 'Osric Pell', email: 'osric@skerrow.example', role: 'viewer', company: 'SKE' },
  { name: 'Anouk Veldering', email: 'anouk@vantry.example', role: 'inspector', company: 'VMC' },
];

/** The sign-ins a demo server offers, one a role. */
export const DEMO_SIGN_INS: readonly Person[] = [PEOPLE[0]!, PEOPLE[1]!, ADMINISTRATOR];

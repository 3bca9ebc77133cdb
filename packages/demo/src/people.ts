/** The people of the demo. All names are invented. */

/** The password of every demo account, shown on the login page of a demo server. */
export const DEMO_PASSWORD = 'demo-Holdfast-1';

/** A person of the demo. */
export interface Person {
  name: string;
  email: string;
  role: 'inspector' | 'viewer' | 'administrator';
  /** Short name of the company; null: staff. */
  company: 'NMD' | 'SKE' | 'VMC' | null;
  /** Of people who inspect: qualification, number of its certificate, and its end as a number of days after the demo began. */
  qualified?: { qualification: string; certificateNumber: string; validForDays: number };
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
  {
    name: 'Maren Thorskild',
    email: 'inspector@northmere.example',
    role: 'inspector',
    company: 'NMD',
    qualified: {
      qualification: 'DROPS surveyor, LEEA lifting equipment examiner',
      certificateNumber: 'LEEA-20417',
      validForDays: 540,
    },
  },
  { name: 'Jorun Haleby', email: 'viewer@northmere.example', role: 'viewer', company: 'NMD' },
  { name: 'Petra Lindquay', email: 'petra@northmere.example', role: 'viewer', company: 'NMD' },
  {
    name: 'Idris Fallowby',
    email: 'idris@northmere.example',
    role: 'inspector',
    company: 'NMD',
    qualified: { qualification: 'CompEx Ex01–04', certificateNumber: 'CX-118204', validForDays: -12 },
  },
  {
    name: 'Callum Breckenhow',
    email: 'callum@skerrow.example',
    role: 'inspector',
    company: 'SKE',
    qualified: { qualification: 'LEEA lifting equipment examiner', certificateNumber: 'LEEA-19880', validForDays: 210 },
  },
  { name: 'Osric Pell', email: 'osric@skerrow.example', role: 'viewer', company: 'SKE' },
  {
    name: 'Anouk Veldering',
    email: 'anouk@vantry.example',
    role: 'inspector',
    company: 'VMC',
    qualified: { qualification: 'DROPS surveyor', certificateNumber: 'DS-3319', validForDays: 95 },
  },
];

/** The sign-ins a demo server offers, one a role. */
export const DEMO_SIGN_INS: readonly Person[] = [PEOPLE[0]!, PEOPLE[1]!, ADMINISTRATOR];

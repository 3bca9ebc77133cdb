/** Companies, their people and installations. */
import { type Answer, fieldAnswer } from './answers.ts';
import type { InspectionCode } from './inspectionTypes.ts';
import { base64Of } from './base64.ts';
import type { Library } from './library.ts';
import { DEMO_PASSWORD, PEOPLE, type Person } from './people.ts';
import { logoPicture, signaturePicture } from './pictures/signed.ts';
import { DAY_MS, MINUTE_MS, type Story, type Who } from './story.ts';

/** A company. */
interface CompanyPlan {
  shortName: NonNullable<Person['company']>;
  name: string;
  address: string;
  accreditation: string;
  /** Colour of its logo. */
  colour: number;
  allowed: readonly InspectionCode[];
}

/** An installation. */
interface InstallationPlan {
  name: string;
  company: NonNullable<Person['company']>;
  /** The user who records its details. */
  inspector: Who;
  unitType: string;
  latitude: number;
  longitude: number;
  timeZone: string;
  yearBuilt: number;
  waterDepth: number;
  airGap: number;
  helideck: boolean;
  contact: string;
}

const COMPANIES: readonly CompanyPlan[] = [
  {
    shortName: 'NMD',
    name: 'Northmere Drilling',
    address: '14 Quarry Pier\nAberlour Sound\nAB99 1ND',
    accreditation: 'Inspection body type C, no. 0914',
    colour: 0x1f4e79,
    allowed: ['DROPS', 'LOLER', 'EX', 'DCAT3', 'ACCESS'],
  },
  {
    shortName: 'SKE',
    name: 'Skerrow Energy',
    address: '3 Haaf Road\nSkerrow Voe\nZE99 4SE',
    accreditation: 'Inspection body type C, no. 1127',
    colour: 0x14532d,
    allowed: ['DROPS', 'LOLER', 'EX', 'ACCESS'],
  },
  {
    shortName: 'VMC',
    name: 'Vantry Marine Contractors',
    address: '27 Slipway Lane\nCorrie Harbour\nPA99 7VM',
    accreditation: '',
    colour: 0x7c2d12,
    allowed: ['DROPS', 'LOLER'],
  },
];

/** The six installations. */
const INSTALLATIONS = [
  {
    name: 'Northmere Tarn',
    company: 'NMD',
    inspector: 'maren',
    unitType: 'Semi-submersible',
    latitude: 57.9312,
    longitude: 1.418,
    timeZone: 'Europe/London',
    yearBuilt: 2009,
    waterDepth: 112,
    airGap: 14.5,
    helideck: true,
    contact: 'Northmere duty manager, +44 1632 960014',
  },
  {
    name: 'Northmere Fell',
    company: 'NMD',
    inspector: 'idris',
    unitType: 'Jack-up',
    latitude: 53.7104,
    longitude: 2.3415,
    timeZone: 'Europe/London',
    yearBuilt: 2013,
    waterDepth: 38,
    airGap: 21,
    helideck: true,
    contact: 'Northmere duty manager, +44 1632 960014',
  },
  {
    name: 'Northmere Scaur',
    company: 'NMD',
    inspector: 'idris',
    unitType: 'Drillship',
    latitude: 60.2807,
    longitude: -3.8642,
    timeZone: 'Europe/London',
    yearBuilt: 2012,
    waterDepth: 1640,
    airGap: 11.8,
    helideck: true,
    contact: 'Northmere duty manager, +44 1632 960014',
  },
  {
    name: 'Skerrow Haaf A',
    company: 'SKE',
    inspector: 'callum',
    unitType: 'Fixed platform',
    latitude: 61.1043,
    longitude: 1.7026,
    timeZone: 'Europe/London',
    yearBuilt: 1994,
    waterDepth: 149,
    airGap: 23.4,
    helideck: true,
    contact: 'Skerrow control room, +44 1632 960127',
  },
  {
    name: 'Skerrow Haaf B',
    company: 'SKE',
    inspector: 'callum',
    unitType: 'Unmanned wellhead platform',
    latitude: 61.0518,
    longitude: 1.8839,
    timeZone: 'Europe/London',
    yearBuilt: 2003,
    waterDepth: 146,
    airGap: 22.1,
    helideck: false,
    contact: 'Skerrow control room, +44 1632 960127',
  },
  {
    name: 'Vantry Corrie',
    company: 'VMC',
    inspector: 'anouk',
    unitType: 'Construction vessel',
    latitude: 51.082,
    longitude: -8.1207,
    timeZone: 'Europe/Dublin',
    yearBuilt: 2017,
    waterDepth: 92,
    airGap: 6.2,
    helideck: true,
    contact: 'Vantry bridge, +353 20 910 0142',
  },
] as const satisfies readonly InstallationPlan[];

/** The name of an installation. */
export type InstallationName = (typeof INSTALLATIONS)[number]['name'];

/** Days, counted from the day of the fleet: first the accounts are created, then the companies are set up. */
const ACCOUNTS_DAY = -901;
const COMPANY_DAY = -890;

/** Creates the companies and the accounts of their users, so that users can sign in to the demo. @returns ids of companies by short name */
export async function makeAccounts(story: Story): Promise<Map<string, string>> {
  const call = story.as('wren', story.day + ACCOUNTS_DAY * DAY_MS + 560 * MINUTE_MS);
  const companies = new Map<string, string>();
  for (const { shortName, name } of COMPANIES) {
    const { id } = await call('createCompany', { name });
    companies.set(shortName, id);
  }
  for (const { name, email, role, company } of PEOPLE) {
    const companyId = company === null ? null : companies.get(company)!;
    await call('createUser', { name, email, role, companyId, password: DEMO_PASSWORD });
  }
  return companies;
}

/** Sets up the companies and makes their installations. @returns the ids of installations by name */
export async function makeInstallations(
  story: Story,
  library: Library,
  companies: ReadonlyMap<string, string>,
): Promise<Map<InstallationName, string>> {
  const call = story.as('wren', story.day + COMPANY_DAY * DAY_MS + 560 * MINUTE_MS);
  for (const { shortName, address, accreditation, allowed } of COMPANIES) {
    const id = companies.get(shortName)!;
    const installationFieldsTemplateId = library.templates.get('Installation details')!;
    await call('updateCompany', { id, shortName, address, accreditation, installationFieldsTemplateId });
    for (const code of allowed)
      await call('addCompanyInspection', { id, inspectionId: library.inspections.get(code)! });
  }
  const installations = new Map<InstallationName, string>();
  for (const { name, company, latitude, longitude, timeZone } of INSTALLATIONS) {
    const { id } = await call('createInstallation', {
      companyId: companies.get(company)!,
      name,
      latitude,
      longitude,
      timeZone,
    });
    installations.set(name, id);
  }
  for (const plan of INSTALLATIONS) {
    await story.as(plan.inspector, story.day + (COMPANY_DAY + 20) * DAY_MS)('updateInstallation', {
      id: installations.get(plan.name)!,
      updatedInstallation: { latitude: plan.latitude, longitude: plan.longitude },
      fields: detailsOf(plan, story.day).map((answer) => fieldAnswer(library, answer)),
    });
  }
  return installations;
}

function detailsOf(plan: InstallationPlan, day: number): Answer[] {
  const answer = (name: string, given: Answer['given']): Answer => ({
    question: `Installation details / ${name}`,
    given,
  });
  return [
    answer('Unit type', plan.unitType),
    answer('Year built', plan.yearBuilt),
    answer('Water depth (m)', plan.waterDepth),
    answer('Air gap (m)', plan.airGap),
    answer('Helideck', plan.helideck),
    answer('Last class survey', day - (500 + (plan.yearBuilt % 7) * 40) * DAY_MS),
    answer('Emergency contact', plan.contact),
  ];
}

/** Enters the logos of the companies, and qualifications and signatures of the people who inspect. */
export async function identify(story: Story, companies: ReadonlyMap<string, string>): Promise<void> {
  const call = story.as('wren', story.day - DAY_MS + 1290 * MINUTE_MS);
  for (const { shortName, colour } of COMPANIES)
    await call('setCompanyLogo', { id: companies.get(shortName)!, base64: base64Of(logoPicture(shortName, colour)) });
  const accounts = await call('getUsers', {});
  for (const { name, email, qualified } of PEOPLE) {
    const account = accounts.find((one) => one.email === email);
    if (qualified === undefined || account === undefined) continue;
    const { validForDays, ...words } = qualified;
    const certificateExpiresOn = new Date(story.day + validForDays * DAY_MS).toISOString().slice(0, 10);
    await call('setUserParticulars', { id: account.id, ...words, certificateExpiresOn });
    await call('setUserSignature', { id: account.id, base64: base64Of(signaturePicture(name)) });
  }
}

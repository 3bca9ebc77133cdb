/** A small company to inspect, made through the same calls as the browser makes. */
import { CONDITIONS, FIELD_TYPES, FIELDS_TEMPLATE_TYPES, type Role } from '@holdfast/contract';
import { type Call, createClient } from '@holdfast/contract/client';
import type { Server } from './server.ts';

/** Everybody's password. */
export const PASSWORD = 'journey-Password-1';

/** Seconds of a day, the unit of inspection dates. */
export const DAY = 86_400;

/** Midnight UTC today, whole seconds. */
export const today = Math.floor(Date.now() / 1000 / DAY) * DAY;

/** A day as the screens write it: 21/11/2026. @param seconds UTC */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10).split('-').toReversed().join('/');
}

/** The type of inspection most journeys do. */
export const DROPS = 'Dropped Object Survey';

/** Somebody with an account. */
export interface Person {
  name: string;
  email: string;
  token: string;
  call: Call;
}

/** The configuration and people every journey of a worker shares. */
export interface Company {
  id: string;
  wren: Person;
  /** Inspector of Northmere. */
  maren: Person;
  /** Viewer of Northmere. */
  jorun: Person;
  /** Inspector of Skerrow, a company without installations. */
  anouk: Person;
  /** Types of inspection, by short name. */
  inspections: { DROPS: string; LOLER: string };
  itemTypes: { area: string; floodlight: string; survey: string };
}

/** Calls a server in somebody's name. */
export function callerOf(address: string, token: string | null): Call {
  return createClient({ host: address, fetch: fetch as never, token: () => token });
}

/** Signs somebody in without a browser. */
export async function signIn(address: string, email: string, password = PASSWORD): Promise<string> {
  const { details } = await callerOf(address, null)('signIn', { email, password });
  return details!.token;
}

/** Makes the company on an empty server. */
export async function makeCompany({ address, setupCode }: Server): Promise<Company> {
  const first = await callerOf(address, null)('createFirstAdministrator', {
    setupCode,
    name: 'Wren Castellane',
    email: 'wren@holdfast.example',
    password: PASSWORD,
  });
  const token = first.details!.token;
  const call = callerOf(address, token);
  const wren: Person = { name: 'Wren Castellane', email: 'wren@holdfast.example', token, call };
  const northmere = await call('createCompany', { name: 'Northmere Drilling' });
  const skerrow = await call('createCompany', { name: 'Skerrow Energy' });
  const person = async (name: string, role: Role, companyId: string): Promise<Person> => {
    const email = `${name.split(' ')[0]!.toLowerCase()}@holdfast.example`;
    await call('createUser', { name, email, role, companyId, password: PASSWORD });
    const own = await signIn(address, email);
    return { name, email, token: own, call: callerOf(address, own) };
  };
  const [maren, jorun, anouk] = [
    await person('Maren Thorskild', 'inspector', northmere.id),
    await person('Jorun Haleby', 'viewer', northmere.id),
    await person('Anouk Veldering', 'inspector', skerrow.id),
  ];
  const library = await makeLibrary(call, northmere.id);
  return { id: northmere.id, wren, maren, jorun, anouk, ...library };
}

/** Types of inspection and item with their questions: all eight types of field occur. */
async function makeLibrary(call: Call, companyId: string): Promise<Pick<Company, 'inspections' | 'itemTypes'>> {
  const types = FIELDS_TEMPLATE_TYPES;
  const template = (name: string, fieldsTemplateTypeId: string) =>
    call('createFieldsTemplate', { name, fieldsTemplateTypeId });
  const identification = await template('Identification', types.itemType.id);
  const securing = await template('Securing', types.itemType.id);
  const bolted = await template('Bolted', types.itemType.id);
  const result = await template('DROPS result', types.inspection.id);
  let order = 0;
  const field = async (
    fieldsTemplateId: string,
    name: string,
    type: keyof typeof FIELD_TYPES,
    rest: { required?: boolean; description?: string; options?: { name: string; fieldsTemplateId?: string }[] } = {},
  ): Promise<void> => {
    const made = await call('createField', {
      name,
      fieldTypeId: FIELD_TYPES[type].id,
      fieldsTemplateId,
      order: order++,
    });
    if (Object.keys(rest).length > 0) await call('updateField', { id: made.id, ...rest });
  };
  const choices = (...names: string[]) => ({ options: names.map((name) => ({ name })) });
  await field(identification.id, 'Tag number', 'text', { required: true, description: 'As stamped on the plate.' });
  await field(identification.id, 'Weight (kg)', 'number');
  await field(identification.id, 'Manufacturer', 'select', choices('Brandreth', 'Kolvik', 'Ostermark'));
  await field(bolted.id, 'Bolt size', 'text');
  await field(bolted.id, 'Torque marked', 'checkbox');
  await field(securing.id, 'Primary fixing', 'selectWithSubfields', {
    options: [{ name: 'Bolted', fieldsTemplateId: bolted.id }, { name: 'No primary fixing' }],
  });
  await field(securing.id, 'Secondary retention', 'multiSelect', choices('Split pin', 'Lock wire', 'Locking tab'));
  await field(result.id, 'Inspected at', 'datetime');
  await field(result.id, 'Next inspection due', 'date');
  await field(result.id, 'Corrected on site', 'checkbox');
  await field(result.id, 'Recommendation', 'text');

  const area = await call('createItemType', { name: 'Area' });
  await call('updateItemType', { id: area.id, isLocation: true });
  const floodlight = await call('createItemType', { name: 'Floodlight' });
  for (const { id } of [identification, securing]) {
    await call('addItemTypeFieldsTemplate', { id: floodlight.id, templateId: id });
  }
  const survey = await call('createItemType', { name: 'Survey question', isPrompt: '1' });

  const inspection = async (name: string, shortName: string): Promise<string> => {
    const { id } = await call('createInspection', { name });
    await call('updateInspection', {
      id,
      shortName,
      itemTypeListViewFieldNames: JSON.stringify([
        { name: 'Tag number', isSearchable: true },
        { name: 'Weight (kg)', isSearchable: false },
      ]),
      inspectionItemTypeListViewFieldNames: JSON.stringify([{ name: 'Recommendation', isSearchable: true }]),
    });
    for (const itemTypeId of [area.id, floodlight.id, survey.id]) {
      await call('addInspectionItemType', { inspectionId: id, itemTypeId });
    }
    await call('addCompanyInspection', { id: companyId, inspectionId: id });
    return id;
  };
  const dropsId = await inspection(DROPS, 'DROPS');
  const details = await template('Inspection details', types.inspectionDetails.id);
  await field(details.id, 'Work order', 'text', { required: true });
  await field(details.id, 'Crew size', 'number', { required: true });
  await call('addInspectionFieldsTemplate', { id: dropsId, templateId: details.id });
  const unit = await template('Installation details', types.installationDetails.id);
  await field(unit.id, 'Emergency contact', 'text', { required: true });
  await field(unit.id, 'Berths', 'number', { required: true });
  await call('updateCompany', { id: companyId, installationFieldsTemplateId: unit.id });
  const LOLER = await inspection('Lifting Equipment Thorough Examination', 'LOLER');
  const own = await call('getAdminInspection', { id: dropsId });
  const link = own.itemTypes.find(({ itemTypeId }) => itemTypeId === floodlight.id)!;
  await call('updateInspectionItemType', { id: link.id, fieldsTemplateId: result.id });
  return {
    inspections: { DROPS: dropsId, LOLER },
    itemTypes: { area: area.id, floodlight: floodlight.id, survey: survey.id },
  };
}

/** One installation with one inspection, whose items stand in two areas. */
export interface Rig {
  installationId: string;
  installationName: string;
  drops: string;
  /** Ids of items by name. */
  items: Record<string, string>;
}

let rigs = 0;

/** Where the items of a rig stand, in list order. */
const TREE = {
  Derrick: ['Floodlight, girt 6', 'Floodlight, monkey board', 'Junction box, crown'],
  'Drill floor': ['Gas detector, doghouse', 'Padeye, port'],
};

/** The conditions the items of a rig begin with; the others are Not Checked. */
const FOUND: Record<string, keyof typeof CONDITIONS> = {
  'Floodlight, girt 6': 'fitForPurpose',
  'Junction box, crown': 'defective',
};

/** Makes a rig of a journey's own. */
export async function makeRig({ id: companyId, wren, maren, inspections, itemTypes }: Company): Promise<Rig> {
  rigs += 1;
  const installationName = `Northmere Tarn ${process.pid}-${rigs}`;
  const installation = await wren.call('createInstallation', {
    companyId,
    name: installationName,
    latitude: 57.9312,
    longitude: 1.418,
    timeZone: 'Europe/London',
  });
  const { id: drops } = await maren.call('createInstallationInspection', {
    installationId: installation.id,
    inspectionId: inspections.DROPS,
    startDate: today - 6 * DAY,
    endDate: today + 4 * DAY,
  });
  const items: Record<string, string> = {};
  const item = async (name: string, itemTypeId: string, parentItemId: string | null): Promise<string> => {
    const made = await maren.call('newItem', { installationInspectionId: drops, itemTypeId, name, parentItemId });
    items[name] = made.itemId;
    return made.itemId;
  };
  for (const [area, names] of Object.entries(TREE)) {
    const areaId = await item(area, itemTypes.area, null);
    for (const name of names) {
      const itemId = await item(name, itemTypes.floodlight, areaId);
      const found = FOUND[name];
      if (found === undefined) continue;
      await maren.call('setCondition', { installationInspectionId: drops, itemId, conditionId: CONDITIONS[found].id });
    }
  }
  return { installationId: installation.id, installationName, drops, items };
}

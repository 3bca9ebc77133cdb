/** An installation far larger than real ones: 5,000 items in seven levels, long names in three scripts, a form of 200 questions. */
import { CONDITIONS } from '@holdfast/contract';
import { roll } from './chance.ts';
import { type Library, makeTemplates } from './library.ts';
import { checkbox, date, datetime, multiSelect, number, type Question, select, text } from './questions.ts';
import { MINUTE_MS, type Story, unixDay } from './story.ts';
import { daysFrom } from './surveyPlans.ts';

/** Number of its items. */
const STRESS_ITEMS = 5_000;
/** Number of questions in its form. */
const STRESS_QUESTIONS = 200;
/** Number of choices of the first Select of the form. */
export const STRESS_CHOICES = 60;
/** Approximate number of calls to create it. */
export const STRESS_CALLS = 5_410;

/** Numbers of places in each place of the level above; the last level contains equipment. */
const PLACES = [5, 4, 4, 3, 2] as const;
/** Number of things directly in each of the lowest places; the remainder belongs to the first of each. */
const PER_PLACE = 6;
const NAME_LENGTH = 120;
/** Its name. */
const STRESS_INSTALLATION = 'Northmere Stress';
const TEMPLATE = 'Stress: two hundred questions';

/** An item of the large installation. */
export interface StressItem {
  name: string;
  /** Index of its parent among the items; null at the top. */
  within: number | null;
  isPlace: boolean;
}

/** Returns its items, parents first. */
export function stressItems(): StressItem[] {
  const items: StressItem[] = [];
  let above: (number | null)[] = [null];
  for (const count of PLACES) {
    const below: number[] = [];
    for (const within of above)
      for (let i = 0; i < count; i++)
        below.push(items.push({ name: placeName(items.length), within, isPlace: true }) - 1);
    above = below;
  }
  const carriers: number[] = [];
  for (const within of above)
    for (let i = 0; i < PER_PLACE; i++) {
      const made = items.push({ name: equipmentName(items.length), within, isPlace: false }) - 1;
      if (i === 0) carriers.push(made);
    }
  for (let i = 0; items.length < STRESS_ITEMS; i++)
    items.push({ name: equipmentName(items.length), within: carriers[i % carriers.length]!, isPlace: false });
  return items;
}

function placeName(number: number): string {
  const words = ['Øvre dekk', 'Nedre mellomdekk', 'Kjellerdekk', 'سطح علوي', 'Module', 'Søylefot'];
  return `${words[number % words.length]!} ${number + 1}`;
}

function equipmentName(number: number): string {
  const words = [
    'Floodlight',
    'Flomlys på styrbord side',
    'كشاف ضوئي على الجانب الأيمن',
    'Koblingsboks for nødlys',
    'صندوق توصيل',
    'Junction box',
  ];
  const name = `${words[number % words.length]!} ${number + 1}`;
  if (number % 5 !== 0) return name;
  return `${name}, ${'ved gangbro mellom søyle Å og Ø, akse 12–14, under kabelbro, '.repeat(3)}`
    .slice(0, NAME_LENGTH)
    .trimEnd();
}

/** The questions of its form. */
export function stressQuestions(): Question[] {
  const choices = Array.from({ length: STRESS_CHOICES }, (_, i) => `Choice ${i + 1} of ${STRESS_CHOICES}`);
  const first = select('Choice among many', 'ChoiceAmongMany', choices);
  const makers = [text, number, checkbox, date, datetime];
  const others = Array.from({ length: STRESS_QUESTIONS - 1 }, (_, i): Question => {
    const name = `Question ${i + 2}`;
    const shortName = `Q${i + 2}`;
    if (i % 7 === 5) return select(name, shortName, ['A', 'B', 'C', 'D']);
    if (i % 7 === 6) return multiSelect(name, shortName, ['A', 'B', 'C', 'D']);
    return makers[i % 7]!(name, shortName);
  });
  return [first, ...others];
}

/** Makes the large installation for the first company. */
export async function makeStress(story: Story, library: Library, companyId: string): Promise<void> {
  const call = story.as('wren', daysFrom(story.day, -1) + 1260 * MINUTE_MS);
  const { templates } = await makeTemplates(story, [
    { name: TEMPLATE, type: 'itemType', questions: stressQuestions() },
  ]);
  const { id: itemTypeId } = await call('createItemType', { name: 'Stress Equipment' });
  const { id: inspectionId } = await call('createInspection', { name: 'Stress Survey' });
  await call('addInspectionItemType', { inspectionId, itemTypeId });
  await call('addCompanyInspection', { id: companyId, inspectionId });
  const { id: installationId } = await call('createInstallation', {
    companyId,
    name: STRESS_INSTALLATION,
    latitude: 58.4,
    longitude: 2.1,
    timeZone: 'Europe/London',
  });
  await makeItems(story, { library, itemTypeId, inspectionId, installationId });
  // Added only now, because every new item has to answer the questions of its type.
  await call('addItemTypeFieldsTemplate', { id: itemTypeId, templateId: templates.get(TEMPLATE)! });
}

async function makeItems(
  story: Story,
  ids: { library: Library; itemTypeId: string; inspectionId: string; installationId: string },
): Promise<void> {
  const evening = daysFrom(story.day, -1) + 1270 * MINUTE_MS;
  const call = story.as('idris', evening);
  const { id: installationInspectionId } = await call('createInstallationInspection', {
    installationId: ids.installationId,
    inspectionId: ids.inspectionId,
    startDate: unixDay(story.day, -1),
    endDate: unixDay(story.day, 30),
  });
  const made: string[] = [];
  const items = stressItems();
  const placeTypeId = ids.library.itemTypes.get('Area')!;
  for (const { name, within, isPlace } of items) {
    const { id } = await call('newItem', {
      installationInspectionId,
      itemTypeId: isPlace ? placeTypeId : ids.itemTypeId,
      parentItemId: within === null ? null : made[within]!,
      name,
    });
    made.push(id);
  }
  // A third of the equipment stays unchecked.
  for (const [i, { id: conditionId }] of Object.values(CONDITIONS).entries()) {
    const itemIds = made.filter((_, n) => !items[n]!.isPlace && Math.floor(roll(`${n} found`) * 6) === i);
    await story.as('idris', evening + (i + 1) * MINUTE_MS)('setConditionOfItems', {
      installationInspectionId,
      itemIds,
      conditionId,
    });
  }
}

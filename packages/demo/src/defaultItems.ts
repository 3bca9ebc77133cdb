/** Items with which new inspections start. */
import type { InspectionCode } from './inspectionTypes.ts';
import { LIBRARY_DAY, type Library } from './library.ts';
import { MINUTE_MS, type Story } from './story.ts';
import type { Found } from './survey.ts';
import { daysFrom } from './surveyPlans.ts';

/** The place a derrick inspection begins with. */
const DERRICK = 'Derrick, load-bearing members';

/** The items in every derrick inspection, with their conditions on Fell. */
export const DERRICK_DEFAULTS: readonly { name: string; found: NonNullable<Found> }[] = [
  { name: 'Crown beams and crown block supports', found: 'fitForPurpose' },
  { name: 'Water table beams', found: 'fitForPurpose' },
  { name: 'Legs and leg splices', found: 'needsAttention' },
  { name: 'Girts and diagonals', found: 'fitForPurpose' },
  { name: 'V-door frame', found: 'fitForPurpose' },
  { name: 'Feet and base bolts', found: 'fitForPurpose' },
];

/** The question that is answered when the derrick is handed back. */
export const HANDOVER = 'Handover to the drill crew';

/** The questions of the two most frequent surveys, added after the surveys of the fleet had begun. */
const SURVEY_QUESTIONS: Partial<Record<InspectionCode, readonly string[]>> = {
  DROPS: ['Reports of dropped objects since the last survey?', 'Red zones marked and kept clear?'],
  LOLER: ['Lifting register complete and on board?'],
};

/** Sets the default items of a derrick inspection. */
export async function makeDerrickDefaults(story: Story, { inspections, itemTypes }: Library): Promise<void> {
  const call = story.as('wren', daysFrom(story.day, LIBRARY_DAY + 3) + 600 * MINUTE_MS);
  const id = inspections.get('DCAT3')!;
  const place = await call('createInspectionDefaultItem', { id, name: DERRICK, itemTypeId: itemTypes.get('Area')! });
  for (const { name } of DERRICK_DEFAULTS)
    await call('createInspectionDefaultItem', {
      id,
      name,
      itemTypeId: itemTypes.get('Structural Member')!,
      parentDefaultItemId: place.id,
    });
  await call('createInspectionDefaultItem', {
    id,
    name: 'Derrick log book on board and up to date?',
    type: 'Question',
    itemTypeId: itemTypes.get('Survey Question')!,
  });
  await call('createInspectionDefaultItem', {
    id,
    name: HANDOVER,
    type: 'Question',
    itemTypeId: itemTypes.get('Handover Question')!,
  });
}

/** Sets the questions of surveys from now on. */
export async function makeSurveyQuestions(story: Story, { inspections, itemTypes }: Library): Promise<void> {
  const call = story.as('wren', daysFrom(story.day, -1) + 1200 * MINUTE_MS);
  for (const [code, names] of Object.entries(SURVEY_QUESTIONS) as [InspectionCode, readonly string[]][])
    for (const name of names)
      await call('createInspectionDefaultItem', {
        id: inspections.get(code)!,
        name,
        type: 'Question',
        itemTypeId: itemTypes.get('Survey Question')!,
      });
}

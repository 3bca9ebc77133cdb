/** Corrections on Tarn on the evening before the day of the fleet: names, places, a tag, a note on the wrong thing. */
import { MINUTE_MS, type Story } from '../story.ts';
import type { Site } from '../survey.ts';
import { daysFrom } from '../surveyPlans.ts';
import { tagNumber } from '../tags.ts';
import type { TarnFindings } from './tarn.ts';

/** Corrects what was written down wrongly. @param survey id of the current dropped object survey */
export async function correctRecords(
  story: Story,
  { installationId, items }: Site,
  { rig, dropsBefore, drops }: TarnFindings,
  { survey, damagedTag, lastTag }: { survey: string; damagedTag: string; lastTag: number },
): Promise<void> {
  const evening = daysFrom(story.day, -1) + 1100 * MINUTE_MS;
  const maren = story.as('maren', evening);
  const idris = story.as('idris', evening + 6 * MINUTE_MS);
  const seen = rig.equipment.filter(({ key }) => dropsBefore.has(key) && drops.get(key) === 'fitForPurpose');
  const lights = seen.filter(({ type, within }) => type === 'Floodlight' && within.endsWith('Girt 8'));
  const trays = seen.filter(({ type }) => type === 'Cable Tray').slice(0, 3);
  for (const { key, name } of trays)
    await maren('setItemName', { itemId: items.get(key)!, name: `${name}, lower clamp` });
  for (const { key } of lights.slice(0, 2))
    await maren('setParentItem', {
      installationId,
      itemId: items.get(key)!,
      newParentId: items.get('Crown to monkey board / Girt 7')!,
    });
  await idris('setTag', { itemId: items.get(damagedTag)!, tag: tagNumber(lastTag + 1) });
  const itemId = items.get(seen.find(({ type }) => type === 'Junction Box')!.key)!;
  const note = await idris('addNoteToInstallationInspectionItem', {
    installationInspectionId: survey,
    itemId,
    content: 'Gland loose, belongs to the box above',
  });
  const member = await maren('getInstallationInspectionItemByInstallationAndItem', {
    installationInspectionId: survey,
    itemId,
  });
  await story.as('maren', evening + 15 * MINUTE_MS)('removeNoteFromInstallationInspectionItem', {
    installationInspectionItemId: member.id,
    noteId: note.id,
  });
}

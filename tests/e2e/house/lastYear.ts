/** An earlier inspection of a rig, with one item recorded in it. */
import { CONDITIONS } from '@holdfast/contract';
import { type Company, DAY, type Rig, today } from './company.ts';

/** What the inspection of last year found on an item. */
export interface LastYear {
  /** Its id. */
  drops: string;
  /** Ids of the result questions of a floodlight, by name. */
  fields: Record<string, string>;
}

/** Records on an item, as Maren a year ago: Defective, a recommendation, corrected on site, inspected at. */
export async function recordLastYear({ maren, inspections }: Company, rig: Rig, item: string): Promise<LastYear> {
  const { id: drops } = await maren.call('createInstallationInspection', {
    installationId: rig.installationId,
    inspectionId: inspections.DROPS,
    startDate: today - 370 * DAY,
    endDate: today - 360 * DAY,
  });
  const itemId = rig.items[item]!;
  const inspected = { installationInspectionId: drops, itemId };
  await maren.call('addItemFromInstallation', inspected);
  await maren.call('setCondition', { ...inspected, conditionId: CONDITIONS.defective.id });
  const form = await maren.call('getFieldsForInstallationInspection', inspected);
  const fields = Object.fromEntries(
    form.fieldsTemplates.flatMap((template) => template.fields.map(({ id, name }) => [name, id])),
  );
  for (const [question, value, displayValue] of [
    ['Recommendation', 'Replace the shackle pin', 'Replace the shackle pin'],
    ['Corrected on site', 'true', 'Yes'],
    ['Inspected at', '2025-11-12T09:30:00.000Z', '12/11/2025 09:30 am'],
  ] as const) {
    await maren.call('saveInstallationInspectionItemField', {
      ...inspected,
      fieldId: fields[question]!,
      value,
      displayValue,
      parentFieldOptionId: null,
    });
  }
  return { drops, fields };
}

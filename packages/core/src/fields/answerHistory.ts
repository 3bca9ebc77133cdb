import type { HistoryEntry, Intent } from '@holdfast/sync';

/** Describes an answer for the history: the question's name, and both answers as displayed. */
export async function answerHistory({ before, after, lookup }: Intent): Promise<HistoryEntry> {
  const field = await lookup.row('field', String(after['fieldId']));
  const owner = await lookup.row(String(after['ownerTable']), String(after['ownerId']));
  const gone = after.deletedAt !== null;
  return {
    what: 'Answer',
    lines: [
      {
        field: String(field?.['name'] ?? ''),
        from: before === null || before.deletedAt !== null ? '' : String(before['displayValue']),
        to: gone ? '' : String(after['displayValue']),
      },
    ],
    ...placeOf(String(after['ownerTable']), owner),
  };
}

function placeOf(
  ownerTable: string,
  owner: Record<string, string | number | null> | undefined,
): Pick<HistoryEntry, 'itemId' | 'installationInspectionId'> {
  if (owner === undefined) return {};
  if (ownerTable === 'item') return { itemId: String(owner['id']) };
  if (ownerTable === 'installationInspectionItem') {
    return { itemId: String(owner['itemId']), installationInspectionId: String(owner['installationInspectionId']) };
  }
  if (ownerTable === 'installationInspection') return { installationInspectionId: String(owner['id']) };
  return {};
}

import type { FoundRecord } from '@holdfast/contract';
import { Combobox } from '@mantine/core';
import { formatDay } from '../../lib/display/formats.ts';
import { t } from '../../lib/texts/palette.ts';
import type { View } from '../../lib/navigation/views.ts';
import { Found, valueOf } from './Found.tsx';

const GROUPS = [
  ['installation', 'palette.installations'],
  ['installationInspection', 'palette.inspections'],
  ['item', 'palette.items'],
] as const;

/** Installations, inspections and items found by a search, each opening its view. */
export function RecordGroups({ found }: { found: readonly FoundRecord[] }) {
  return GROUPS.map(([kind, label]) => {
    const records = found.filter((record) => record.kind === kind);
    if (records.length === 0) return null;
    return (
      <Combobox.Group key={kind} label={t(label)}>
        {records.map((record) => (
          <Combobox.Option key={record.id} value={valueOf({ is: 'view', view: viewOf(record) })} py="sm">
            <Found name={record.name} within={placeOf(record)} />
          </Combobox.Option>
        ))}
      </Combobox.Group>
    );
  });
}

/** Returns the view of a record; for an item that is in no inspection, the view of its installation. */
function viewOf({ kind, id: itemId, installationId, installationInspectionId }: FoundRecord): View {
  if (installationInspectionId === null) return { at: 'installation', installationId };
  return kind === 'item'
    ? { at: 'item', installationId, installationInspectionId, itemId }
    : { at: 'inspection', installationId, installationInspectionId };
}

function placeOf({ kind, within, startDate, installationInspectionId }: FoundRecord): string {
  const lacksInspection = kind === 'item' && installationInspectionId === null;
  return [within, startDate === null ? '' : formatDay(startDate), lacksInspection ? t('palette.noInspection') : '']
    .filter((text) => text !== '')
    .join(' · ');
}

import type { InspectionRow } from '@holdfast/contract';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOutbox, useSave, useSaveState } from '../../lib/outbox/index.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { useLateList } from '../../ui/hooks/useLateList.ts';
import { SaveMark } from '../../ui/indicators/SaveMark.tsx';

/** Location of an item, as a path separated by slashes, and the other locations it may move to. */
export function LocationPicker({
  installationId,
  itemId,
  name,
  path,
  readOnly,
}: {
  installationId: string;
  itemId: string;
  name: string;
  /** Its current ancestors, outermost first. */
  path: readonly InspectionRow[];
  readOnly: boolean;
}) {
  const list = useLateList();
  const [isWanted, setWanted] = useState(false);
  const { data: places, isPending } = useQuery({
    ...queryOf('getItemPossibleParents', { installationId, itemId }),
    enabled: isWanted,
  });
  const clock = useQuery(queryOf('getFieldsForItem', { itemId })).data?.clock ?? null;
  const outbox = useOutbox();
  const saveIt = useSave();
  const subject = `itemParent:${itemId}`;
  const { state, save } = useSaveState(subject);
  const parent = path.at(-1);
  const current = save?.operation === 'setParentItem' ? save.input.newParentId : (parent?.itemId ?? null);
  const offered = (places ?? []).map(({ id, path: way }) => ({ value: id, label: way }));
  const here = path.map(({ name }) => name).join(' / ');
  const isOffered = current === null || offered.some(({ value }) => value === current);
  return (
    <div>
      <Select
        size="md"
        label={t('items.location')}
        placeholder={t('items.noLocation')}
        searchable
        clearable={!readOnly}
        readOnly={readOnly}
        limit={200}
        nothingFoundMessage={t(isPending ? 'dropdown.loading' : 'dropdown.noOptions')}
        data={isOffered ? offered : [{ value: current, label: save?.words ?? here }, ...offered]}
        value={current}
        comboboxProps={list.comboboxProps}
        onFocus={() => {
          list.onFocus();
          setWanted(true);
        }}
        onDropdownOpen={() => setWanted(true)}
        onChange={(newParentId) =>
          saveIt({
            operation: 'setParentItem',
            input: { installationId, itemId, newParentId },
            subject,
            row: itemId,
            about: t('saving.aboutLocation', { item: name }),
            words: offered.find(({ value }) => value === newParentId)?.label ?? '',
            ifMatch: clock,
          })
        }
      />
      <SaveMark
        state={state}
        {...(save?.refusal ? { reason: save.refusal.reason, conflict: save.refusal.conflict } : {})}
        yours={save?.words ?? ''}
        onRetry={() => outbox.retry(save?.key)}
        onDiscard={() => save !== undefined && outbox.discard(save.key)}
      />
    </div>
  );
}

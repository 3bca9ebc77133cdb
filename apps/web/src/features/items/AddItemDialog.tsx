import type { InspectionRow } from '@holdfast/contract';
import { Button, Group, Skeleton, Stack, Tabs } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../lib/api.ts';
import { reasonOf } from '../../lib/failures.ts';
import { newId } from '../../lib/ids.ts';
import { queryOf, refresh } from '../../lib/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { PickList } from '../../ui/PickList.tsx';
import { Loading } from '../../ui/states.tsx';
import { itemPicks, typePicks } from './picks.ts';

/** Indents of one level, px (product.txt §9). */
const TYPE_INDENT_PX = 10;
const ITEM_INDENT_PX = 20;

/** Adds an item to an inspection: a new one of a type, or one the installation has already. */
export default function AddItemDialog({
  installationId,
  installationInspectionId,
  inspectionId,
  rows,
  locationId,
  onAdded,
  onClose,
}: {
  installationId: string;
  installationInspectionId: string;
  /** The type of inspection. */
  inspectionId: string;
  rows: readonly InspectionRow[];
  /** Where the list is narrowed to: a new item is put there. */
  locationId: string | null;
  onAdded(itemId: string): void;
  onClose(): void;
}) {
  const cache = useQueryClient();
  const { data: types } = useQuery(queryOf('getItemTypesForInspection', { inspectionId }));
  const { data: items } = useQuery(queryOf('getItemsForInstallation', { installationId }));
  const [way, setWay] = useState<'type' | 'item'>('type');
  const [typeId, setTypeId] = useState<string | null>(null);
  const [itemId, setItemId] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const offeredTypes = useMemo(() => (types === undefined ? undefined : typePicks(types)), [types]);
  const offeredItems = useMemo(() => {
    const present = new Set(rows.filter(({ context }) => !context).map((row) => row.itemId));
    return items === undefined ? undefined : itemPicks(items, present, t('items.present'));
  }, [items, rows]);

  const add = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const options = { idempotencyKey: newId() };
    try {
      const added =
        way === 'type'
          ? await call(
              'newItem',
              { installationInspectionId, itemTypeId: typeId!, parentItemId: locationId, id: newId() },
              options,
            )
          : await call('addItemFromInstallation', { installationInspectionId, itemId: itemId! }, options);
      refresh(cache, [
        'getItemsForInstallationInspection',
        'getItemsForInstallation',
        'getInstallationInspection',
        'getInstallation',
        'getInstallations',
      ]);
      onAdded(added.itemId);
    } catch (error) {
      setBusy(false);
      setFailure(reasonOf(error));
    }
  };

  const waiting = (
    <Loading>
      <Skeleton height={380} />
    </Loading>
  );
  return (
    <Dialog opened onClose={onClose} title={t('items.addTitle')} size="lg">
      <Stack gap="md">
        {failure !== null && <FormFailure>{failure}</FormFailure>}
        <Tabs value={way} onChange={(chosen) => setWay(chosen === 'item' ? 'item' : 'type')}>
          <Tabs.List grow mb="md">
            <Tabs.Tab value="type" h={48}>
              {t('items.byType')}
            </Tabs.Tab>
            <Tabs.Tab value="item" h={48}>
              {t('items.fromInstallation')}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="type">
            {offeredTypes === undefined ? (
              waiting
            ) : (
              <PickList
                label={t('items.byType')}
                picks={offeredTypes}
                indentPx={TYPE_INDENT_PX}
                value={typeId}
                onPick={setTypeId}
              />
            )}
          </Tabs.Panel>
          <Tabs.Panel value="item">
            {offeredItems === undefined ? (
              waiting
            ) : (
              <PickList
                label={t('items.fromInstallation')}
                picks={offeredItems}
                indentPx={ITEM_INDENT_PX}
                value={itemId}
                onPick={setItemId}
              />
            )}
          </Tabs.Panel>
        </Tabs>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button disabled={(way === 'type' ? typeId : itemId) === null} loading={busy} onClick={() => void add()}>
            {t('items.add')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

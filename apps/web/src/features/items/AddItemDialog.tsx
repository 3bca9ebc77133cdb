import type { InspectionRow, ItemTypeChoice, OperationName } from '@holdfast/contract';
import { Button, Select, SimpleGrid, Skeleton, Stack, Tabs, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { call } from '../../lib/calls/api.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { newId } from '../../lib/ids.ts';
import { queryOf, refresh } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/filling.ts';
import { t as reasonText } from '../../lib/texts/reasons.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { notifications } from '@mantine/notifications';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import { offerRetry, offerUndo } from '../../ui/offers.tsx';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import { PickList } from '../../ui/inputs/PickList.tsx';
import { Loading } from '../../ui/states.tsx';
import { pathOf } from './list/listing.ts';
import { InstallationChooser } from './choosing/InstallationChooser.tsx';
import { typePicks } from './picks.ts';

/** Operations that read items. Their answers change when items are added. */
const SHOWS_ITEMS: readonly OperationName[] = [
  'getItemsForInstallationInspection',
  'getItemsForInstallation',
  'getInstallationInspection',
  'getInstallationInspections',
  'getInstallation',
  'getInstallations',
];

/** Indent of one level of types, px (CNST-05). */
const TYPE_INDENT_PX = 10;

/** Adds items to an inspection: a new item of a type, or existing items of the installation. */
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
  /** Id of the inspection type. */
  inspectionId: string;
  rows: readonly InspectionRow[];
  /** Location to which the list is filtered: a new item is added there. */
  locationId: string | null;
  onAdded(itemId: string): void;
  onClose(): void;
}) {
  const cache = useQueryClient();
  const { data: types } = useQuery(queryOf('getItemTypesForInspection', { inspectionId }));
  const [way, setWay] = useState<'type' | 'item'>('type');
  const [typeId, setTypeId] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [parentId, setParentId] = useState(locationId);
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const present = useMemo(() => new Set(rows.filter(({ context }) => !context).map((row) => row.itemId)), [rows]);

  const missing =
    way === 'type' ? (typeId === null ? 'reason.itemType' : null) : chosen.size === 0 ? 'reason.items' : null;

  const add = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const options = { idempotencyKey: newId() };
    try {
      const [only] = chosen;
      if (way === 'item' && chosen.size > 1) {
        const itemIds = [...chosen];
        const { changed, undo } = await call(
          'addItemsFromInstallation',
          { installationInspectionId, itemIds },
          options,
        );
        refresh(cache, SHOWS_ITEMS);
        onClose();
        if (undo !== null) offerUndo(t('fill.added', { count: changed }), () => void takeBack(undo));
        return;
      }
      const added =
        way === 'type'
          ? await call(
              'newItem',
              {
                installationInspectionId,
                itemTypeId: typeId!,
                parentItemId: parentId,
                id: newId(),
                ...(name.trim() === '' ? {} : { name: name.trim() }),
              },
              options,
            )
          : await call('addItemFromInstallation', { installationInspectionId, itemId: only! }, options);
      refresh(cache, SHOWS_ITEMS);
      onAdded(added.itemId);
    } catch (error) {
      setBusy(false);
      setFailure(reasonOf(error));
    }
  };

  const takeBack = async (undo: string, key = newId()): Promise<void> => {
    try {
      await call('undoChanges', { installationId, undo }, { idempotencyKey: key });
      refresh(cache, SHOWS_ITEMS);
      notifications.show({ message: t('bulk.undone') });
    } catch (error) {
      offerRetry(t('bulk.undoFailed'), reasonOf(error), () => void takeBack(undo, key));
    }
  };

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
            <NewItemFields
              types={types}
              rows={rows}
              value={{ typeId, name, parentId }}
              onType={setTypeId}
              onName={setName}
              onParent={setParentId}
            />
          </Tabs.Panel>
          <Tabs.Panel value="item">
            <InstallationChooser
              installationId={installationId}
              inspectionId={inspectionId}
              present={present}
              chosen={chosen}
              onChoose={setChosen}
            />
          </Tabs.Panel>
        </Tabs>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <ReasonedButton
            reason={missing === null ? null : reasonText(missing)}
            loading={busy}
            onClick={() => void add()}
          >
            {t('items.add')}
          </ReasonedButton>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

/** A new item: its type, its name and its location. */
function NewItemFields({
  types,
  rows,
  value: { typeId, name, parentId },
  onType,
  onName,
  onParent,
}: {
  /** undefined while they are being loaded. */
  types: readonly ItemTypeChoice[] | undefined;
  rows: readonly InspectionRow[];
  value: { typeId: string | null; name: string; parentId: string | null };
  onType(id: string): void;
  onName(name: string): void;
  onParent(id: string | null): void;
}) {
  const offeredTypes = useMemo(() => (types === undefined ? undefined : typePicks(types)), [types]);
  const places = useMemo(
    () =>
      rows
        .filter(({ isLocation }) => isLocation)
        .map((row) => ({
          value: row.itemId,
          label: [...(pathOf(rows, row.itemId) ?? []), row].map((each) => each.name).join(' / '),
        })),
    [rows],
  );

  // The name follows. By keyboard the arrow keys continue through the types, and by touch the keyboard on screen would cover them.
  const nameRef = useRef<HTMLInputElement>(null);
  const isByMouse = useRef(false);

  return (
    <>
      {offeredTypes === undefined ? (
        <Loading>
          <Skeleton height={380} />
        </Loading>
      ) : (
        <div
          onPointerDown={({ pointerType }) => (isByMouse.current = pointerType === 'mouse')}
          onKeyDown={() => (isByMouse.current = false)}
        >
          <PickList
            label={t('items.byType')}
            picks={offeredTypes}
            indentPx={TYPE_INDENT_PX}
            value={typeId}
            onPick={(id) => {
              onType(id);
              if (isByMouse.current) nameRef.current?.focus();
            }}
          />
        </div>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} mt="md">
        <TextInput
          ref={nameRef}
          size="md"
          label={t('items.name')}
          placeholder={types?.find(({ id }) => id === typeId)?.name ?? ''}
          maxLength={300}
          value={name}
          onChange={(event) => onName(event.currentTarget.value)}
        />
        <Select
          size="md"
          label={t('items.location')}
          placeholder={t('items.noLocation')}
          searchable
          clearable
          nothingFoundMessage={t('dropdown.noOptions')}
          data={places}
          value={parentId}
          onChange={onParent}
        />
      </SimpleGrid>
    </>
  );
}

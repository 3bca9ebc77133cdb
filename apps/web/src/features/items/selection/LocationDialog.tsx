import type { InspectionRow } from '@holdfast/contract';
import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { reasonOf } from '../../../lib/calls/failures.ts';
import { queryOf } from '../../../lib/calls/queries.ts';
import { t } from '../../../lib/texts/index.ts';
import { t as reasonText } from '../../../lib/texts/reasons.ts';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/DialogActions.tsx';
import { type Pick, PickList } from '../../../ui/inputs/PickList.tsx';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { Failed, Loading } from '../../../ui/states.tsx';
import { placePicks } from '../picks.ts';

/** Indent of one level, px (CNST-05). */
const INDENT_PX = 20;
/** Value of the top of the installation among the locations. */
const TOP = 'top';

/** Chooses the location to which the selected items move. */
export default function LocationDialog({
  installationId,
  itemIds,
  rows,
  onChoose,
  onClose,
}: {
  installationId: string;
  itemIds: readonly string[];
  rows: readonly InspectionRow[];
  /** null: to the top of the installation. */
  onChoose(newParentId: string | null): void;
  onClose(): void;
}) {
  const { data: items, error, refetch } = useQuery(queryOf('getItemsForInstallation', { installationId }));
  const [chosen, setChosen] = useState<string | null>(null);
  const picks = useMemo((): Pick[] | undefined => {
    if (items === undefined) return undefined;
    const places = placePicks(items, new Set(itemIds), t('bulk.inside'));
    return [{ key: TOP, id: TOP, label: t('items.noLocation'), depth: 0 }, ...places];
  }, [items, itemIds]);
  const first = rows.find(({ itemId }) => itemId === itemIds[0]);
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={
        itemIds.length === 1 && first !== undefined
          ? t('bulk.locationOfOne', { item: first.name })
          : t('bulk.locationOf', { count: itemIds.length })
      }
    >
      <Stack gap="md">
        {picks === undefined ? (
          error === null ? (
            <Loading>
              <Skeleton height={380} />
            </Loading>
          ) : (
            <Failed what={t('items.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
          )
        ) : (
          <PickList label={t('items.location')} picks={picks} indentPx={INDENT_PX} value={chosen} onPick={setChosen} />
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <ReasonedButton
            reason={chosen === null ? reasonText('reason.location') : null}
            onClick={() => onChoose(chosen === TOP ? null : chosen)}
          >
            {t('bulk.location')}
          </ReasonedButton>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

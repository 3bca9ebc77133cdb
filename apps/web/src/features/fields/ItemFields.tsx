import { Skeleton, Stack } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { FieldResponse, FieldsForm } from '@holdfast/contract';
import { type ReactNode, useMemo } from 'react';
import { reasonOf } from '../../lib/calls/failures.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { Failed, Loading } from '../../ui/states.tsx';
import { FieldsFormView } from './FieldsFormView.tsx';
import type { AnswerOwner } from './mutations.ts';
import { COMING } from './nextQuestion.ts';
import type { Answering } from './owner.tsx';

/** Pause in ms before typed text is saved in the item view (CNST-02). */
const ITEM_DELAY_MS = 1_500;

const NOTHING: readonly FieldResponse[] = [];

type Around = Pick<Answering, 'readOnly' | 'timeZone' | 'condition'>;

/** An item's own questions. */
export function ItemFields({ itemId, ...around }: { itemId: string } & Around) {
  const owner = useMemo<AnswerOwner>(() => ({ kind: 'item', itemId }), [itemId]);
  return (
    <Form query={useQuery(queryOf('getFieldsForItem', { itemId }))} owner={owner} lastTime={NOTHING} {...around} />
  );
}

/** Result questions of an item in one inspection. */
export function InspectionFields({
  installationInspectionId,
  itemId,
  lastTime,
  below,
  ...around
}: {
  installationInspectionId: string;
  itemId: string;
  /** Shown below the questions once they are loaded. */
  below?: ReactNode;
  /** Answers of the previous inspection; null while they are being read: the form waits for them, so that the layout does not shift. */
  lastTime: readonly FieldResponse[] | null;
} & Around) {
  const owner = useMemo<AnswerOwner>(
    () => ({ kind: 'inspectionItem', installationInspectionId, itemId }),
    [installationInspectionId, itemId],
  );
  const query = useQuery(queryOf('getFieldsForInstallationInspection', { installationInspectionId, itemId }));
  return <Form query={query} owner={owner} lastTime={lastTime} below={below} isFlat {...around} />;
}

function Form({
  query,
  owner,
  lastTime,
  below,
  ...around
}: {
  query: UseQueryResult<FieldsForm>;
  owner: AnswerOwner;
  lastTime: readonly FieldResponse[] | null;
  below?: ReactNode;
  isFlat?: boolean;
} & Around) {
  const { data: form, error, refetch } = query;
  if (form !== undefined && lastTime !== null)
    return (
      <>
        <FieldsFormView form={form} owner={owner} delayMs={ITEM_DELAY_MS} lastTime={lastTime} {...around} />
        {below}
      </>
    );
  if (error !== null)
    return <Failed what={t('fields.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />;
  return (
    <Loading>
      <Stack>
        <Skeleton height={220} radius="lg" {...COMING} />
      </Stack>
    </Loading>
  );
}

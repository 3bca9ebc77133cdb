import type { OverriddenChange } from '@holdfast/contract';
import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { formatMoment } from '../../lib/display/formats.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';
import type { View } from '../../lib/navigation/views.ts';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import { offerUndo } from '../../ui/offers.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import classes from './OverriddenChanges.module.css';
import { keepConflict, useKept } from './keptConflicts.ts';

/**
 * Lists conflicting changes of the user and others: the value in use, the overridden value, and the possible actions.
 * @param onOpen opens the item of a conflict; absent: there are no links
 */
export function OverriddenChanges({ onOpen }: { onOpen?: (view: View) => void }) {
  const { data, error, refetch } = useQuery(queryOf('getOverriddenChanges', {}));
  if (data === undefined) {
    if (error !== null)
      return <Failed what={t('overridden.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />;
    return (
      <Loading>
        <Stack>
          <Skeleton height={72} />
          <Skeleton height={72} />
        </Stack>
      </Loading>
    );
  }
  if (data.length === 0) return <Empty title={t('overridden.none')} hint={t('overridden.noneHint')} />;
  return (
    <ul className={classes['list']}>
      {data.map((change) => (
        <Entry key={change.id} change={change} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function Entry({ change, onOpen }: { change: OverriddenChange; onOpen: ((view: View) => void) | undefined }) {
  const { id, place, what, field, kind, kept, overridden, isOwn, isOpen } = change;
  const isKept = useKept().has(id);
  // A deletion is decided when the item is there again.
  const isRestored = kind === 'deleted' && !isOpen;
  const view = viewOf(change);
  const subject = field === '' ? what : field;
  return (
    <li>
      <Group gap="xs">
        <Text fw={600}>{place === '' ? subject : `${place} · ${subject}`}</Text>
        {isOwn && (
          <Badge variant="outline" tt="none">
            {t('overridden.own')}
          </Badge>
        )}
      </Group>
      <dl className={classes['sides']}>
        {isRestored ? (
          <Side title={t('overridden.deletion')} side={{ ...kept, value: t('overridden.restored') }} kind="kept" />
        ) : (
          <Side
            title={t('overridden.kept')}
            side={kind === 'deleted' ? { ...kept, value: t('overridden.deleted') } : kept}
            kind="kept"
          />
        )}
        <Side
          title={t(isRestored ? 'overridden.change' : 'overridden.lost')}
          side={overridden}
          kind={isRestored ? 'kept' : 'overridden'}
        />
      </dl>
      <Group gap="sm" mt={4}>
        {isOpen && !isKept && <Decide change={change} />}
        {onOpen !== undefined && view !== null && (
          <Button variant="subtle" onClick={() => onOpen(view)}>
            {t(view.at === 'item' ? 'overridden.openItem' : 'overridden.openInstallation')}
          </Button>
        )}
      </Group>
    </li>
  );
}

/** Actions on an undecided conflict. */
function Decide({ change: { id, kind, installationId } }: { change: OverriddenChange }) {
  const cache = useQueryClient();
  // The chosen value may be shown anywhere.
  const reread = (): void => void cache.invalidateQueries();
  const undo = useMutation({
    mutationFn: (given: { installationId: string; undo: string }) => call('undoChanges', given),
    onSettled: reread,
  });
  const choose = useMutation({
    mutationFn: () => call('chooseOtherValue', { id }),
    onSuccess({ undo: group }) {
      reread();
      if (group !== null && installationId !== null)
        offerUndo(t('overridden.chosen'), () => undo.mutate({ installationId, undo: group }));
    },
  });
  return (
    <>
      {choose.isError && <FormFailure>{reasonOf(choose.error)}</FormFailure>}
      <Button variant="light" loading={choose.isPending} onClick={() => choose.mutate()}>
        {t(kind === 'deleted' ? 'overridden.restore' : 'overridden.use')}
      </Button>
      <Button
        variant="default"
        onClick={() => {
          keepConflict(id, true);
          offerUndo(t('overridden.keptAsItIs'), () => keepConflict(id, false));
        }}
      >
        {t('overridden.keep')}
      </Button>
    </>
  );
}

function viewOf({ installationId, installationInspectionId, itemId }: OverriddenChange): View | null {
  if (installationId === null) return null;
  if (installationInspectionId === null || itemId === null) return { at: 'installation', installationId };
  return { at: 'item', installationId, installationInspectionId, itemId };
}

function Side({ title, side, kind }: { title: string; side: OverriddenChange['kept']; kind: 'kept' | 'overridden' }) {
  const { value, userName, at } = side;
  return (
    <>
      <dt>{title}</dt>
      <dd>
        <span className={value === '' ? classes['nothing'] : classes[kind]}>
          {value === '' ? t('history.nothing') : value}
        </span>
        <Text span c="dimmed" size="sm">
          {' · '}
          {userName} · <time dateTime={at}>{formatMoment(at)}</time>
        </Text>
      </dd>
    </>
  );
}

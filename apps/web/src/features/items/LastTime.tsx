import type { FieldsForm, PreviousAnswers } from '@holdfast/contract';
import { Button, Skeleton, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconHistory, IconPhotoOff, IconRepeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatDay, formatInstantDay } from '../../lib/formats.ts';
import { queryOf } from '../../lib/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { offerUndo } from '../../ui/offers.tsx';
import { useCommands } from '../../ui/shortcuts/commands.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { usePicture } from '../../ui/hooks/usePicture.ts';
import { type InspectedItem, useConditionLook } from '../conditions/index.ts';
import { canRepeat, useRepetition } from '../fields/index.ts';
import classes from './LastTime.module.css';
import { useLastTime } from './useLastTime.ts';

/** Findings of the previous inspection of the same item: condition, day, author, a photo; and its answers, to be repeated. */
export function LastTime({ item, timeZone, readOnly }: { item: InspectedItem; timeZone: string; readOnly: boolean }) {
  const { lastTime, error, refetch } = useLastTime(item, true);
  const { data: form } = useQuery(queryOf('getFieldsForInstallationInspection', item));
  if (lastTime === undefined) {
    return (
      <section className={classes['strip']} aria-label={t('items.lastTime')}>
        {error === null ? (
          <Skeleton height={24} width={280} />
        ) : (
          <>
            <Text size="sm">{t('items.lastTimeFailed')}</Text>
            <Button variant="subtle" size="compact-md" h={44} onClick={() => void refetch()}>
              {t('actions.retry')}
            </Button>
          </>
        )}
      </section>
    );
  }
  return (
    <section className={classes['strip']} aria-label={t('items.lastTime')}>
      <IconHistory size={20} aria-hidden className={classes['icon'] ?? ''} />
      {lastTime === null ? (
        <Text size="sm" c="dimmed">
          {t('items.lastTimeNone')}
        </Text>
      ) : (
        <>
          <Found lastTime={lastTime} timeZone={timeZone} />
          {!readOnly && <SameAnswers item={item} lastTime={lastTime} form={form} />}
        </>
      )}
    </section>
  );
}

function Found({ lastTime, timeZone }: { lastTime: PreviousAnswers; timeZone: string }) {
  const look = useConditionLook()(lastTime.conditionId);
  const { checkedAt, checkedBy, startDate, inspectionName, image } = lastTime;
  const date = checkedAt === null ? formatDay(startDate) : formatInstantDay(checkedAt, timeZone);
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('items.lastTime')}
      </Text>
      <span className={classes['condition']}>
        <StatusDot look={look} size={20} hidden />
        {look.label}
      </span>
      <Text size="sm" className={classes['who'] ?? ''} title={inspectionName}>
        {checkedBy === null ? date : t('items.lastTimeBy', { date, person: checkedBy })}
        <span className={classes['inspection']}> · {inspectionName}</span>
      </Text>
      {image !== null && <Photo key={image.id} imageId={image.id} />}
    </>
  );
}

/** The photo, which opens; words in its place where the picture cannot be had, as on a desktop that synchronises none. */
function Photo({ imageId }: { imageId: string }) {
  const address = `/images/${imageId}?size=320`;
  const { isMissing, onError } = usePicture(address);
  if (isMissing) {
    return (
      <Text size="sm" c="dimmed" component="span" className={classes['missing'] ?? ''}>
        <IconPhotoOff size={20} aria-hidden />
        {t('items.lastTimePhotoMissing')}
      </Text>
    );
  }
  return (
    <a className={classes['photo']} href={`/images/${imageId}?size=1280`} target="_blank" rel="noreferrer">
      <img src={address} width={44} height={44} alt={t('items.lastTimePhoto')} onError={onError} />
    </a>
  );
}

function SameAnswers({
  item,
  lastTime,
  form,
}: {
  item: InspectedItem;
  lastTime: PreviousAnswers;
  form: FieldsForm | undefined;
}) {
  const { repeat, takeBack } = useRepetition(item);
  const asksDates = form?.fieldsTemplates.some(({ fields }) =>
    fields.some(({ fieldType }) => fieldType.name === 'Date' || fieldType.name === 'Datetime'),
  );
  const take = (): void => {
    const repeated = repeat(lastTime.fieldResponses);
    if (repeated.length === 0) {
      notifications.show({ message: t('items.sameAnswersNone') });
      return;
    }
    offerUndo(
      t('items.sameAnswersTaken', { count: repeated.length }),
      () => notifications.show({ message: t('items.sameAnswersUndone', { count: takeBack(repeated) }) }),
      asksDates === true ? t('items.sameAnswersDates') : undefined,
    );
  };
  // An inspection of another type asked something else, and dates are never taken over.
  const isOffered = canRepeat(form?.fieldsTemplates ?? [], lastTime.fieldResponses);
  useCommands(
    isOffered
      ? [{ id: 'sameAnswers', group: t('shortcuts.item'), label: t('items.sameAnswers'), keys: 's', run: take }]
      : [],
  );
  if (!isOffered) return null;
  return (
    <Button
      variant="light"
      leftSection={<IconRepeat size={20} aria-hidden />}
      className={classes['same'] ?? ''}
      onClick={take}
    >
      {t('items.sameAnswers')}
    </Button>
  );
}

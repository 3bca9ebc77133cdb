import type { FieldsForm, PreviousAnswers } from '@holdfast/contract';
import { Button, Skeleton, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconHistory, IconPhotoOff, IconRepeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatDay, formatInstantDay } from '../../lib/display/formats.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { offerBriefUndo, notifyBriefly } from '../../ui/offers.tsx';
import { useCommands } from '../../ui/shortcuts/commands.tsx';
import { StatusDot } from '../../ui/indicators/StatusDot.tsx';
import { usePicture } from '../../ui/hooks/usePicture.ts';
import { type InspectedItem, useConditionAppearance } from '../conditions/index.ts';
import { canRepeat, useRepetition } from '../fields/index.ts';
import classes from './LastTime.module.css';
import { stopSecondPress } from './doublePress.ts';
import { useLastTime } from './useLastTime.ts';

/** Functions that set the condition of the item. */
interface Handlers {
  name: string;
  /** The current condition. */
  condition: string | null;
  /** Sets a condition; returns a function that undoes it, or null when the item has it already. */
  onCondition(conditionId: string | null): (() => void) | null;
  /** Called when the previous result was repeated, with the condition that the item now has. */
  onDone(conditionId: string | null): void;
}

/** Findings of the previous inspection of the same item: condition, day, author and a photo; and its answers, which can be repeated. */
export function LastTime({ item, readOnly, ...handlers }: { item: InspectedItem; readOnly: boolean } & Handlers) {
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
          <Found lastTime={lastTime} />
          {!readOnly && <AsLastTime item={item} lastTime={lastTime} form={form} {...handlers} />}
        </>
      )}
    </section>
  );
}

function Found({ lastTime }: { lastTime: PreviousAnswers }) {
  const appearance = useConditionAppearance()(lastTime.conditionId);
  const { checkedAt, checkedBy, timeZone, startDate, inspectionName, image } = lastTime;
  const date = checkedAt === null ? formatDay(startDate) : formatInstantDay(checkedAt, timeZone);
  return (
    <>
      <div className={classes['found']}>
        <span className={classes['condition']}>
          <StatusDot appearance={appearance} size={18} hidden />
          {appearance.label}
        </span>
        <span className={classes['who']} title={inspectionName}>
          <span className={classes['inspection']}>{t('items.lastTime')} · </span>
          {checkedBy === null ? date : t('items.lastTimeBy', { date, person: checkedBy })}
          <span className={`${classes['inspection']} ${classes['which']}`}> · {inspectionName}</span>
        </span>
      </div>
      {image !== null && <Photo key={image.id} imageId={image.id} />}
    </>
  );
}

/** The photo; a press enlarges it. Shows a mark when the picture is not available, as on a desktop that downloads no photos. */
function Photo({ imageId }: { imageId: string }) {
  const address = `/images/${imageId}?size=320`;
  const { isMissing, onError } = usePicture(address);
  if (isMissing) {
    return (
      <span
        role="img"
        className={classes['missing']}
        aria-label={t('items.lastTimePhotoMissing')}
        title={t('items.lastTimePhotoMissing')}
      >
        <IconPhotoOff size={22} aria-hidden />
      </span>
    );
  }
  return (
    <a className={classes['photo']} href={`/images/${imageId}?size=1280`} target="_blank" rel="noreferrer">
      <img src={address} width={44} height={44} alt={t('items.lastTimePhoto')} onError={onError} />
    </a>
  );
}

/** Repeats the answers of the previous inspection, and its condition if the item has none yet. One Undo reverts both. */
function AsLastTime({
  item,
  name,
  lastTime,
  form,
  condition,
  onCondition,
  onDone,
}: {
  item: InspectedItem;
  lastTime: PreviousAnswers;
  form: FieldsForm | undefined;
} & Handlers) {
  const { repeat, takeBack } = useRepetition(item);
  const appearanceOf = useConditionAppearance();
  const asksDates = form?.fieldsTemplates.some(({ fields }) =>
    fields.some(({ fieldType }) => fieldType.name === 'Date' || fieldType.name === 'Datetime'),
  );
  const take = (): void => {
    const repeated = repeat(lastTime.fieldResponses);
    const undoCondition =
      condition === null && lastTime.conditionId !== null ? onCondition(lastTime.conditionId) : null;
    if (repeated.length === 0 && undoCondition === null) {
      notifications.show({ message: t('items.sameAnswersNone') });
      return;
    }
    const conditionSet = t('items.asLastTimeCondition', { condition: appearanceOf(lastTime.conditionId).label });
    const answersTaken = t('items.sameAnswersTaken', { count: repeated.length });
    const more = [
      ...(repeated.length > 0 && undoCondition !== null ? [conditionSet] : []),
      ...(asksDates === true ? [t('items.sameAnswersDates')] : []),
    ];
    offerBriefUndo(
      t('items.did', { item: name, what: repeated.length > 0 ? answersTaken : conditionSet }),
      () => {
        undoCondition?.();
        if (repeated.length > 0) notifyBriefly(t('items.sameAnswersUndone', { count: takeBack(repeated) }));
      },
      more.length > 0 ? more.join(' · ') : undefined,
    );
    onDone(lastTime.conditionId);
  };
  // An inspection of another type has other questions, and dates are never repeated.
  const isOffered = lastTime.conditionId !== null || canRepeat(form?.fieldsTemplates ?? [], lastTime.fieldResponses);
  useCommands(
    isOffered
      ? [{ id: 'asLastTime', group: t('shortcuts.item'), label: t('items.asLastTime'), keys: 's', run: take }]
      : [],
  );
  if (!isOffered) return null;
  return (
    <Button
      variant="light"
      className={classes['same'] ?? ''}
      aria-label={t('items.asLastTime')}
      title={t('items.asLastTime')}
      onClickCapture={stopSecondPress}
      onClick={take}
    >
      <IconRepeat size={20} aria-hidden />
      <span className={classes['words']}>{t('items.asLastTime')}</span>
    </Button>
  );
}

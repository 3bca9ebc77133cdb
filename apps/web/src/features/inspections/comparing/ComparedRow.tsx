import { Button, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../../lib/calls/queries.ts';
import { t } from '../../../lib/texts/comparison.ts';
import { StatusDot } from '../../../ui/indicators/StatusDot.tsx';
import { useConditionAppearance } from '../../conditions/index.ts';
import { answerChanges } from './answerChanges.ts';
import type { Change, ComparedItem } from './comparing.ts';
import classes from './ComparisonDialog.module.css';

/** An item of two inspections: its conditions, and the values that differ; when expanded, every answer and photo. */
export function ComparedRow({
  item,
  before,
  now,
  onOpen,
}: {
  item: ComparedItem;
  /** Ids of the two inspections. */
  before: string;
  now: string;
  onOpen(itemId: string): void;
}) {
  const [isOpen, setOpen] = useState(false);
  const { itemId, name, difference, changes } = item;
  const isInBoth = item.before !== null && item.now !== null;
  return (
    <li className={classes['item']}>
      <div className={classes['line']}>
        <span className={classes['name']}>{name}</span>
        <span className={classes['kind']}>{t(`comparison.${difference}`)}</span>
        <span className={classes['conditions']}>
          <Condition row={item.before} />
          <IconArrowRight size={18} role="img" aria-label={t('comparison.becomes')} />
          <Condition row={item.now} />
        </span>
        <span className={classes['actions']}>
          {isInBoth && (
            <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t('comparison.details')}
            </Button>
          )}
          {item.now !== null && (
            <Button variant="subtle" onClick={() => onOpen(itemId)}>
              {t('comparison.open')}
            </Button>
          )}
        </span>
      </div>
      {!isOpen && changes.length > 0 && <Changes changes={changes} />}
      {isOpen && <Details itemId={itemId} before={before} now={now} />}
    </li>
  );
}

function Condition({ row }: { row: ComparedItem['now'] }) {
  const appearanceOf = useConditionAppearance();
  if (row === null) return <span>–</span>;
  const { label } = appearanceOf(row.conditionId);
  return (
    <span className={classes['condition']}>
      <StatusDot appearance={appearanceOf(row.conditionId)} size={18} hidden />
      {label}
    </span>
  );
}

function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <dl className={classes['changes']}>
      {changes.map(({ what, before, now }, at) => (
        <div key={`${at} ${what}`}>
          <dt>{what}</dt>
          <dd>
            {before === '' ? '–' : before} <IconArrowRight size={16} role="img" aria-label={t('comparison.becomes')} />{' '}
            {now === '' ? '–' : now}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Details({ itemId, before, now }: { itemId: string; before: string; now: string }) {
  const [then, present] = [before, now].map((installationInspectionId) => ({ installationInspectionId, itemId })) as [
    { installationInspectionId: string; itemId: string },
    { installationInspectionId: string; itemId: string },
  ];
  const old = useQuery(queryOf('getFieldsForInstallationInspection', then));
  const current = useQuery(queryOf('getFieldsForInstallationInspection', present));
  if (old.error !== null || current.error !== null) return <Text>{t('comparison.failed')}</Text>;
  if (old.data === undefined || current.data === undefined) return <Text c="dimmed">{t('comparison.loading')}</Text>;
  const changes = answerChanges(old.data, current.data);
  return (
    <>
      {changes.length === 0 ? <Text c="dimmed">{t('comparison.sameAnswers')}</Text> : <Changes changes={changes} />}
      <div className={classes['photos']}>
        <Photos title={t('comparison.photosBefore')} item={then} />
        <Photos title={t('comparison.photosNow')} item={present} />
      </div>
    </>
  );
}

function Photos({ title, item }: { title: string; item: { installationInspectionId: string; itemId: string } }) {
  const { data, error } = useQuery(queryOf('getImagesForInstallationInspectionItem', item));
  return (
    <section aria-label={title}>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      {error !== null && <Text>{t('comparison.photosFailed')}</Text>}
      {data === undefined && error === null && <Text c="dimmed">{t('comparison.loading')}</Text>}
      {data?.length === 0 && <Text>–</Text>}
      <div className={classes['pictures']}>
        {data?.map(({ id, filename }) => (
          <a key={id} href={`/images/${id}?size=1280`} target="_blank" rel="noreferrer">
            <img src={`/images/${id}?size=320`} width={160} height={120} alt={filename} loading="lazy" />
          </a>
        ))}
      </div>
    </section>
  );
}

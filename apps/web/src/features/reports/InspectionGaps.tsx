import type { InspectionGaps as Gaps } from '@holdfast/contract';
import { Box, Paper, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import {
  IconChevronRight,
  IconCircleCheck,
  IconCircleDashed,
  IconCloudDown,
  IconForms,
  IconInfoCircle,
  IconNote,
  IconPhotoOff,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { reasonOf } from '../../lib/calls/failures.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/reports.ts';
import { t as ruleText } from '../../lib/texts/rules.ts';
import { Failed, Loading } from '../../ui/states.tsx';
import classes from './InspectionGaps.module.css';

/** A gap: missing data of certain items, unchecked items, or missing data of the inspection itself. */
export type Gap =
  | { what: 'notChecked' | 'detailFields' }
  | { what: 'requiredFields' | 'photos' | 'evidence' | 'absentPhotos'; itemIds: readonly string[] };

interface Line {
  gap: Gap;
  icon: ComponentType<{ size: number; stroke: number }>;
  text: string;
}

/** Lists the gaps of an inspection, each with a link. Reports can be printed with gaps. */
export function InspectionGaps({
  installationInspectionId,
  onShow,
}: {
  installationInspectionId: string;
  onShow(gap: Gap): void;
}) {
  // Read again each time: missing data may have been added since.
  const { data, error, refetch, isFetching } = useQuery({
    ...queryOf('getInspectionGaps', { installationInspectionId }),
    staleTime: 0,
  });
  if (error !== null && !isFetching)
    return (
      <Box mb="md">
        <Failed what={t('reports.gapsFailed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
      </Box>
    );
  if (data === undefined)
    return (
      <Loading>
        <Stack gap={8} pb="md">
          {/* As high as three lines, so that the list below moves little when the gaps are loaded. */}
          <Skeleton height={226} />
        </Stack>
      </Loading>
    );
  const lines = linesOf(data);
  if (lines.length === 0)
    return (
      <div className={classes['complete']} role="status">
        <IconCircleCheck size={24} stroke={1.6} color="var(--holdfast-accent-text)" aria-hidden />
        <Text size="sm">{t('reports.complete')}</Text>
      </div>
    );
  return (
    <Paper component="section" aria-labelledby="inspection-gaps" className={classes['gaps'] ?? ''}>
      <div className={classes['head']}>
        <Title order={3} fz="md" id="inspection-gaps">
          {t('reports.gaps')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('reports.gapsHint')}
        </Text>
      </div>
      <ul className={classes['lines']}>
        {lines.map(({ gap, icon: Icon, text }) => (
          <li key={text}>
            <UnstyledButton className={classes['line'] ?? ''} onClick={() => onShow(gap)}>
              <Icon size={22} stroke={1.6} aria-hidden />
              <span className={classes['words']}>{text}</span>
              <IconChevronRight size={20} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Paper>
  );
}

function linesOf({ notChecked, requiredFields, detailFields, photos, evidence, absentPhotos }: Gaps): Line[] {
  // An item whose rule names the photo and its reason is not listed a second time.
  const named = new Set(evidence.flatMap(({ needs, itemIds }) => (needs === 'photo' ? itemIds : [])));
  const unphotographed = photos.itemIds.filter((itemId) => !named.has(itemId));
  const lines: (Line & { count: number })[] = [
    {
      gap: { what: 'notChecked' },
      icon: IconCircleDashed,
      count: notChecked,
      text: t('reports.notChecked', { count: notChecked }),
    },
    {
      gap: { what: 'requiredFields', itemIds: requiredFields.itemIds },
      icon: IconForms,
      count: requiredFields.count,
      text: t('reports.requiredFields', { count: requiredFields.count }),
    },
    {
      gap: { what: 'detailFields' },
      icon: IconInfoCircle,
      count: detailFields.length,
      text: t('reports.detailFields', { count: detailFields.length, names: detailFields.join(', ') }),
    },
    {
      gap: { what: 'photos', itemIds: unphotographed },
      icon: IconPhotoOff,
      count: unphotographed.length,
      text: t('reports.photos', { count: unphotographed.length }),
    },
    ...evidence.map(({ needs, reason, itemIds }): Line & { count: number } => {
      const words = ruleText(`rules.lack.${needs}`, { count: itemIds.length });
      return {
        gap: { what: 'evidence', itemIds },
        icon: needs === 'photo' ? IconPhotoOff : IconNote,
        count: itemIds.length,
        text: reason === '' ? words : `${words}: ${reason}`,
      };
    }),
    {
      gap: { what: 'absentPhotos', itemIds: absentPhotos.itemIds },
      icon: IconCloudDown,
      count: absentPhotos.count,
      text: t('reports.absentPhotos', { count: absentPhotos.count }),
    },
  ];
  return lines.filter(({ count }) => count > 0);
}

import type { RecordedTemplate } from '@holdfast/contract';
import { roleHolds } from '@holdfast/contract/roles';
import { Anchor, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { reasonOf } from '../../lib/calls/failures.ts';
import { formatInstantDay } from '../../lib/display/formats.ts';
import { isDesktop } from '../../lib/host.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/recordedTemplates.ts';
import { Loading } from '../../ui/states.tsx';
import { templateAddress } from '../fields/templateTypes.ts';
import { useUser } from '../users/index.ts';

/** The versions of the templates with which an inspection was recorded, and whether they are still in use. */
export function RecordedTemplates({
  installationInspectionId,
  timeZone,
}: {
  installationInspectionId: string;
  timeZone: string;
}) {
  // Always fresh: answers that were just recorded count.
  const read = useQuery({ ...queryOf('getRecordedTemplates', { installationInspectionId }), staleTime: 0 });
  return (
    <section aria-label={t('recorded.title')}>
      <Title order={3} mb="xs">
        {t('recorded.title')}
      </Title>
      {read.data === undefined ? (
        read.error === null ? (
          <Loading>
            <Skeleton height={48} />
          </Loading>
        ) : (
          <Text c="var(--mantine-color-error)">{t('recorded.failed', { reason: reasonOf(read.error) })}</Text>
        )
      ) : read.data.length === 0 ? (
        <Text c="dimmed">{t('recorded.none')}</Text>
      ) : (
        <Stack gap="sm">
          {read.data.map((template) => (
            <Recorded
              key={`${template.fieldsTemplateId} ${template.version}`}
              template={template}
              timeZone={timeZone}
            />
          ))}
        </Stack>
      )}
    </section>
  );
}

function Recorded({ template, timeZone }: { template: RecordedTemplate; timeZone: string }) {
  const { role } = useUser();
  const { fieldsTemplateId: id, fieldsTemplateTypeId, name, version, inUse, answers, from, until } = template;
  const days = [...new Set([from, until].map((moment) => formatInstantDay(moment, timeZone)))].join(' – ');
  const state =
    inUse === null
      ? t('recorded.deleted')
      : inUse === version
        ? t('recorded.same')
        : t('recorded.later', { version: inUse });
  const canOpen = roleHolds(role, 'administer') && inUse !== null && !isDesktop;
  return (
    <div>
      <Text>
        {canOpen ? (
          <Anchor component={Link} to={`${templateAddress({ id, fieldsTemplateTypeId })}?versions=1`}>
            {name}
          </Anchor>
        ) : (
          name
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {[`${t('recorded.version', { version })}, ${state}`, t('recorded.answers', { count: answers }), days].join(
          ' · ',
        )}
      </Text>
    </div>
  );
}

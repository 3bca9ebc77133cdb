import type { Installation } from '@holdfast/contract';
import { Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatCoordinates } from '../../lib/display/formats.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { displayedAnswers } from '../fields/index.ts';
import classes from './InstallationFacts.module.css';

/** Facts about an installation: its location, and the answers to its company's questions. */
export function InstallationFacts({ installation, isStaff }: { installation: Installation; isStaff: boolean }) {
  const { companyId, latitude, longitude, timeZone, fieldResponses } = installation;
  const { data: template } = useQuery(queryOf('getInstallationFieldsTemplate', isStaff ? { companyId } : {}));
  const answers = template == null ? [] : displayedAnswers(template.fields, fieldResponses);
  const place =
    latitude === null || longitude === null ? t('installations.noPlace') : formatCoordinates(latitude, longitude);
  return (
    <Paper component="section" p="lg" aria-labelledby="facts-title">
      <Title order={2} id="facts-title" fz="md" mb="sm">
        {t('installations.facts')}
      </Title>
      <dl className={classes['facts']}>
        <Fact name={t('installations.coordinates')} value={place} />
        <Fact name={t('installations.timeZone')} value={timeZone} />
        {answers.map(({ key, question, answer }) => (
          <Fact key={key} name={question} value={answer} />
        ))}
      </dl>
      {answers.length === 0 && template != null && template.fields.length > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('installations.factsHint')}
        </Text>
      )}
    </Paper>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
